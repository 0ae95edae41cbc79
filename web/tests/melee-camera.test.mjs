// The frames of Melee's cameras: everybody, or a magnifying glass, and every lost stock's beam, where neither numbers nor controls are.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { loadDecoder } from './support/decoder.mjs';
import { keep, stage } from './support/pages.mjs';
import { corpus, ghostreel, skip } from './support/places.mjs';

const good = corpus('slippi/good');
const synthetic = { skip };

const folder = mkdtempSync(join(tmpdir(), 'ghostreel-melee-camera-'));
let s;
before(async () => {
  const files = {};
  if (ghostreel) {
    const path = join(folder, 'everything.slp');
    execFileSync(ghostreel, ['sample', 'melee', path, '--variant', 'everything']);
    files['everything.slp'] = readFileSync(path);
  }
  s = await stage({ files, folders: existsSync(good) ? { '/slippi/': good } : {} });
});
after(async () => {
  await s?.close();
  rmSync(folder, { recursive: true });
  assert.deepEqual(s?.failures ?? [], []);
});

const SIZES = [
  [1280, 720],
  [960, 540],
  [844, 390],
  [390, 844],
];

/** Rows of the table `frames`, for tests to compare with. */
async function rowsOf(name) {
  const decoder = await loadDecoder('melee');
  const { handle, description } = decoder.open(new Uint8Array(readFileSync(good + name)));
  const types = new Map(description.tables.find((t) => t.name === 'frames').columns.map((c) => [c.name, c.type]));
  const views = { i32: Int32Array, u8: Uint8Array, bool: Uint8Array, u16: Uint16Array, f32: Float32Array };
  const names = ['frame', 'port', 'follower', 'post.action_state_id', 'post.position_x', 'post.position_y', 'post.state_bit_flags_5'];
  const has = names.filter((c) => types.has(c));
  const columns = Object.fromEntries(has.map((c) => [c, new views[types.get(c)](decoder.column(handle, `frames.${c}`))]));
  return Array.from(columns.frame, (_, i) => Object.fromEntries(has.map((c) => [c, columns[c][i]])));
}

/** Frames at which a stock is lost across an edge of the world: the first of a state from 0 to 3. */
function lossesIn(rows) {
  const before = new Map();
  return rows.flatMap((row) => {
    const [key, state] = [row.port * 2 + row.follower, row['post.action_state_id']];
    const isLoss = state <= 3 && !(before.get(key) <= 10);
    before.set(key, state);
    return isLoss ? [row.frame] : [];
  });
}

const within = ([x, y], [low, high], by = 0) => x >= low[0] - by && x <= high[0] + by && y >= low[1] - by && y <= high[1] + by;

/** The covered part of the picture, from its top and its bottom, in pixels, by elements of the page; and its share. */
const covering = () =>
  s.page.evaluate(() => {
    const boxes = (selector) => [...document.querySelectorAll(selector)].map((part) => part.getBoundingClientRect());
    const [top, bottom] = [boxes('.header, .melee-top'), boxes('.dock, .melee-card')];
    const parts = [...boxes('.header a, .caption, .header-tools, .melee-top > *'), ...bottom];
    let covered = 0;
    for (let x = 2; x < innerWidth; x += 4)
      for (let y = 2; y < innerHeight; y += 4)
        if (parts.some((box) => x >= box.left && x < box.right && y >= box.top && y < box.bottom)) covered++;
    return {
      top: Math.max(...top.map((box) => box.bottom)),
      bottom: Math.min(...bottom.map((box) => box.top)),
      share: (covered * 16) / (innerWidth * innerHeight),
    };
  });

