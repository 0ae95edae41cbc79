// How soon two hours of some twenty notes a second are seen.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stage } from './support/pages.mjs';
import { noteStorm } from './support/storm.mjs';

const STORM_SECONDS = 2 * 60 * 60;
/** The limit for opening the storm, in milliseconds, on a machine that has other things to do as well. */
const STORM_MILLIS = 10_000;

test('the storm opens soon', async () => {
  const s = await stage({ files: { 'storm.bsor': await noteStorm(STORM_SECONDS) }, viewport: { width: 640, height: 360 }, sharp: true });
  try {
    await s.open('?clock=manual&replay=files/storm.bsor');
    const { timing, duration } = await s.state();
    console.log(`# storm: first picture after ${timing.picture} ms`);
    assert.ok(duration > STORM_SECONDS - 60);
    assert.ok(timing.picture <= STORM_MILLIS, JSON.stringify(timing));
    assert.deepEqual(s.failures, []);
  } finally {
    await s.close();
  }
});
