// `npm run drift -- [SECONDS] [SPEED…]`: by how much the song of a map is off from its replay, measured at what goes to the loudspeaker.
import assert from 'node:assert/strict';
import { drifts, LISTEN, TAP, WITHOUT_HITS } from './support/heard.mjs';
import { dial, sampleMap } from './support/maps.mjs';
import { drop, stage } from './support/pages.mjs';

/** The most that it may be off, in seconds. */
const MOST = 0.01;
/** After a start the song has so many seconds to find its place. */
const SETTLED = 2;

const [seconds = 300, ...speeds] = process.argv.slice(2).map(Number);

/** So many seconds of the replay are played at most. */
const longest = seconds * Math.max(1, ...speeds) + 10;

const { map, replay } = sampleMap({
  song: dial(longest + 10),
  change(json) {
    json.info.modifiers = '';
    const { frames } = json;
    const last = frames.at(-1).time;
    // The play again and again: only its length matters.
    for (let round = 1; round * last < longest; round++)
      for (const frame of frames.slice(0, 4000).filter((_, i) => i % 10 === 0))
        json.frames.push({ ...frame, time: frame.time + round * last });
  },
});

// Small: the song is measured, not the speed of drawing.
const s = await stage({ files: { 'tap.js': TAP }, viewport: { width: 480, height: 270 } });
try {
  await s.page.addInitScript(LISTEN);
  await s.page.addInitScript(WITHOUT_HITS);
  for (const speed of speeds.length > 0 ? speeds : [1]) await measure(speed);
} finally {
  await s.close();
}

async function measure(speed) {
  await s.open('?');
  await drop(s.page, 'b.bsor', replay, { 'map.zip': map });
  // At another speed the pitch is kept, and it is not decoded as a whole.
  await s.page.waitForFunction((speed) => speed !== 1 || globalThis.ghostreel.state().song?.isDecoded, speed);
  await s.page.evaluate((speed) => {
    globalThis.ghostreel.setSpeed(speed);
    globalThis.ghostreel.seek(2);
    globalThis.follow();
    globalThis.ghostreel.play();
  }, speed);
  await s.page.waitForTimeout(seconds * 1000);
  const heard = await s.page.evaluate(() => globalThis.heard);
  const { time, song } = await s.state();
  const found = drifts(heard, speed).filter(({ time }) => time > 2 + SETTLED * speed);
  const off = found.map(({ drift }) => Math.abs(drift)).sort((a, b) => a - b);
  const at = (share) => `${((off[Math.floor((off.length - 1) * share)] ?? Number.NaN) * 1000).toFixed(2)} ms`;
  const mean = found.reduce((sum, { drift }) => sum + drift, 0) / found.length;
  console.log(
    `speed ${speed}: ${off.length} samples over ${(time - 2).toFixed(1)} s of the replay: mean ${(mean * 1000).toFixed(2)} ms, ` +
      `median of the amount ${at(0.5)}, 95 % ${at(0.95)}, 99 % ${at(0.99)}, most ${at(1)}, above ${MOST * 1000} ms ${off.filter((drift) => drift > MOST).length}; it says itself ${JSON.stringify(song)}`,
  );
  if (process.env.GHOSTREEL_DRIFT_RAW) console.log(JSON.stringify(heard));
  assert.ok(off.length > seconds * 10, 'the song was heard');
  assert.ok(off.at(-1) < MOST, `at most ${MOST} s`);
}
