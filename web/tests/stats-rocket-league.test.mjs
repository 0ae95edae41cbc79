// Rocket League's statistics in the player: beside ballchasing's own figures where real replays are at hand, and how they read.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { source } from './support/decoder.mjs';
import { panel } from './support/panel.mjs';
import { keep } from './support/pages.mjs';
import { looks } from './support/places.mjs';

const rl = await panel({ game: 'rocket-league', folder: 'rocket-league', extension: '.replay' });
const { s, axe, options, real, open, block } = rl;
const oracle = (name) => rl.oracle(`ballchasing-stats/${name}.ballchasing.json`);

const DUEL = '15272fc3';
const DOUBLES = '215a4e00';
const STANDARD = '127d794a';
const RUMBLE = '229c031a';
/** Ten players came and went on one side. */
const COMING = '6904e161';

/** The row's text in each column. */
const row = async (title, name) => {
  const cells = block(title)
    .locator('tr', { has: s.page.getByRole('rowheader', { name, exact: true }) })
    .locator('.value');
  return (await cells.allTextContents()).map((text) => text.replaceAll('\u202f', ''));
};
const choose = (name) => s.page.getByRole('button', { name, exact: true }).click();
const show = (name) => s.page.getByRole('button', { name: new RegExp(`^${name} \\d`) });

test('it is fetched only when asked for, and nothing of another game', async () => {
  const loaded = () => s.page.evaluate(() => performance.getEntriesByType('resource').map((entry) => entry.name));
  await s.open(`?replay=${rl.sample}&clock=manual`);
  assert.ok(!(await loaded()).some((name) => name.includes('RocketLeagueStats')));
  await s.page.getByRole('button', { name: /^Statistics/ }).click();
  await s.page.locator('.stats.rocket-league').waitFor();
  const names = await loaded();
  assert.ok(names.some((name) => name.includes('RocketLeagueStats')));
  assert.ok(!names.some((name) => name.includes('MeleeStats')));
  assert.ok(!names.some((name) => name.includes('BoostPlot')), 'plots are fetched when they come into sight');
});

for (const [start, name] of [
  [DOUBLES, 'recent-ranked-doubles-2026-03-10'],
  [STANDARD, 'recent-ranked-standard-2026-03-10-a'],
]) {
  test(`${name}: its figures are ballchasing’s`, options, async () => {
    await open(real(start));
    const { blue, orange } = oracle(name);
    await choose('Teams');
    const teams = [blue, orange].map(({ stats }) => stats);
    assert.deepEqual(
      await row('Scoreboard', 'Goals'),
      teams.map(({ core }) => String(core.goals)),
    );
    assert.deepEqual(
      await row('Boost', 'Used per minute'),
      teams.map(({ boost }) => String(boost.bpm)),
    );
    assert.deepEqual(
      await row('Ball', 'Possession'),
      teams.map(({ ball }) => `${ball.possession_time.toFixed(0)} s`),
    );
    const columns =
      blue.players.length > 2 ? { Blue: blue.players, Orange: orange.players } : { Players: [...blue.players, ...orange.players] };
    for (const [view, players] of Object.entries(columns)) {
      await choose(view);
      assert.deepEqual(
        await s.page.locator('.heads b').allTextContents(),
        players.map((player) => player.name),
      );
      const of = (text) => players.map(({ stats }) => text(stats));
      assert.deepEqual(
        await row('Scoreboard', 'Score'),
        of(({ core }) => String(core.score)),
      );
      assert.deepEqual(
        await row('Scoreboard', 'Saves'),
        of(({ core }) => String(core.saves)),
      );
      assert.deepEqual(
        await row('Movement', 'Mean speed, uu/s'),
        of(({ movement }) => String(movement.avg_speed)),
      );
      assert.deepEqual(
        await row('Position', 'Last of the team'),
        of(({ positioning }) => `${Math.round(positioning.percent_most_back)}%`),
      );
      assert.deepEqual(
        await row('Settings', 'Car'),
        players.map((player) => player.car_name),
      );
    }
    const goals = blue.stats.core.goals + orange.stats.core.goals;
    assert.equal(await show('Goals').textContent(), `Goals ${goals}`);
  });
}

