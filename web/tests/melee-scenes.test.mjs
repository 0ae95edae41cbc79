// Melee's stages, fighters, items and numbers: on every kind of event at once, and on real games of each stage.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { replayOf, source } from './support/decoder.mjs';
import { difference, keep, picture, stage } from './support/pages.mjs';
import { corpus, ghostreel, skip } from './support/places.mjs';

const good = corpus('slippi/good');
const synthetic = { skip };
const real = { skip: existsSync(good) ? false : 'no Slippi replays here' };

const folder = mkdtempSync(join(tmpdir(), 'ghostreel-melee-'));
let s;
before(async () => {
  const files = {};
  if (ghostreel) {
    for (const variant of ['everything', 'whispy', 'ice-climbers', 'old', 'stadium']) {
      const path = join(folder, `${variant}.slp`);
      execFileSync(ghostreel, ['sample', 'melee', path, '--variant', variant]);
      files[`${variant}.slp`] = readFileSync(path);
    }
  }
  s = await stage({ files, folders: existsSync(good) ? { '/slippi/': good } : {} });
});
after(async () => {
  await s?.close();
  rmSync(folder, { recursive: true });
  assert.deepEqual(s?.failures ?? [], []);
});

const open = (path) => s.open(`?replay=${path}&clock=manual`);
const at = async (time) => (await s.seek(time), s.state());
const shot = (name) => picture(s.page, `melee-${name}`);
/** Seeking away and back gives the same picture, and another time another. */
async function steady(name, time, other) {
  await s.seek(time);
  const first = await shot(name);
  await s.seek(other);
  assert.ok((await difference(s.context, first, await shot(`${name}-other`))) > 0.01, `${name} moves`);
  await s.seek(time);
  assert.ok((await difference(s.context, first, await shot(name))) < 0.0005, `${name} is its time’s alone`);
}

test('everything at once: teams, shield, ledge, lost stock, items, forms', synthetic, async () => {
  await open('files/everything.slp');
  let { players, timer, stage, visible } = await at(0.2);
  assert.deepEqual(
    players.map(({ name, character, team }) => [name, character, team]),
    [
      ['Ghost', 'Fox', 0],
      ['Reel', 'Marth', 1],
      ['Tape', 'Samus', 0],
      ['Loop', 'Pikachu', 1],
    ],
  );
  assert.equal(timer, '7:59.80');
  assert.equal(players[2].mood, 'shield');
  assert.ok(players[2].shield > 5 && players[2].shield < 14.3, 'a shield of Samus’s size');
  assert.equal(players[3].actionState, 253, 'hangs from the ledge');
  const shapes = new Set(visible.items.map((item) => item.shape));
  assert.deepEqual([...shapes].sort(), ['bomb', 'crescent', 'dart', 'disc', 'flame', 'halved', 'missile', 'turnip']);
  assert.equal(stage.stadium, 'normal');
  assert.deepEqual(await s.page.locator('.melee-score').allTextContents(), ['8', '8']);
  assert.equal(await s.page.locator('.caption p > :first-child').textContent(), 'Ghost & Tape vs Reel & Loop');
  assert.deepEqual(await s.page.locator('.melee-card').evaluateAll((cards) => cards.map((card) => card.dataset.hue)), ['1', '2', '1', '2']);

  ({ players, stage } = await at(1.6));
  assert.ok(players[3].dead && players[3].stocks === 3);
  assert.deepEqual(await s.page.locator('.melee-score').allTextContents(), ['8', '7']);
  assert.match((await s.state()).standing, /^Ghost × 4, \d+% · Tape × 4, \d+% · Reel × 4, \d+% · Loop × 3, \d+% · 7:5\d\.\d\d$/);
  assert.equal((await at(3.2)).stage.stadium, 'fire');
  await steady('everything', 3.2, 0.2);
});

test('Whispy blows; old files are shown with their data', synthetic, async () => {
  await open('files/whispy.slp');
  const winds = [];
  for (const frame of [0, 60, 110]) winds.push((await at(frame / 60)).stage.wind);
  assert.deepEqual(winds, ['none', 'left', 'left']);
  await steady('whispy', 1, 0);
  await open('files/old.slp');
  const { players, timer } = await at(1);
  assert.equal(players.length, 2);
  assert.equal(timer, '7:59.00');
  assert.ok(players.every((player) => player.visible));
});

