// The free camera flies by keys, and other cameras do not.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PerspectiveCamera, Vector3 } from 'three';
import { source } from './support/decoder.mjs';
import { sampleBytes, searchOf, stage } from './support/pages.mjs';

const { Flight } = await source('src/stage/fly.ts');

/** Where a camera is after a second, that looks along negative z, with these keys held; and where it turns about. */
function flown(keys, { isFast = false, from = [0, 2, 10] } = {}) {
  const [flight, camera, target] = [new Flight(), new PerspectiveCamera(), new Vector3()];
  camera.position.fromArray(from);
  for (const key of keys) assert.ok(flight.press(key, isFast), key);
  flight.move(camera, target, 1);
  return { at: camera.position.toArray().map((value) => Math.round(value * 100) / 100), target };
}

test('keys fly ahead, aside and up, and Shift flies faster', () => {
  assert.deepEqual(flown('w').at, [0, 2, 4]);
  assert.deepEqual(flown('s').at, [0, 2, 16]);
  assert.deepEqual(flown('a').at, [-6, 2, 10]);
  assert.deepEqual(flown('d').at, [6, 2, 10]);
  assert.deepEqual(flown('e').at, [0, 8, 10]);
  assert.deepEqual(flown('w', { isFast: true }).at, [0, 2, -8]);
  const aslant = flown('wd').at;
  assert.ok(Math.abs(Math.hypot(aslant[0], aslant[2] - 10) - 6) < 0.02, 'no faster aslant');
  assert.equal(new Flight().press('x', false), false);
});

test('a camera that flies stays above the floor and near the play, and turns about a point before it', () => {
  const [, height] = flown('q').at;
  assert.ok(height > 0 && height < 0.5, `${height}`);
  assert.ok(Math.hypot(...flown('s', { isFast: true, from: [0, 2, 59] }).at) <= 60.01);
  const { at, target } = flown('w');
  assert.ok(new Vector3(...at).distanceTo(target) < 1);
  assert.ok(target.z < at[2], 'ahead');
});

const { eyeAlong, readPath, withPoint, writePath } = await source('src/stage/camera-path.ts');

test('a path goes through its points without a bend, slowly away from the first and slowly to the last', () => {
  const points = [
    { time: 2, eye: [0, 1, 0, 0, 0, -5] },
    { time: 4, eye: [4, 2, 0, 0, 0, -5] },
    { time: 10, eye: [4, 2, 9, 3, 0, -5] },
    { time: 11, eye: [0, 2, 9, 3, 1, -5] },
  ];
  for (const { time, eye } of points) for (const [i, value] of eyeAlong(points, time).entries()) assert.ok(Math.abs(value - eye[i]) < 1e-9);
  assert.deepEqual(eyeAlong(points, -3), points[0].eye, 'before the first it stands there');
  assert.deepEqual(eyeAlong(points, 99), points[3].eye);
  const speed = (time) => Math.hypot(...eyeAlong(points, time + 1e-4).map((value, i) => (value - eyeAlong(points, time - 1e-4)[i]) / 2e-4));
  assert.ok(speed(2.01) < 0.1 && speed(10.99) < 0.3, `${speed(2.01)}, ${speed(10.99)}`);
  for (const time of [4, 10]) assert.ok(Math.abs(speed(time - 0.001) - speed(time + 0.001)) < 0.05, `no jolt at ${time}`);
  assert.ok(speed(4) > 0.5, 'it stops at none between');
});

test('a path has a point for each time, and comes back from a link', () => {
  const at = (time, x = 0) => ({ time, eye: [x, 1, 2, 3, 4, 5] });
  const points = withPoint(withPoint([at(5)], at(3)), at(5.02, 7));
  assert.deepEqual(points, [at(3), at(5.02, 7)]);
  assert.deepEqual(readPath(writePath(points)), points);
  assert.deepEqual(readPath('1,2,3_4'), [], 'no part of a path');
  assert.deepEqual([readPath(null), readPath('')], [[], []]);
  assert.equal(writePath([]), '');
  const many = Array.from({ length: 24 }, (_, i) => at(i));
  assert.equal(withPoint(many, at(50)), null);
  assert.equal(withPoint(many, at(7, 1)).length, 24);
});

const s = await stage({ files: { match: await sampleBytes(1, 'rocket-league') } });
test.after(() => s.close());

const inAddress = async (name) => new URLSearchParams(await searchOf(s.page)).get(name);
const eyeInAddress = async () => (await inAddress('eye')).split(',').map(Number);

test('W flies the free camera, and S behind it opens no statistics', async () => {
  await s.open('?replay=/files/match&t=3&cam=free&clock=manual');
  const step = () => s.page.evaluate(() => window.ghostreel.step(0.5));
  // The hand's controls are fetched when the camera is taken; it has an eye as soon as they are there.
  await s.page.waitForFunction(() => window.ghostreel.state().camera === 'free' && window.ghostreel.state().eye);
  await s.page.keyboard.down('w');
  await step();
  await s.page.waitForFunction(() => location.search.includes('eye='));
  const first = await eyeInAddress();
  await step();
  await s.page.waitForFunction((before) => new URL(location.href).searchParams.get('eye') !== before, first.join(','));
  const second = await eyeInAddress();
  assert.ok(Math.hypot(...[0, 1, 2].map((i) => second[i] - first[i])) > 1, `${first} to ${second}`);
  await s.page.keyboard.up('w');
  await s.page.keyboard.press('s');
  assert.equal(await s.page.locator('.stats').count(), 0);
  await s.page.keyboard.up('s');

  // A path through two places, each at a time of its own. The camera follows it while time passes.
  await s.seek(4);
  await s.page.keyboard.press('x');
  await s.seek(8);
  await s.page.keyboard.down('d');
  await step();
  await s.page.keyboard.up('d');
  await s.page.keyboard.press('x');
  assert.deepEqual((await s.state()).cameraPath, [4, 8]);
  await s.page.waitForFunction(() => /path=4,[^_]*_8,/.test(location.search));
  const points = (await inAddress('path')).split('_').map((point) => point.split(',').map(Number));
  assert.ok(Math.hypot(...[1, 2, 3].map((i) => points[1][i] - points[0][i])) > 1, 'two places');
  const eyeAt = async (time) => {
    await s.seek(time);
    return s.page.evaluate(() => window.ghostreel.state().eye);
  };
  const near = (eye, [, ...point]) =>
    assert.ok(Math.max(...eye.map((value, i) => Math.abs(value - point[i]))) < 0.02, `${eye} is ${point}`);
  near(await eyeAt(4), points[0]);
  near(await eyeAt(8), points[1]);
  near(
    await eyeAt(6),
    points[0].map((value, i) => (value + points[1][i]) / 2),
  );
  // The link brings the path along.
  await s.page.reload();
  await s.page.waitForFunction(() => window.ghostreel?.state().cameraPath?.length === 2 && window.ghostreel.state().eye);
  near(await eyeAt(4), points[0]);
  await s.page.keyboard.press('Shift+X');
  await s.page.waitForFunction(() => !location.search.includes('path='));
  const held = await eyeAt(5);
  assert.deepEqual(await eyeAt(7), held, 'without a path it stays where it is');
  await s.page.evaluate(() => window.ghostreel.setCamera('match'));
  await s.page.keyboard.press('s');
  await s.page.locator('.stats').waitFor();
  assert.deepEqual(s.failures, []);
});
