// That cuts are heard in time with the picture at every speed, after a leap and over the ends of a loop, by the clock.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { begin, ghostreel, inTime, isSilent, s, SONG_SPEED, struck } from './support/hits.mjs';

test('cuts are heard in time with the picture', async () => {
  await begin(true);
  await ghostreel('seek', 3);
  await ghostreel('play');
  await inTime('played');
  await inTime('sought', { from: 20.3 });
  for (const speed of [0.5, 2, 4]) {
    await ghostreel('setSpeed', speed);
    // At high speeds most sounds run into each other.
    await inTime(`speed ${speed}`, { speed, from: 8, least: speed > 2 ? 1 : 4 });
  }
  await ghostreel('setSpeed', 1);
  const loop = [20, 21.3];
  await ghostreel('setLoop', ...loop);
  await ghostreel('seek', loop[0]);
  await inTime('looped', { loop });
  const { most } = await s.page.evaluate(() => globalThis.ordered);
  assert.ok(most > 0 && most <= 30, `${most} sounds at once`);
  await ghostreel('pause');
  await isSilent('it is paused');
  assert.equal((await s.state()).hits.waiting, 0);
});

test('over the ends of a loop no hit is lost and none is heard twice', async () => {
  await begin(true);
  // From a hit on, to a little before another: both are next to the ends.
  const loop = [struck.find((time) => time > 10) - 0.01, struck.find((time) => time > 11.2) - 0.01];
  const inside = struck.filter((time) => time >= loop[0] && time < loop[1]).length;
  await ghostreel('setLoop', ...loop);
  await ghostreel('seek', loop[0]);
  await ghostreel('play');
  await s.page.waitForTimeout(600);
  const count = () => s.page.evaluate(() => globalThis.ordered.lengths.length);
  const [before, from] = [await count(), performance.now()];
  await s.page.waitForTimeout(6000);
  const ordered = (await count()) - before;
  const rounds = (((performance.now() - from) / 1000) * SONG_SPEED) / (loop[1] - loop[0]);
  await ghostreel('pause');
  console.log(`# ${ordered} sounds in ${rounds.toFixed(2)} rounds with ${inside} hits each`);
  // The first and the last round are not whole.
  assert.ok(Math.abs(ordered / inside - rounds) < 0.75, `${ordered} sounds in ${rounds} rounds of ${inside}`);
});

test('sound that is switched on is heard in time', async () => {
  await begin(true);
  await ghostreel('play');
  await inTime('switched on', { from: 3 });
});