test('four players fit on a phone', synthetic, async () => {
  const size = s.page.viewportSize();
  await s.page.setViewportSize({ width: 390, height: 844 });
  await open('files/everything.slp');
  await s.seek(0.2);
  await keep(s.page, 'melee-phone');
  const boxes = await s.page.locator('.melee-card').evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().toJSON()));
  const dock = await s.page.locator('.timeline').boundingBox();
  for (const [i, box] of boxes.entries()) {
    assert.ok(box.left >= 0 && box.right <= 390 && box.bottom <= dock.y, `card ${i} is in the picture and above the bar`);
    for (const other of boxes.slice(i + 1))
      assert.ok(box.right <= other.left || box.bottom <= other.top || other.right <= box.left, 'cards do not overlap');
  }
  const pads = await s.page.locator('.melee-pad').evaluateAll((all) => all.map((pad) => pad.getBoundingClientRect().width));
  assert.ok(
    pads.every((width) => width >= 100),
    `controllers ${pads} px wide`,
  );
  await s.page.setViewportSize(size);
});

for (const [what, file, time, check] of [
  ['doubles', '97b3db00__PMcca_go-slippi__doubles.slp', 40, (state) => assert.equal(new Set(state.players.map((p) => p.team)).size, 2)],
  ['climbers', 'd202bb6e__Walnut356_SlippiStats__ics.slp', 2, (state) => assert.ok(state.players.some((p) => p.follower))],
  ['stadium', 'da2a7daf__vinceau_slp-realtime__200306_2258_Falco_v_Fox_PS.slp', 85, (state) => assert.equal(state.stage.stadium, 'grass')],
  [
    'fountain',
    'a5757eb3__hohav_peppi__v3.18.slp',
    12,
    ({ stage }) => {
      near(stage.platforms[0], 18.4875, 0.001);
      assert.deepEqual([stage.platforms[1], stage.known], [22.125, [true, true]]);
    },
  ],
  ['dream-land', 'bb92c5ba__project-slippi_slippi-js__Whispy.slp', 60, (state) => assert.equal(state.stage.wind, 'none')],
  [
    'battlefield',
    '1b72eddb__asundheim_SlippiTV__1_-_Logos__Falco__Wizzrobe__Falcon__-_Battlefield.slp',
    60,
    ({ players, stage }) => {
      assert.deepEqual(
        players.map(({ character, actionStateName }) => [character, actionStateName]),
        [
          ['Falco', 'JUMP_B'],
          ['Captain Falcon', 'ESCAPE_B'],
        ],
      );
      assert.ok(players[0].position[1] > 10);
      near(players[1].position[1], 0, 0.01);
      assert.deepEqual(stage.underfoot, []);
    },
  ],
  ['final-destination', '85944372__project-slippi_slippi-js__itemExport.slp', 4.5, (state) => assert.ok(state.visible.items.length > 0)],
  [
    'yoshis-story',
    '99e21b8b__asundheim_SlippiTV__5_-_Zuppy__Fox__CPU0__Puff__-_Yoshi_s_Story.slp',
    30,
    (state) => assert.ok(state.stage.cloud),
  ],
  [
    'icicle-mountain',
    'f2123421__slprank_Froggi-Launcher__Replay_1__L_.slp',
    4,
    ({ players, stage }) =>
      assert.deepEqual(
        stage.underfoot,
        players.map(({ position }) => [...position, true]),
      ),
  ],
  ['target-test', '71da1ac3__asundheim_Slippi.NET__BTTDK.slp', 4, (state) => assert.equal(state.players.length, 1)],
  ['home-run', '5c89a903__asundheim_Slippi.NET__homeRun_jp.slp', 5, (state) => assert.equal(state.players[1].character, 'Sandbag')],
]) {
  test(`${what}: shown, and the same again`, { skip: real.skip || !existsSync(good + file) }, async () => {
    await open(`slippi/${encodeURIComponent(file)}`);
    const state = await at(time);
    check(state);
    assert.equal(state.error, null);
    assert.ok(state.players.some((player) => player.visible));
    await steady(what, time, -1);
  });
}

/** Replays that do not record what the stage does: pictures at times when somebody stands on ground that is not where it began. */
const stands = (what, file, frames, check) =>
  test(`${what}: feet are on the ground`, { skip: real.skip || !existsSync(good + file) }, async () => {
    await open(`slippi/${encodeURIComponent(file)}`);
    for (const [frame, ...expected] of frames) {
      const state = await at(frame / 60 + 0.001);
      assert.equal(state.frame, frame);
      check(state, ...expected);
      await keep(s.page, `melee-${what}-${frame}`);
    }
  });
