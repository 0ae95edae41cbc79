// The map's additions to the scene: where everything really is, how fast it comes, its colours and its lights, and the places of mistakes.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { mapOfSample, workshop } from './support/maps.mjs';
import { source } from './support/decoder.mjs';
import { difference, drop, keep, picture, stage, times } from './support/pages.mjs';
import { skip } from './support/places.mjs';

const BEATS = Array.from({ length: 20 }, (_, i) => 2 + 2 * i);
/** All five groups by turns, sixteen times a second: that should not be seen. */
const FLICKER = Array.from({ length: 64 }, (_, i) => ({ b: 46 + i / 32, t: i % 5, i: i % 2 ? 0 : 1 }));
const CHANGES = {
  // The first two are those that the sample's head goes into.
  walls: [
    { b: 9, x: 0, y: 0, d: 3, w: 1, h: 5 },
    { b: 16.6, x: 2, y: 0, d: 1.5, w: 2, h: 5 },
    { b: 38.2, x: 0, y: 2, d: 1, w: 4, h: 3 },
  ],
  bombs: [2.5, 18.5, 32.5].map((beat) => ({ beat, x: 3, y: 0 })),
  // Half as fast again from 10 s on, slowly at first and at last; slower at once from 25 s on.
  speeds: [
    { b: 6, d: 0 },
    { b: 10, d: 8, e: 3 },
    { b: 25, d: -6, e: -1 },
  ],
  lights: [
    ...BEATS.flatMap((b) => [
      { b, t: 0, i: 5 },
      { b: b + 1, t: 2, i: 7 },
    ]),
    ...FLICKER,
  ],
  boosts: [
    { b: 20, on: true },
    { b: 30, on: false },
  ],
  colours: {
    saberAColor: 'E0A000FF',
    saberBColor: '8020E0FF',
    obstaclesColor: '20C060FF',
    environmentColor0: 'FF4080FF',
    environmentColor1: '20C0FFFF',
    environmentColor0Boost: 'FFFF40FF',
    environmentColor1Boost: '40FF40FF',
  },
  arc: { a: 1 },
  chain: { s: 0.6 },
};

let shop;
let made;
let s;

before(async () => {
  if (skip) return;
  shop = workshop();
  made = mapOfSample(shop, CHANGES);
  s = await stage({ viewport: { width: 960, height: 540 } });
  await open();
});
after(async () => {
  await s?.close();
  shop?.close();
  assert.deepEqual(s?.failures ?? [], []);
});

async function open(map = made.map, replay = made.replay) {
  await s.open('?clock=manual');
  await drop(s.page, 'own.bsor', replay, map ? { 'map.zip': map } : {});
  await s.page.waitForFunction(() => globalThis.ghostreel.state().status === 'ready');
}
async function at(time) {
  await s.seek(time);
  return s.state();
}
const shot = (name) => picture(s.page, name);
const near = (a, b, tolerance) => assert.ok(Math.abs(a - b) <= tolerance, `${a} is not about ${b}`);
const between = (p, q) => Math.hypot(...p.map((value, i) => value - q[i]));

function toBlade(point, { hilt, tip }) {
  const blade = tip.map((v, i) => v - hilt[i]);
  const along = point.reduce((sum, v, i) => sum + (v - hilt[i]) * blade[i], 0) / blade.reduce((sum, v) => sum + v * v, 0);
  const share = Math.min(1, Math.max(0, along));
  return between(
    point,
    hilt.map((v, i) => v + blade[i] * share),
  );
}

const scene = (name) => source(`src/games/beat-saber/scene/${name}.ts`);

test('cameras go with the lane that is played', async () => {
  const { Turns } = await scene('map/turns');
  const turns = new Turns({ time: [2, 3, 4, 9], rotation: [0, 90, -30, -30] });
  assert.equal(new Turns({}).laneAt(1).turn, 0);
  const degrees = (time) => Math.round((turns.laneAt(time).turn * 180) / Math.PI);
  assert.deepEqual([-5, 1.7, 2.75, 3.75, 8, 20].map(degrees), [0, 0, 90, -30, -30, -30]);
  assert.ok(degrees(2.4) > 10 && degrees(2.4) < 80, 'on the way');
});

test('a head of a chain is drawn as one, though its id does not say so', { skip }, async () => {
  const [{ hb }] = made.chains.map(({ at }) => at);
  const replay = Buffer.from(made.replay);
  const isHead = (at) => Math.floor(replay.readInt32LE(at) / 10_000) === 6 && Math.abs(replay.readFloatLE(at + 8) - hb) < 1e-4;
  const at = Array.from({ length: replay.length - 12 }, (_, at) => at).filter(isHead);
  assert.equal(at.length, 1);
  // Before game 1.20, replays have no types.
  replay.writeInt32LE(replay.readInt32LE(at[0]) - 60_000, at[0]);
  const kinds = async () => (await s.seek(hb - 0.02), (await s.state()).visible.notes.map(({ kind }) => kind));
  const asRecorded = await kinds();
  try {
    await open(made.map, replay);
    assert.deepEqual(await kinds(), asRecorded);
    assert.ok(asRecorded.includes('head'));
  } finally {
    await open();
  }
});