test('a press on a moment goes there', options, async () => {
  await open(real(DOUBLES));
  const moments = s.page.locator('.moments button');
  await show('Goals').click();
  assert.equal(await moments.count(), 5);
  assert.match(await moments.nth(1).textContent(), /Baptiste2702382/);
  await moments.nth(1).click();
  // 2 s before the goal, which is in frame 5607.
  assert.ok(Math.abs((await s.state()).time - (203.95 - 2)) < 0.1, `${(await s.state()).time}`);
  await s.page.locator('.moments li:nth-child(2) [aria-current=true]').waitFor();
  await show('Saves').click();
  const saves = [oracle('recent-ranked-doubles-2026-03-10')].map(({ blue, orange }) => blue.stats.core.saves + orange.stats.core.saves)[0];
  assert.equal(await moments.count(), saves);
  // By hand too: the list is reached and pressed with the keyboard alone.
  const before = (await s.state()).time;
  await moments.nth(0).focus();
  await s.page.keyboard.press('Enter');
  assert.notEqual((await s.state()).time, before);
});

test('the sample: one against one, so there are no team mates', async () => {
  await open(rl.sample);
  const names = await s.page.evaluate(() => window.ghostreel.state().players.map((player) => player.name));
  assert.deepEqual(await s.page.locator('.heads b').allTextContents(), names);
  assert.equal(await s.page.getByRole('group', { name: 'Players or teams' }).count(), 0);
  assert.deepEqual(await row('Position', 'Last of the team'), []);
  const goals = (await row('Scoreboard', 'Goals')).map(Number);
  assert.equal(await show('Goals').textContent(), `Goals ${goals[0] + goals[1]}`);
  assert.deepEqual(await s.page.locator('.score b').allTextContents(), goals.map(String));
});

test('a player stands beside another of the other team, with maps and tanks of both', options, async () => {
  await open(real(STANDARD));
  const heads = () => s.page.locator('.heads b').allTextContents();
  await choose('Teams');
  assert.equal(await s.page.getByLabel('Of orange').count(), 0);
  await choose('One to one');
  const { blue, orange } = oracle('recent-ranked-standard-2026-03-10-a');
  const names = [blue, orange].map(({ players }) => players.map(({ name }) => name));
  assert.deepEqual(await heads(), [names[0][0], names[1][0]]);
  await s.page.getByLabel('Of orange').selectOption(names[1][2]);
  await s.page.getByLabel('Of blue').selectOption(names[0][1]);
  assert.deepEqual(await heads(), [names[0][1], names[1][2]]);
  assert.deepEqual(await row('Scoreboard', 'Score'), [
    String(blue.players[1].stats.core.score),
    String(orange.players[2].stats.core.score),
  ]);
  await block('Boost over time').scrollIntoViewIfNeeded();
  await s.page.locator('.tank .plot canvas').nth(1).waitFor();
  for (const part of ['.heats canvas', '.tank .plot canvas']) assert.equal(await s.page.locator(part).count(), 2, part);
  assert.match(await s.page.locator('.heats canvas').first().getAttribute('aria-label'), new RegExp(`^Where ${names[0][1]}, Blue was`));
  await block('Boost over time')
    .locator('.plot')
    .first()
    .click({ position: { x: 200, y: 20 } });
  assert.ok((await s.state()).time > 60, 'a press on a plot goes there');
});

const column = (rows, i) => rows.map((row) => row[i]);

