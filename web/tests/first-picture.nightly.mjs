// How soon a replay is seen that was dropped on the page: the sample, and the real ones, where they are at hand.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { drop, sampleBytes, stage } from './support/pages.mjs';
import { corpus } from './support/places.mjs';

const replays = corpus('beat-saber/bsor');
const FIRST_PICTURE_MILLIS = 1500;
/** As it is in life: the page has been open for so many milliseconds when the file comes. */
const OPEN_BEFORE = 1500;

let s;
before(async () => (s = await stage({ sharp: true })));
after(async () => {
  await s?.close();
  assert.deepEqual(s.failures, []);
});

async function firstPicture(name, bytes) {
  await s.open('?clock=manual');
  await s.page.waitForTimeout(OPEN_BEFORE);
  await drop(s.page, name, bytes);
  await s.page.waitForFunction(() => window.ghostreel.state().status === 'ready');
  const { timing } = await s.state();
  console.log(`# ${name}: first picture after ${timing.picture} ms`);
  assert.ok(timing.picture < FIRST_PICTURE_MILLIS, JSON.stringify(timing));
}

test('the first picture comes soon after the drop', async () => firstPicture('mine.bsor', await sampleBytes()));

const real = existsSync(replays) ? (await readdir(replays)).filter((name) => name.endsWith('.bsor')) : [];
test('so does that of a real replay', { skip: real.length === 0 && 'corpus absent' }, async (t) => {
  for (const name of real) await t.test(name, async () => firstPicture(name, await readFile(replays + name)));
});