test('an arc whose head was cut follows the saber, and the part behind it is gone', { skip }, async () => {
  let followed = 0;
  for (const { hb, tb } of made.arcs) {
    const { visible } = await at((hb + tb) / 2);
    for (const { held, from, color } of visible.arcs) {
      assert.ok(from[2] > -3, `it begins at the saber, not at ${from}`);
      if (held && toBlade(from, visible.sabers[color ? 'right' : 'left']) < 0.05) followed++;
    }
    const passed = (await at(tb + 0.3)).visible.arcs.filter(({ held }) => held);
    assert.equal(passed.length, 0);
  }
  assert.ok(followed >= 1, `${followed} of ${made.arcs.length} were at the blade`);
  await at(made.arcs[1].hb + 0.2);
  await keep(s.page, 'map-arc');
});

test('the links of a chain stand along its curve, squished, and vanish as they are cut', { skip }, async () => {
  const { hb, tb } = made.chains[0].at;
  // Its head is cut upwards, half a metre above where it ends: from there the curve goes up, and then down.
  const height = (u) => 2 * (1 - u) * u * 0.25 - u * u * 0.5;
  const check = async (squish) => {
    const { visible } = await at(hb - 0.02);
    const head = visible.notes.findLast(({ kind }) => kind === 'head');
    const links = visible.notes.filter(({ kind }) => kind === 'link').slice(-4);
    assert.equal(links.length, 4);
    links.reverse().forEach((link, i) => near(link.position[1] - head.position[1], height(((i + 1) / 4) * squish), 0.06));
    const left = (await at(tb + 0.03)).visible.notes.filter(({ row }) => links.some((link) => link.row === row));
    assert.deepEqual(left, [], 'those that were cut are gone');
  };
  await check(0.6);
  await at(hb - 0.1);
  await keep(s.page, 'map-chain');
  // Without the map squish is unknown.
  await open(null);
  await check(1).finally(() => open());
});

test('notes come at the speed of the moment', { skip }, async () => {
  const speed = async (beat) => {
    const bomb = async (time) => (await at(time)).visible.notes.filter(({ kind, row }) => kind === 'bomb' && row === null)[0].position[2];
    return ((await bomb(beat - 0.1)) - (await bomb(beat - 0.2))) / 0.1;
  };
  near(await speed(2.5), 16, 0.8);
  near(await speed(18.5), 24, 1);
  near(await speed(32.5), 10, 0.8);
});

test('a picture at a time does not depend on earlier pictures', { skip }, async () => {
  const there = await at(9.3);
  for (const time of [40, 25.01, 9.29]) await at(time);
  const again = await at(9.3);
  assert.deepEqual(again.visible, there.visible);
  assert.deepEqual(again.map, there.map);
});

test('colours are those of the map, or others if one likes', { skip }, async () => {
  const { colours } = (await at(14)).map;
  assert.deepEqual(colours, { choice: 'map', left: '#e0a000', right: '#8020e0', wall: '#20c060' });
  const own = await shot('map-colours');
  const button = s.page.locator('[data-colours]');
  await button.click();
  assert.equal((await s.state()).map.colours.choice, 'usual');
  assert.equal((await s.state()).map.colours.left, '#d81f33');
  const usual = await shot('map-usual-colours');
  assert.ok((await difference(s.context, own, usual)) > 0.003);
  await button.click();
  assert.equal((await s.state()).map.colours.choice, 'contrast');
  await keep(s.page, 'map-contrast');
  await button.click();
  assert.equal((await s.state()).map.colours.choice, 'map');
});

test('lights follow the map calmly, and may be put out', { skip }, async () => {
  const before = (await at(1)).map.lights;
  assert.deepEqual(before.back.level, 0);
  const { back, left } = (await at(3.2)).map.lights;
  assert.deepEqual(back, { level: 1, colour: '#ff4080' });
  near(left.level, 0.97, 0.05);
  assert.ok((await at(3.9)).map.lights.left.level < 0.7);
  assert.equal((await at(24.8)).map.lights.back.colour, '#ffff40', 'boosted');
  const lit = await shot('map-lights');
  const calls = (await s.state()).drawn.calls;
  await s.page.getByRole('button', { name: 'Lights off' }).click();
  assert.equal((await at(24.8)).map.lights.on, false);
  assert.ok((await difference(s.context, lit, await shot('map-no-lights'))) > 0.01);
  assert.equal((await s.state()).drawn.calls, calls - 1, 'all lights are one draw call');
  await s.page.getByRole('button', { name: 'Lights on' }).click();
});