const near = (a, b, within = 1) => assert.ok(Math.abs(a - b) < within, `${a} is not ${b}`);
stands(
  'fountain-moves',
  '35ed9f08__noahpodgurski_MeleeGuessr__highlight.slp',
  // The right platform rises, sinks and is in the floor; the left one is as high as it gets.
  [
    [2569, 1, 16.125],
    [4060, 1, 8.55],
    [5260, 0, 27.375],
    [6700, 1, 0],
  ],
  ({ stage, players }, side, height) => {
    near(stage.platforms[side], height, 0.01);
    if (height > 0) assert.ok(players.some(({ position }) => Math.abs(position[1] - height) < 0.01));
  },
);
stands(
  'stadium-grass',
  'da2a7daf__vinceau_slp-realtime__200306_2258_Falco_v_Fox_PS.slp',
  [
    [4100, 'normal'],
    [4241, 'grass'],
    [5000, 'grass'],
    [6125, 'normal'],
    [7000, 'normal'],
  ],
  ({ stage }, form) => assert.deepEqual([stage.stadium, stage.known], [form, true]),
);
stands(
  'stadium-rock',
  '2d1c055a__asundheim_SlippiTV__2_-_CPU0__Puff__ZODD-01__Fox__-_Pok_mon_Stadium.slp',
  [
    [4160, 'rock'],
    [4470, 'rock'],
  ],
  ({ stage }, form) => assert.equal(stage.stadium, form),
);

/** A sample whose bytes are changed: `change` gets each event, whose first byte is its command. */
function changed(variant, change) {
  const bytes = new Uint8Array(readFileSync(join(folder, `${variant}.slp`)));
  const data = new DataView(bytes.buffer);
  const sizes = new Map();
  for (let i = 17; i < 16 + bytes[16]; i += 3) sizes.set(bytes[i], 1 + data.getUint16(i + 1));
  const end = 15 + data.getUint32(11);
  for (let i = 16 + bytes[16]; i < end; i += sizes.get(bytes[i])) change(new DataView(bytes.buffer, i, sizes.get(bytes[i])));
  return bytes;
}

test('Stadium in files before 2.0 is not on fire, and no one stands on a windmill of air', synthetic, async () => {
  const open = async (name, bytes) => {
    await s.context.route(`**/files/${name}.slp`, (route) => route.fulfill({ body: Buffer.from(bytes) }));
    await s.open(`?replay=files/${name}.slp&clock=manual`);
  };
  await open(
    'old-stadium',
    changed('old', (event) => event.getUint8(0) === 0x36 && event.setUint16(0x13, 3)),
  );
  for (const time of [0, 1, 1.9]) assert.equal((await at(time)).stage.stadium, 'normal');
  await keep(s.page, 'melee-stadium-old');
  // In water somebody stands on a blade.
  await open(
    'water',
    changed('stadium', (event) => {
      if (event.getUint8(0) === 0x41) event.setUint16(0x07, 9);
      if (event.getUint8(0) !== 0x38 || event.getUint8(5) !== 0) return;
      event.setFloat32(0x0a, -50);
      event.setFloat32(0x0e, 60);
      event.setUint8(0x2f, 0);
      event.setUint16(0x30, 116);
    }),
  );
  const { stage, players } = await at(1.8);
  assert.equal(stage.stadium, 'water');
  assert.deepEqual(stage.blade, players[0].position);
  await keep(s.page, 'melee-stadium-windmill');
});

test('a scene that has grown is the one of the whole replay', synthetic, async () => {
  const { kind } = await source('src/games/melee/scene/index.ts');
  const bytes = new Uint8Array(readFileSync(join(folder, 'everything.slp')));
  const scene = await kind.load(await replayOf(bytes.slice(0, bytes.length / 2), 'melee'));
  const whole = await kind.load(await replayOf(bytes, 'melee'));
  const half = scene.span.end;
  assert.ok(half < whole.span.end - 1);
  const grown = await replayOf(bytes, 'melee');
  await scene.grow(grown);
  await scene.recount(grown);
  assert.deepEqual(scene.span, whole.span);
  assert.deepEqual(scene.markers, whole.markers);
  assert.equal(scene.frameTimes.length, whole.frameTimes.length);
  const view = { camera: 'follow', reducedMotion: true };
  for (const time of [0.5, half, whole.span.end]) {
    scene.update(time, view);
    whole.update(time, view);
    assert.deepEqual(scene.state(), whole.state());
  }
});
