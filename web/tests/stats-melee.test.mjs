// Melee's statistics in the player: beside slippi-js's own figures where real replays are at hand, and how they read.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { panel } from './support/panel.mjs';
import { keep } from './support/pages.mjs';
import { looks } from './support/places.mjs';

const melee = await panel({ game: 'melee', folder: 'slippi', extension: '.slp' });
const { s, axe, options, file, real, open, block } = melee;
const oracle = (start) => melee.oracle(`slippi-js-stats/${file(start)}.json`);

const SINGLES = '72361e0e';
const DOUBLES = '97b3db00';
const TARGETS = '71da1ac3';
const CLIMBERS = 'd202bb6e';

/** The row's text for each player. */
const row = async (title, name) => {
  const cells = block(title)
    .locator('tr', { has: s.page.getByRole('rowheader', { name, exact: true }) })
    .locator('td');
  return (await cells.allTextContents()).map((text) => text.trim());
};
const ratio = ({ ratio }, digits = 1) => (ratio === undefined ? '–' : ratio.toFixed(digits));
const share = ({ count, total, ratio }) => (ratio === undefined ? '–' : `${Math.round(ratio * 100)}% ${count}/${total}`);

test('it is fetched only when asked for, and nothing of another game', async () => {
  const loaded = () => s.page.evaluate(() => performance.getEntriesByType('resource').map((entry) => entry.name));
  await s.open(`?replay=${melee.sample}&clock=manual`);
  assert.ok(!(await loaded()).some((name) => name.includes('MeleeStats')));
  await s.page.getByRole('button', { name: /^Statistics/ }).click();
  await s.page.locator('.stats.melee').waitFor();
  const names = await loaded();
  assert.ok(names.some((name) => name.includes('MeleeStats')));
  assert.ok(!names.some((name) => name.includes('BeatSaberStats')));
});

for (const [what, start] of [
  ['online singles', SINGLES],
  ['Ice Climbers', CLIMBERS],
]) {
  test(`${what}: its figures are slippi-js’s`, options, async () => {
    await open(real(start));
    const { stats } = oracle(start);
    const of = (text) => stats.overall.map(text);
    assert.deepEqual(
      await row('Overall', 'Kills'),
      of((o) => String(o.killCount)),
    );
    assert.deepEqual(
      await row('Overall', 'Openings'),
      of((o) => String(o.conversionCount)),
    );
    assert.deepEqual(
      await row('Overall', 'Damage'),
      of((o) => o.totalDamage.toFixed(1)),
    );
    assert.deepEqual(
      await row('Overall', 'Damage per opening'),
      of((o) => ratio(o.damagePerOpening)),
    );
    assert.deepEqual(
      await row('Overall', 'Inputs per minute'),
      of((o) => ratio(o.inputsPerMinute)),
    );
    assert.deepEqual(
      await row('Overall', 'Neutral wins'),
      of((o) => share(o.neutralWinRatio)),
    );
    // Actions without any player have no row.
    const dashes = stats.actionCounts.map((a) => a.dashDanceCount);
    assert.deepEqual(await row('Movement', 'Dash dances'), dashes.some(Boolean) ? dashes.map(String) : []);
    const lost = stats.stocks.filter((stock) => stock.endFrame !== undefined);
    assert.equal(await s.page.locator('.stocks [data-lost=true]').count(), lost.length);
    const combos = stats.combos.filter((c) => c.moves.length > 1);
    for (const [name, list] of Object.entries({ Conversions: stats.conversions, Combos: combos, Deaths: lost })) {
      const said = await s.page.locator('.choice button', { hasText: name }).allTextContents();
      assert.deepEqual(said, list.length > 0 ? [`${name} ${list.length}`] : []);
    }
  });
}

test('a press on a moment or a stock goes there', options, async () => {
  await open(real(SINGLES));
  const { stats } = oracle(SINGLES);
  const moments = s.page.locator('.moments button');
  await s.page.getByRole('button', { name: /^Conversions/ }).click();
  await moments.nth(2).click();
  const near = (time, frame) => assert.ok(Math.abs(time - frame / 60) < 1 / 60, `${time} is frame ${frame}`);
  near((await s.state()).time, stats.conversions[2].startFrame);
  await s.page.locator('.moments li:nth-child(3) [aria-current=true]').waitFor();
  await s.page
    .getByRole('button', { name: /^Show all/ })
    .first()
    .click();
  assert.equal(await moments.count(), stats.conversions.length);
  await s.page.getByRole('button', { name: /^Combos/ }).click();
  const combos = stats.combos.filter((combo) => combo.moves.length > 1);
  // By hand too: the list is reached and pressed with the keyboard alone.
  await moments.nth(1).focus();
  await s.page.keyboard.press('Enter');
  near((await s.state()).time, combos[1].startFrame);
  const first = stats.stocks.find((stock) => stock.endFrame !== undefined);
  await s.page
    .locator('.stock-row')
    .nth(stats.overall.findIndex((o) => o.playerIndex === first.playerIndex))
    .locator('button')
    .first()
    .click();
  near((await s.state()).time, first.endFrame - 120);
  const before = await s.page.locator('.stock-time div').evaluate((line) => parseFloat(line.style.left));
  await s.seek(first.endFrame / 60 + 30);
  await s.page.waitForFunction((left) => parseFloat(document.querySelector('.stock-time div').style.left) > left, before);
});