test('a map of where somebody was has the squares of the table where they are on the field', async () => {
  const { heatOf } = await source('src/games/rocket-league/stats/course.ts');
  const { shapeOf } = await source('src/games/rocket-league/scene/arenas.ts');
  // Player, x, y, seconds.
  const rows = [
    [0, 1920, -3968, 2],
    [0, -1920, 3968, 5],
    [0, 128, 128, 1],
    [1, 128, 128, 3],
  ];
  const heatMap = { player: column(rows, 0), x: column(rows, 1), y: column(rows, 2), seconds: column(rows, 3) };
  const heat = heatOf({ heatMap, shape: shapeOf('Stadium_P', 'DFH Stadium', { cars: {}, ball: {} }) }, [0]);
  const sum = (part) => heat.seconds.reduce((all, value, i) => all + (part(i % heat.columns, Math.floor(i / heat.columns)) ? value : 0), 0);
  const near = (a, b) => assert.ok(Math.abs(a - b) < 1e-6, `${a} and ${b}`);
  const [middle, half] = [heat.columns / 2, heat.rows / 2];
  near(
    sum(() => true),
    8,
  );
  // Blue's goal is below, and seen from there x is on the left.
  near(
    sum((x, y) => x < middle - 3 && y > half + 6),
    2,
  );
  near(
    sum((x, y) => x > middle + 3 && y < half - 6),
    5,
  );
});

test('a tank empties while it is used, and is filled at once', async () => {
  const { tankOf } = await source('src/games/rocket-league/stats/course.ts');
  // Time, player, amount, drain.
  const rows = [
    [1, 0, 255, 86],
    [1, 1, 10, 0],
    [3, 0, 51, 0],
    [5, 0, 204, 86],
    [6, 0, 255, 86],
  ];
  const boost = { time: column(rows, 0), player: column(rows, 1), tank: column(rows, 2), drain: column(rows, 3) };
  const course = { boost };
  assert.deepEqual(
    tankOf(course, 0, [0, 1, 2, 3, 4, 5, 5.5, 6]).map((amount) => (amount === null ? null : Math.round(amount))),
    [null, 100, 66, 20, 20, 80, 63, 100],
  );
});

test('Rumble: its items', options, async () => {
  await open(real(RUMBLE));
  await show('Items').click();
  assert.ok((await s.page.locator('.moments button').count()) > 0);
  const used = (await row('Ball', 'Items used')).map(Number);
  assert.ok(
    used.some((count) => count > 0),
    `${used}`,
  );
});

test('players who came and went: four at a time', options, async () => {
  await open(real(COMING));
  const views = s.page.getByRole('group', { name: 'Players or teams' }).getByRole('button');
  assert.deepEqual(await views.allTextContents(), ['Teams', 'Blue', 'Orange', 'Orange 2', 'Orange 3', 'One to one']);
  await choose('Orange 3');
  assert.equal(await s.page.locator('.heads .head').count(), 2);
});

test('it reads well in both themes and on a phone', async () => {
  const replays = { sample: rl.sample, ...(!options.skip && { duel: real(DUEL), doubles: real(DOUBLES), standard: real(STANDARD) }) };
  for (const [sheet, [name, replay]] of Object.entries(replays).entries()) {
    for (const [width, height, colorScheme] of looks(sheet)) {
      const where = `${name}, ${colorScheme}, ${width} wide`;
      await s.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await s.page.setViewportSize({ width, height });
      await open(replay);
      await keep(s.page, `stats-rocket-league-${name}-${colorScheme}-${width}-top`);
      await s.page.locator('.terms summary').click();
      const last = s.page.getByRole('group', { name: 'Players or teams' }).getByRole('button').last();
      if ((await last.count()) > 0) await last.click();
      await s.page.evaluate(axe);
      const { violations } = await s.page.evaluate(() => window.axe.run('.stats', { resultTypes: ['violations'] }));
      const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`);
      assert.deepEqual(found, [], where);
      const sheet = s.page.locator('.sheet-body');
      const [inner, outer] = await sheet.evaluate((body) => [body.scrollWidth, body.clientWidth]);
      assert.ok(inner <= outer, `${where}: nothing sticks out: ${inner} of ${outer}`);
      // The heads stay while the tables go by.
      await sheet.evaluate((body) => (body.scrollTop = 1400));
      const [head, body] = await Promise.all([s.page.locator('.heads').boundingBox(), sheet.boundingBox()]);
      assert.ok(Math.abs(head.y - body.y) < 1.5, where);
      await keep(s.page, `stats-rocket-league-${name}-${colorScheme}-${width}`);
    }
  }
  await s.page.setViewportSize({ width: 1280, height: 800 });
  await s.page.emulateMedia({ colorScheme: 'dark', reducedMotion: null });
});
