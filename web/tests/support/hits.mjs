// The sample with the sounds of its cuts, on a page of its own, for the tests of one file.
import assert from 'node:assert/strict';
import { after } from 'node:test';
import { loadDecoder, source } from './decoder.mjs';
import { LISTEN, shown } from './heard.mjs';
import { sampleBytes, stage } from './pages.mjs';

/** The most that a sound may be off from its picture, in seconds of the watcher's. */
const MOST = 0.01;
/** Sounds of hits that are nearer than so many seconds run into each other: only the first of them is heard to begin. */
const APART = 0.13;

/** The sample was played with a faster song. */
export const SONG_SPEED = 1.2;

/** When a sound begins after a silence. */
const TAP = `
registerProcessor('tap', class extends AudioWorkletProcessor {
  quiet = 0;
  process([[x]]) {
    if (!x) {
      this.quiet += 128;
      this.port.postMessage([currentTime, false]);
    } else {
      for (let i = 0; i < x.length; i++) {
        const isLoud = Math.abs(x[i]) > 0.004;
        if (isLoud && this.quiet > sampleRate * 0.02) this.port.postMessage([currentTime + i / sampleRate, true]);
        this.quiet = isLoud ? 0 : this.quiet + 1;
      }
      if (Math.floor(currentFrame / 128) % 8 === 0) this.port.postMessage([currentTime, false]);
    }
    return true;
  }
});`;

/** In the page, before its scripts: the lengths of all sounds that were heard to their end, and how many were ordered at once. */
const COUNT = () => {
  const ordered = { lengths: [], most: 0 };
  globalThis.ordered = ordered;
  const { start, disconnect } = AudioBufferSourceNode.prototype;
  const waiting = new Set();
  AudioBufferSourceNode.prototype.start = function (...when) {
    waiting.add(this);
    ordered.most = Math.max(ordered.most, waiting.size);
    this.addEventListener('ended', () => waiting.delete(this) && ordered.lengths.push(Math.round(this.buffer.duration * 100) / 100));
    return start.apply(this, when);
  };
  AudioBufferSourceNode.prototype.disconnect = function (...to) {
    waiting.delete(this);
    return disconnect.apply(this, to);
  };
};

const MISS = 2;

const replay = await sampleBytes();
/** The times of all that is struck, rising. */
export const struck = await hitsOf(replay);
export const s = await stage({ files: { 'tap.js': TAP, 'a.bsor': replay }, viewport: { width: 480, height: 270 } });
await s.page.addInitScript(LISTEN);
await s.page.addInitScript(COUNT);
after(async () => {
  await s.close();
  assert.deepEqual(s.failures, []);
});

async function hitsOf(file) {
  const { Column, find } = await source('src/decoder/columns.ts');
  const module = await loadDecoder();
  const { handle, description } = module.open(new Uint8Array(file));
  const names = ['notes.event_time', 'notes.event_type'];
  const buffers = module.columns(handle, names);
  const [times, types] = names.map((name, i) => new Column(find(description, name).type, buffers[i]).values());
  return [...times].filter((_, i) => types[i] !== MISS).sort((a, b) => a - b);
}

export const button = (name) => s.page.getByRole('button', { name });
export const ghostreel = (call, ...values) => s.page.evaluate(([call, values]) => globalThis.ghostreel[call](...values), [call, values]);

/** The sample, paused, with hits to be heard or not. */
export async function begin(isOn) {
  await s.open('?');
  await s.page.evaluate((hits) => localStorage.setItem('ghostreel.song', JSON.stringify({ hits, hitVolume: 1 })), isOn);
  await s.open('?replay=files/a.bsor&autoplay=0');
  await s.page.mouse.click(240, 100);
  await s.page.waitForFunction(() => globalThis.ghostreel.state().hits);
  await s.page.evaluate(() => {
    globalThis.ghostreel.pause();
    globalThis.follow();
  });
}

const forget = () =>
  s.page.evaluate(() => {
    globalThis.heard.times.length = 0;
    globalThis.heard.samples.length = 0;
  });

/** The sounds that begin in so many seconds, each with the time of the replay that is shown then. */
async function listen(seconds, rate) {
  await forget();
  await s.page.waitForTimeout(seconds * 1000);
  const heard = await s.page.evaluate(() => globalThis.heard);
  heard.samples = heard.samples.filter(([, begins]) => begins);
  return [...shown(heard, rate)].map(({ time }) => time);
}

/** All sounds are those of hits, and no hit that is apart from others is not heard. */
export async function inTime(what, { speed = 1, loop = null, from = null, seconds = 3, least = 4 } = {}) {
  const rate = speed * SONG_SPEED;
  let best = null;
  // Where a machine is too busy to draw and to feed its loudspeaker at once, another try shows it.
  for (let i = 0; i < 4; i++) {
    if (from !== null) await ghostreel('seek', from);
    await s.page.waitForTimeout(400);
    const begun = await listen(seconds, rate);
    const off = begun.map((time) => {
      const near = struck.map((hit) => {
        const apart = time - hit;
        // The sound of a hit at a loop's start may be heard while its last picture is still shown.
        return loop && Math.abs(apart) > (loop[1] - loop[0]) / 2 ? apart - Math.sign(apart) * (loop[1] - loop[0]) : apart;
      });
      return Math.min(...near.map(Math.abs)) / rate;
    });
    off.sort((a, b) => a - b);
    const nearlyAll = off[Math.floor((off.length - 1) * 0.95)];
    const expected = expectedIn(begun, rate);
    console.log(`# ${what}: ${off.length} sounds (${expected} at least), nearly all at most ${(nearlyAll * 1000).toFixed(2)} ms off`);
    if (!best || nearlyAll < best.nearlyAll) best = { nearlyAll, count: off.length, expected };
    if (best.count >= least && best.nearlyAll < MOST && best.count >= 0.7 * best.expected) return;
  }
  assert.ok(best.count >= least && best.nearlyAll < MOST, `${what}: ${JSON.stringify(best)}`);
  assert.ok(best.count >= 0.7 * best.expected, `${what}: ${JSON.stringify(best)}`);
}

/** How many hits between the first and the last sound are far enough after others. */
function expectedIn(begun, rate) {
  const [first, last] = [Math.min(...begun), Math.max(...begun)];
  return struck.filter((time, i) => time > first && time < last && time - (struck[i - 1] ?? -1) > APART * rate).length;
}

/** From a time on, a hit is heard to begin. */
export async function isHeard(from) {
  await ghostreel('seek', from);
  await forget();
  await s.page.waitForFunction(() => globalThis.heard.samples.some(([, begins]) => begins));
}

export async function isSilent(when) {
  await s.page.waitForTimeout(300);
  await forget();
  await s.page.waitForTimeout(600);
  const { samples } = await s.page.evaluate(() => globalThis.heard);
  assert.equal(samples.filter(([, begins]) => begins).length, 0, `nothing is heard while ${when}`);
}