test('no more than three flashes in a second, however the map flickers', { skip }, async () => {
  await s.page.setViewportSize({ width: 320, height: 180 });
  const levels = [];
  for (const { map } of await s.states(times(45.9, 48, 1 / 60))) {
    const { lights } = map;
    levels.push(['back', 'rings', 'left', 'right', 'centre'].reduce((sum, name) => sum + lights[name].level / 5, 0));
  }
  const flashes = [];
  let [low, high, rises] = [levels[0], levels[0], false];
  levels.forEach((level, i) => {
    if (rises) high = Math.max(high, level);
    else low = Math.min(low, level);
    if (rises && level < high - 0.1) [rises, low] = [false, level];
    else if (!rises && level > low + 0.1) {
      [rises, high] = [true, level];
      flashes.push(i / 60);
    }
  });
  assert.ok(Math.max(...levels) > 0.1, 'something is lit');
  for (const first of flashes) assert.ok(flashes.filter((time) => time >= first && time < first + 1).length <= 3, `${flashes}`);
  await s.page.setViewportSize({ width: 960, height: 540 });
});

test('with less motion wanted, lights stand still', { skip }, async () => {
  await s.page.emulateMedia({ reducedMotion: 'reduce' });
  await open();
  const levels = async (time) => {
    const { back, left } = (await at(time)).map.lights;
    return [back.level, left.level];
  };
  assert.deepEqual(await levels(3.2), await levels(3.9));
  assert.deepEqual(await levels(3.2), await levels(46.5));
  await s.page.emulateMedia({ reducedMotion: 'no-preference' });
  await open();
});

test('a wall that the head is in glows, and is marked where the head went in', { skip }, async () => {
  const [{ time }] = made.walls;
  const wall = async (when) => (await at(when)).visible.walls.find(({ row }) => row === 1);
  assert.equal((await wall(time - 0.1)).hit, 0);
  assert.equal((await wall(time + 0.05)).hit, 1);
  const { visible } = await at(time + 0.3);
  const head = (await at(time)).visible.head;
  assert.ok(visible.mistakes.some(({ kind, position }) => kind === 'wall' && between(position, head) < 1e-3));
  await at(time + 0.1);
  await keep(s.page, 'map-wall-hit');
  const untouched = (await at(9.5)).visible.walls.find(({ row }) => row === 0);
  assert.equal(untouched.hit, 0);
  const markers = await s.page.locator('.mark.wall').count();
  assert.ok(markers >= 1, 'the timeline has it, too');
});

test('misses and bad cuts are marked where they happened', { skip }, async () => {
  const [BAD, MISS] = [1, 2];
  for (const { eventType, eventTime, noteCutInfo: cut, noteID } of made.mistakes.filter(({ eventType }) => eventType <= MISS)) {
    const { visible } = await at(eventTime + 0.05);
    const x = ((Math.floor(noteID / 1000) % 10) - 1.5) * 0.6;
    const place = eventType === BAD ? [cut.cutPoint.x, cut.cutPoint.y, -cut.cutPoint.z] : null;
    const isThere = (mark) => (place ? between(mark, place) < 1e-3 : Math.abs(mark[0] - x) < 0.35 && Math.abs(mark[2] + 0.9) < 0.3);
    assert.ok(
      visible.mistakes.some(({ position }) => isThere(position)),
      `${eventType} at ${eventTime}: ${JSON.stringify(visible.mistakes)}`,
    );
  }
  const miss = made.mistakes.find(({ eventType }) => eventType === MISS);
  await at(miss.eventTime + 0.2);
  await keep(s.page, 'map-miss');
});

test('a map costs few draw calls and triangles', { skip }, async () => {
  await s.page.setViewportSize({ width: 320, height: 180 });
  let [calls, triangles] = [0, 0];
  for (const { drawn } of await s.states(times(2, 46, 0.7))) {
    [calls, triangles] = [Math.max(calls, drawn.calls), Math.max(triangles, drawn.triangles)];
  }
  console.log(`# at most ${calls} draw calls and ${triangles} triangles`);
  assert.ok(calls <= 34 && triangles <= 60_000, `${calls} draw calls, ${triangles} triangles`);
});

test('in a map of all around, notes, floor, lights and cameras go with the lane', { skip }, async () => {
  const turns = [
    { b: 12, r: 60 },
    { b: 26, r: -90 },
  ];
  const turned = mapOfSample(shop, { ...CHANGES, turns });
  await s.page.setViewportSize({ width: 960, height: 540 });
  await open(turned.map, turned.replay);
  const { visible, map } = await at(20);
  assert.ok(map, 'the replay finds its map');
  const far = visible.notes.filter(({ state, position: [, , z] }) => state === 'flying' && z < -2);
  assert.ok(far.length > 1);
  for (const { position } of far) near((Math.atan2(position[0], -position[2]) * 180) / Math.PI, 60, 22);
  await keep(s.page, 'map-turned');
  await s.page.evaluate(() => window.ghostreel.setCamera('top'));
  await keep(s.page, 'map-turned-top');
  await s.page.evaluate(() => window.ghostreel.setCamera('behind'));
  await at(30);
  await keep(s.page, 'map-turned-left');
});