const FILES = [
  '97b3db00__PMcca_go-slippi__doubles.slp',
  '72361e0e__pcrain_slippc__3-12-0-singles-net.slp',
  '24f8754c__asundheim_SlippiTV__4_-_CPU0__Puff__ZODD-01__Fox__-_Yoshi_s_Story.slp',
  '2c4e849b__asundheim_Slippi.NET__Puff-MagnifyingGlass-10.slp',
  '3dcea791__Walnut356_SlippiStats__v0.1.slp',
];
for (const file of FILES) {
  test(`${file.split('__').at(-1)}: all are seen, or else in a bubble; beams are seen`, {
    skip: !existsSync(good + file),
  }, async () => {
    const rows = await rowsOf(file);
    const last = rows.at(-1).frame;
    const losses = lossesIn(rows);
    let [bubbles, beams] = [0, 0];
    for (const [width, height] of SIZES) {
      await s.page.setViewportSize({ width, height });
      await s.open(`?replay=slippi/${encodeURIComponent(file)}&clock=manual`);
      await s.settled();
      const { top, bottom } = await covering();
      const sampled = Array.from({ length: 40 }, (_, i) => Math.round((last * (i + 0.5)) / 40));
      const frames = [...sampled, ...losses.flatMap((loss) => [loss - 20, loss, loss + 25])].filter((frame) => frame <= last);
      for (const [i, state] of (await s.states(frames.map((frame) => frame / 60))).entries()) {
        const frame = frames[i];
        const [low, high] = state.room;
        assert.ok((1 - high[1]) * height * 0.5 >= top - 1, `nothing covers the room from above: ${high[1]}, ${top}`);
        assert.ok((1 - low[1]) * height * 0.5 <= bottom + 1, `nothing covers the room from below: ${low[1]}, ${bottom}`);
        for (const player of state.players.filter((player) => player.visible && !player.dead)) {
          const where = `${player.name} at ${width}x${height}, frame ${frame}: ${player.place}, ${player.bubble}`;
          // Under the header one is seen, under cards and controls not.
          const isSeen = within(player.place, [low, [high[0], 1]]);
          assert.equal(player.bubble === null, isSeen, where);
          if (!player.bubble) continue;
          bubbles++;
          assert.ok(within(player.bubble, state.room), where);
        }
        for (const [x, y, x2, y2] of state.beams) {
          beams++;
          const where = `a beam at ${width}x${height}, frame ${frame}`;
          assert.ok(within([x, y], state.room) && within([x2, y2], state.room), `${where}: ${[x, y, x2, y2]}, ${state.room}`);
        }
      }
    }
    console.log(`# ${losses.length} losses, ${beams} beams and ${bubbles} bubbles looked at`);
    assert.ok(losses.length === 0 || beams >= losses.length * SIZES.length);
  });
}

const SKY = FILES[2];
test('a fighter sent into the sky is in the picture, without a beam, and a star twinkles there at the end', {
  skip: !existsSync(good + SKY),
}, async () => {
  await s.page.setViewportSize({ width: 1280, height: 720 });
  await s.open(`?replay=slippi/${SKY}&clock=manual`);
  for (const [frame, stocks, stars] of [
    [1880, 4, 0],
    [1990, 4, 0],
    [2005, 3, 1],
  ]) {
    await s.seek(frame / 60 + 0.001);
    const { room, beams, visible, players } = await s.state();
    const lost = players.find(({ port }) => port === 3);
    assert.ok(lost.dead && within(lost.place, room), `frame ${frame}: ${lost.place}`);
    assert.deepEqual([lost.stocks, visible.stars, beams], [stocks, stars, []]);
  }
});

const GLASS = FILES[3];
test('a magnifying glass is where the game shows one, and the picture of it', { skip: !existsSync(good + GLASS) }, async () => {
  await s.page.setViewportSize({ width: 1280, height: 720 });
  await s.open(`?replay=slippi/${GLASS}&clock=manual`);
  const rows = (await rowsOf(GLASS)).filter(({ port, frame }) => port === 0 && frame > 0 && frame < 680);
  let [agree, all] = [0, 0];
  for (const row of rows.filter((_, i) => i % 17 === 0)) {
    await s.seek(row.frame / 60);
    const { players } = await s.state();
    const isOff = (row['post.state_bit_flags_5'] & 0x80) !== 0;
    if (players[0].bubble) all++;
    if (players[0].bubble && isOff) agree++;
  }
  console.log(`# ${agree} of ${all} bubbles are there in the game too`);
  assert.ok(all > 5 && agree === all);
  await s.seek(5);
  await s.settled();
  await keep(s.page, 'melee-bubble');
});

test('numbers and controls leave most of the picture free', synthetic, async () => {
  for (const [width, height, most] of [
    [1280, 720, 0.3],
    [960, 540, 0.4],
    [844, 390, 0.3],
    [390, 844, 0.55],
  ]) {
    await s.page.setViewportSize({ width, height });
    await s.open('?replay=files/everything.slp&clock=manual');
    await s.settled();
    const { share } = await covering();
    console.log(`# ${width}x${height}: ${(share * 100).toFixed(1)} % covered`);
    assert.ok(share <= most, `${share} of ${width}x${height} is covered`);
  }
});