test('kills, edgeguards, and moments of at least so much, can be asked for alone', options, async () => {
  await open(real(SINGLES));
  const { stats } = oracle(SINGLES);
  const moments = s.page.locator('.moments button');
  await s.page.getByRole('button', { name: /^Kills/ }).click();
  const kills = stats.conversions.filter((conversion) => conversion.didKill);
  assert.equal(await moments.count(), kills.length);
  for (const text of await moments.allTextContents()) assert.match(text, /kill with/);
  await s.page.getByRole('button', { name: /^Combos/ }).click();
  assert.equal(await s.page.getByLabel('At least').count(), 1);
  await s.page.getByLabel('At least').selectOption('40 %');
  const damage = (combo) => combo.moves.reduce((sum, move) => sum + move.damage, 0);
  const heavy = stats.combos.filter((combo) => combo.moves.length > 1 && damage(combo) >= 40);
  assert.ok(heavy.length > 0);
  assert.equal(await moments.count(), heavy.length);
  const percents = (await moments.allTextContents()).map((text) => Number(text.match(/(\d+) %/)[1]));
  assert.ok(percents.every((percent) => percent >= 40));
  await s.page.getByLabel('At least').selectOption('any');
  await s.page.getByRole('button', { name: /^Edgeguards/ }).click();
  const edgeguards = (await row('Position', 'Edgeguards')).map((cell) => Number(cell.match(/\/(\d+)/)[1]));
  const rest = block('Moments').getByRole('button', { name: /^Show all/ });
  if ((await rest.count()) > 0) await rest.click();
  assert.ok(edgeguards[0] + edgeguards[1] > 0);
  assert.equal(await moments.count(), edgeguards[0] + edgeguards[1]);
  for (const text of await moments.allTextContents())
    assert.match(text, /edgeguards .* (stock lost|back at the ledge|back on the stage|still off)/);
  await keep(s.page, 'melee-edgeguards');
  // Of everything together nothing is measured.
  await s.page.getByRole('button', { name: /^All/ }).click();
  assert.equal(await s.page.getByLabel('At least').count(), 0);
});

test('the sample: all its events are there', async () => {
  await open(melee.sample);
  const replay = await s.page.evaluate(() => window.ghostreel.state().players.map((player) => player.name));
  assert.deepEqual(await s.page.locator('.heads b').allTextContents(), replay);
  const [kills, openings] = [await row('Overall', 'Kills'), await row('Overall', 'Openings')].map((cells) => cells.map(Number));
  const listed = async (name) => Number((await s.page.getByRole('button', { name }).textContent()).match(/\d+$/)[0]);
  assert.equal(await listed(/^Conversions/), openings[0] + openings[1]);
  assert.ok(kills[0] + kills[1] > 0 && kills[0] <= openings[0] && kills[1] <= openings[1], `${kills} of ${openings}`);
  assert.equal(await s.page.locator('.stock-row').count(), 2);
  assert.equal(await s.page.locator('.stocks [data-lost=true]').count(), await listed(/^Deaths/));
});

test('doubles: teams, and each opponent', options, async () => {
  await open(real(DOUBLES));
  assert.equal(await s.page.locator('.heads .head').count(), 4);
  assert.deepEqual(await row('Teams', 'Kills'), ['4', '7']);
  assert.deepEqual(await row('Overall', 'Kills'), ['4', '3', '2', '2']);
  assert.deepEqual(await row('Against each', 'Kills on 4'), ['2', '2', '–', '–']);
  await keep(s.page, 'stats-melee-doubles');
});

test('target test: its result', options, async () => {
  await open(real(TARGETS));
  assert.equal(await s.page.locator('.stadium').textContent(), 'Broke 10 of 10 targets, the last at 17.77 s.');
  assert.equal(await s.page.locator('.won').count(), 0);
});

test('it reads well in both themes and on a phone', async () => {
  const replays = { sample: melee.sample, ...(!options.skip && { singles: real(SINGLES), doubles: real(DOUBLES) }) };
  for (const [sheet, [name, replay]] of Object.entries(replays).entries()) {
    for (const [width, height, colorScheme] of looks(sheet)) {
      const where = `${name}, ${colorScheme}, ${width} wide`;
      await s.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await s.page.setViewportSize({ width, height });
      await open(replay);
      await s.page.locator('.terms summary').click();
      await s.page.evaluate(axe);
      const { violations } = await s.page.evaluate(() => window.axe.run('.stats', { resultTypes: ['violations'] }));
      const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`);
      assert.deepEqual(found, [], where);
      const sheet = s.page.locator('.sheet-body');
      const [inner, outer] = await sheet.evaluate((body) => [body.scrollWidth, body.clientWidth]);
      assert.ok(inner <= outer, `${where}: nothing sticks out: ${inner} of ${outer}`);
      // The heads stay while the tables go by.
      await sheet.evaluate((body) => (body.scrollTop = 900));
      const [head, body] = await Promise.all([s.page.locator('.heads').boundingBox(), sheet.boundingBox()]);
      assert.ok(Math.abs(head.y - body.y) < 1.5, where);
      await keep(s.page, `stats-melee-${name}-${colorScheme}-${width}`);
    }
  }
  await s.page.setViewportSize({ width: 1280, height: 800 });
  await s.page.emulateMedia({ colorScheme: 'dark', reducedMotion: null });
});
