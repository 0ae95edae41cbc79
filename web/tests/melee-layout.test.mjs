// Melee's numbers beside everything else: the statistics, frame data and runs of hits, on desks and phones. Without the corpus: skipped.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { source } from './support/decoder.mjs';
import { keep, stage } from './support/pages.mjs';
import { corpus } from './support/places.mjs';

const good = corpus('slippi/good');
const SINGLES = '72361e0e__pcrain_slippc__3-12-0-singles-net.slp';
const DOUBLES = '97b3db00__PMcca_go-slippi__doubles.slp';
const there = existsSync(good + SINGLES) && existsSync(good + DOUBLES);
const options = { skip: there ? false : 'no Slippi replays here' };

let s;
before(async () => there && (s = await stage({ folders: { '/slippi/': good } })));
after(async () => {
  await s?.close();
  assert.deepEqual(s?.failures ?? [], []);
});

async function open(name, frame, width, height, keys) {
  await s.page.setViewportSize({ width, height });
  await s.open(`?replay=slippi/${name}&clock=manual`);
  for (const key of keys) await s.page.keyboard.press(key);
  if (keys.includes('s')) await s.page.locator('.stats.melee .facts').first().waitFor();
  await s.seek(frame / 60 + 0.001);
  await s.settled();
}
const boxes = (part) => s.page.locator(part).evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
const meet = (a, b) => a.width > 0 && b.width > 0 && a.x < b.right && b.x < a.right && a.y + 1 < b.bottom && b.y + 1 < a.bottom;

for (const [width, height] of [
  [844, 390],
  [1280, 720],
]) {
  for (const [name, frame] of [
    [SINGLES, 335],
    [DOUBLES, 2400],
  ]) {
    test(
      `${width} × ${height}, statistics beside ${name === SINGLES ? 'two' : 'four'}: all of the picture is left of them`,
      options,
      async () => {
        await open(name, frame, width, height, 's');
        await keep(s.page, `melee-statistics-${width}x${height}-${name.slice(0, 4)}`);
        const [sheet] = await boxes('.sheet');
        assert.ok(sheet.x > width / 2, `the statistics begin at ${sheet.x}`);
        const parts = await boxes('.melee-card, .melee-top > *, .dock .btn, .header a, .header-tools');
        for (const box of parts) assert.ok(box.x >= 0 && box.right <= sheet.x + 1 && box.bottom <= height, JSON.stringify(box));
        const cards = await boxes('.melee-card');
        cards.forEach((card, i) => assert.ok(!cards.slice(i + 1).some((other) => meet(card, other)), 'cards do not overlap'));
        // The picture is as wide as what it is left.
        assert.ok(Math.abs((await boxes('canvas'))[0].right - sheet.x) < 2);
        const { players, room } = await s.state();
        for (const { name, place, bubble } of players) {
          assert.equal(bubble, null, name);
          assert.ok(place[1] > room[0][1] && place[1] < room[1][1] && Math.abs(place[0]) < 1, `${name} at ${place}`);
        }
      },
    );
  }
}

test('frame data beside the statistics covers nothing', options, async () => {
  await open(SINGLES, 335, 1280, 720, ['s', 'd']);
  await keep(s.page, 'melee-frame-data-statistics');
  const others = await boxes('.melee-name, .melee-fighter, .melee-stocks, .melee-percent, .melee-pad');
  const said = await boxes('.melee-state');
  assert.equal(said.length, 2);
  for (const box of said)
    assert.deepEqual(
      others.filter((other) => meet(box, other)),
      [],
    );
  await s.page.keyboard.press('d');
});

test('a run of hits covers no name, nor another card', options, async () => {
  for (const [width, height] of [
    [390, 844],
    [844, 390],
    [1280, 720],
  ]) {
    await open(DOUBLES, 935, width, height, []);
    await keep(s.page, `melee-streak-${width}x${height}`);
    const [streak, ...more] = await boxes('.melee-streak');
    assert.equal(more.length, 0);
    const others = await boxes('.melee-name, .melee-fighter, .melee-stocks, .melee-percent, .melee-pad, .dock');
    assert.deepEqual(
      others.filter((other) => meet(streak, other)),
      [],
      `${width} × ${height}`,
    );
    const holding = (await boxes('.melee-card')).filter((card) => meet(card, streak));
    assert.ok(holding.length <= 1 && streak.right <= width, `${width} × ${height}`);
  }
});

test('a partner in the very place of the leader is drawn beside, and elsewhere where it is', async () => {
  const { behind } = await source('src/games/melee/scene/fighters.ts');
  const leader = { x: 10, y: 0, facing: 1, visible: true, dead: false };
  const drawn = behind(leader, { ...leader });
  assert.ok(drawn.x < 8 && drawn.y > 0 && drawn.y < 2);
  const apart = { ...leader, x: 20 };
  assert.deepEqual(behind(leader, apart), apart);
  assert.deepEqual(behind({ ...leader, dead: true }, { ...leader }), leader);
});

test('the help says what the marks in the picture mean', options, async () => {
  await open(SINGLES, 335, 1280, 720, ['?']);
  const help = s.page.getByRole('dialog', { name: 'Keys' });
  await help.waitFor();
  await keep(s.page, 'melee-legend');
  for (const text of ['L-cancel', 'Tech missed', 'Hitstun: the line is thinner the sooner it ends'])
    await help.getByText(text, { exact: true }).waitFor();
  await s.page.keyboard.press('Escape');
});
