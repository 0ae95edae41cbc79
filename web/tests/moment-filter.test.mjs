// Moments that are asked for in the statistics: they alone are marked on the timeline and gone to, in every game.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { source } from './support/decoder.mjs';
import { keep, sampleBytes, stage } from './support/pages.mjs';

/** By game: a list that each sample has some of, and whether several play. */
const LISTS = { 'beat-saber': 'Misses', melee: 'Combos', 'rocket-league': 'Flips' };
const SEVERAL = ['melee', 'rocket-league'];

let s;
before(async () => {
  const files = {};
  for (const game of Object.keys(LISTS)) files[game] = await sampleBytes(1, game);
  s = await stage({ files });
});
after(async () => {
  await s?.close();
  assert.deepEqual(s.failures, []);
});

async function open(game) {
  await s.open(`?replay=files/${game}&clock=manual`);
  await s.page.keyboard.press('s');
  await s.page.locator('.moments button').first().waitFor();
}
const list = (name) => s.page.getByRole('group', { name: 'Which moments' }).getByRole('button', { name: new RegExp(`^${name}`) });
const sign = () => s.page.locator('.timeline .only');
const marked = async () => (await s.state()).markers;

/** Where the key ] goes, one after the other, from the start. */
async function stops() {
  await s.page.locator('.bar').focus();
  await s.page.keyboard.press('Home');
  const found = [];
  for (;;) {
    const { time } = await s.state();
    await s.page.keyboard.press(']');
    const next = (await s.state()).time;
    if (next === time) return found;
    found.push(next);
  }
}

for (const [game, name] of Object.entries(LISTS)) {
  test(`${game}: the chosen moments are marked and gone to, until all are chosen again`, async () => {
    await open(game);
    const all = await marked();
    assert.equal(await sign().count(), 0);
    const everywhere = await stops();
    await list(name).click();
    const rows = await s.page.locator('.moments button').count();
    assert.ok(rows > 0 && rows !== all, `${rows} of ${all}`);
    assert.equal(await marked(), rows);
    assert.ok((await s.page.locator('.lane .mark').count()) <= rows);
    assert.equal(await sign().textContent(), `Only ${name} ×`);
    const there = await stops();
    assert.ok(there.length > 0 && there.length <= rows);
    assert.notDeepEqual(there, everywhere);
    await s.settled();
    await keep(s.page, `moment-filter-${game}`);

    // The sign stays without the panel, and the filter is there when it is opened again.
    await s.page.keyboard.press('s');
    assert.equal(await marked(), rows);
    await s.page.keyboard.press('s');
    assert.equal(await list(name).getAttribute('aria-pressed'), 'true');
    await sign().click();
    assert.equal(await sign().count(), 0);
    assert.equal(await list('All').getAttribute('aria-pressed'), 'true');
    assert.equal(await marked(), all);
    assert.deepEqual(await stops(), everywhere);
  });

  test(`${game}: ${SEVERAL.includes(game) ? 'a player’s moments can be asked for alone' : 'a single player is not asked for'}`, async () => {
    await open(game);
    const whose = s.page.getByLabel('Whose');
    assert.equal(await whose.count(), SEVERAL.includes(game) ? 1 : 0);
    if (!SEVERAL.includes(game)) return;
    const all = await marked();
    const players = await whose.locator('option').allTextContents();
    let sum = 0;
    for (const player of players.slice(1)) {
      await whose.selectOption({ label: player });
      assert.equal(await sign().textContent(), `Only ${player} ×`);
      assert.equal(await marked(), Number(await list('All').locator('small').textContent()));
      sum += await marked();
    }
    assert.ok(sum > 0 && sum <= all);
    await whose.selectOption({ label: 'Anybody’s' });
    assert.equal(await marked(), all);
  });
}

test('in matches of teams, the moments of a team can be asked for', async () => {
  const { peopleOf } = await source('src/games/rocket-league/stats/people.ts');
  const { isOf } = await source('src/stats/whose.ts');
  const team = (color, ...players) => ({ color, players: players.map(([index, name]) => ({ index, name })) });
  const doubles = peopleOf({ blue: team('blue', [0, 'Ghost'], [2, 'Reel']), orange: team('orange', [1, 'Ada']) });
  assert.deepEqual(
    doubles.map(({ name }) => name),
    ['Blue', 'Ghost', 'Reel', 'Ada'],
    'nobody is asked for twice',
  );
  const moments = [0, 1, 2].map((player) => ({ player, team: player === 1 ? 1 : 0 }));
  const found = doubles.map(({ whose }) => moments.filter((moment) => isOf(moment, whose)).map(({ player }) => player));
  assert.deepEqual(found, [[0, 2], [0], [2], [1]]);
  assert.equal(moments.filter((moment) => isOf(moment, null)).length, 3);
});

test('the next replay begins without it', async () => {
  await open('melee');
  await list('Combos').click();
  assert.equal(await sign().count(), 1);
  await s.page.evaluate(() => window.ghostreel.load('files/rocket-league'));
  assert.equal(await sign().count(), 0);
});

for (const [width, height] of [
  [1280, 720],
  [960, 540],
  [390, 844],
  [844, 390],
]) {
  test(`at ${width} × ${height} the sign is whole and covers neither marks nor buttons`, async () => {
    await s.page.setViewportSize({ width: 1280, height: 720 });
    await open('melee');
    await list('Combos').click();
    await s.page.setViewportSize({ width, height });
    if (width < 900) await s.page.keyboard.press('Escape');
    await s.settled();
    const box = await sign().boundingBox();
    assert.ok(box.x >= 0 && box.x + box.width <= width && box.height >= 20);
    for (const part of ['.bar', '.controls', '.melee-card']) {
      for (const other of await s.page.locator(part).all()) {
        const { x, y, width, height } = await other.boundingBox();
        const apart = box.x + box.width <= x || x + width <= box.x || box.y + box.height <= y + 0.5 || y + height <= box.y + 0.5;
        assert.ok(apart, part);
      }
    }
  });
}
