// The free camera flies by keys, and other cameras do not.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PerspectiveCamera, Vector3 } from 'three';
import { source } from './support/decoder.mjs';
import { sampleBytes, stage } from './support/pages.mjs';

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

const s = await stage({ files: { match: await sampleBytes(1, 'rocket-league') } });
test.after(() => s.close());

const eyeInAddress = () => new URL(s.page.url()).searchParams.get('eye')?.split(',').map(Number);

test('W flies the free camera, and S behind it opens no statistics', async () => {
  await s.open('?replay=/files/match&t=3&cam=free&clock=manual');
  const step = () => s.page.evaluate(() => window.ghostreel.step(0.5));
  const camera = await s.page.waitForFunction(() => window.ghostreel.state().camera === 'free');
  assert.ok(camera);
  // The hand's controls are fetched when the camera is taken.
  await s.page.waitForLoadState('networkidle');
  await s.page.keyboard.down('w');
  await step();
  await s.page.waitForFunction(() => location.search.includes('eye='));
  const first = eyeInAddress();
  await step();
  await s.page.waitForFunction((before) => new URL(location.href).searchParams.get('eye') !== before, first.join(','));
  const second = eyeInAddress();
  assert.ok(Math.hypot(...[0, 1, 2].map((i) => second[i] - first[i])) > 1, `${first} to ${second}`);
  await s.page.keyboard.up('w');
  await s.page.keyboard.press('s');
  assert.equal(await s.page.locator('.stats').count(), 0);
  await s.page.evaluate(() => window.ghostreel.setCamera('match'));
  await s.page.keyboard.press('s');
  await s.page.locator('.stats').waitFor();
  assert.deepEqual(s.failures, []);
});
