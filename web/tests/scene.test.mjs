// The built-in sample on the stage: the places of things at fixed times, and that a picture is the same picture every time.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { difference, keep, picture, stage, times } from './support/pages.mjs';

let s;
before(async () => (s = await stage()));
after(async () => {
  await s?.close();
  assert.deepEqual(s.failures, []);
});

const SAMPLE = '?sample&clock=manual';
const shot = (name) => picture(s.page, name);
/** Many moments, few pixels: without a graphics card the picture takes the time. */
const small = () => s.page.setViewportSize({ width: 320, height: 180 });
const large = () => s.page.setViewportSize({ width: 1280, height: 720 });

test('the sample loads and says what it is', async () => {
  await s.open(SAMPLE);
  const state = await s.state();
  assert.equal(state.status, 'ready');
  assert.equal(state.game, 'beat-saber');
  assert.equal(state.format, 'bsor');
  assert.equal(state.playing, false);
  assert.equal(state.camera, 'behind');
  assert.ok(state.duration > 20);
  assert.equal(state.time, state.start);
  assert.deepEqual([state.score, state.combo, state.multiplier, state.accuracy], [0, 0, 1, 1]);
  await s.page.getByRole('heading', { name: 'Synthetic Sample' }).waitFor();
});

test('score, combo and multiplier follow the time, back and forth', async () => {
  await s.open(SAMPLE);
  const at = async (time) => {
    await s.seek(time);
    return s.state();
  };
  const early = await at(6);
  const late = await at(30);
  assert.ok(late.score > early.score && early.score > 0);
  assert.ok(early.combo > 14 && early.multiplier === 8, 'the sample starts with a clean run');
  assert.ok(late.accuracy < early.accuracy, 'there are mistakes between');
  assert.deepEqual(await at(6), early, 'going back gives the same state to the last digit');
  const shown = await s.page.locator('[data-hud=score]').textContent();
  assert.equal(Number(shown.replaceAll(/\D/g, '')), early.score);
  assert.equal(await s.page.locator('[data-hud=combo]').textContent(), String(early.combo));
});

test('at the end the score is the replay’s own', async () => {
  await s.open(SAMPLE);
  const { end, replayScore } = await s.state();
  await s.seek(end + 100);
  const state = await s.state();
  assert.equal(state.time, end);
  assert.equal(state.score, replayScore);
  assert.equal(state.ended, true);
});

test('notes fly in, are cut at their time, and leave halves and points behind', async () => {
  await small();
  await s.open(SAMPLE);
  const seen = new Map();
  for (const { visible } of await s.states(times(4, 9, 0.05))) {
    for (const note of visible.notes) {
      const before = seen.get(note.row);
      if (before && note.state === 'flying') {
        assert.ok(note.position[2] > before.position[2] - 0.2, 'a note comes nearer');
      }
      seen.set(note.row, note);
    }
    for (const saber of Object.values(visible.sabers)) {
      const length = Math.hypot(...saber.tip.map((v, i) => v - saber.hilt[i]));
      assert.ok(Math.abs(length - 1) < 1e-3, 'a blade is a metre long');
    }
  }
  assert.ok(seen.size > 10);
  const colors = new Set([...seen.values()].map((note) => note.color));
  assert.ok(colors.has('left') && colors.has('right'));
  await s.seek(6);
  assert.ok((await s.state()).visible.texts > 0 || (await s.state()).visible.debris > 0);
});

test('a cut note meets the blade', async () => {
  await small();
  await s.open(SAMPLE);
  let closest = Infinity;
  // Just before its event a note must be within reach of its saber.
  for (const { visible } of await s.states(times(4, 6, 1 / 60))) {
    for (const note of visible.notes) {
      const saber = visible.sabers[note.color];
      if (!saber) continue;
      const d = distanceToSegment(note.position, saber.hilt, saber.tip);
      closest = Math.min(closest, d);
    }
  }
  assert.ok(closest < 0.3, `nearest a blade came to a note was ${closest.toFixed(2)} m`);
});

test('every kind of thing turns up: bombs, walls, links, misses', async () => {
  await small();
  await s.open(SAMPLE);
  const { start, end } = await s.state();
  const kinds = new Set();
  const states = new Set();
  let walls = 0;
  for (const { visible } of await s.states(times(start, end, 0.2))) {
    for (const note of visible.notes) {
      kinds.add(note.kind);
      states.add(note.state);
    }
    walls = Math.max(walls, visible.walls.length);
  }
  for (const kind of ['note', 'head', 'link', 'bomb']) assert.ok(kinds.has(kind), kind);
  assert.ok(states.has('missed'));
  assert.ok(walls > 0);
});

test('time moves by steps only, at the speed set', async () => {
  await s.open(`${SAMPLE}&t=10`);
  const step = (seconds) => s.page.evaluate((dt) => window.ghostreel.step(dt), seconds);
  await step(1);
  assert.equal((await s.state()).time, 10, 'paused');
  await s.page.evaluate(() => window.ghostreel.play());
  await s.page.waitForTimeout(150);
  assert.equal((await s.state()).time, 10, 'no time passes by itself');
  await step(0.5);
  const one = (await s.state()).time - 10;
  await s.page.evaluate(() => window.ghostreel.setSpeed(0.5));
  await step(0.5);
  const half = (await s.state()).time - 10 - one;
  assert.ok(Math.abs(half - one / 2) < 1e-9);
  await step(1000);
  const state = await s.state();
  assert.equal(state.time, state.end);
  assert.equal(state.playing, false);
});

test('the same moment gives the same picture, another moment another', async () => {
  await large();
  const taken = {};
  for (const [name, time] of [
    ['a', 12],
    ['b', 12],
    ['c', 20.5],
  ]) {
    await s.open(`${SAMPLE}&t=${time}`);
    taken[name] = await shot(`sample-${time}-${name}`);
  }
  assert.ok((await difference(s.context, taken.a, taken.b)) < 0.0005);
  assert.ok((await difference(s.context, taken.a, taken.c)) > 0.02);
});

test('a picture does not depend on earlier ones', async () => {
  await s.open(`${SAMPLE}&t=14.5`);
  const straight = await shot('straight');
  for (const time of [40, 3, 14.49]) await s.seek(time);
  await s.seek(14.5);
  const around = await shot('around');
  assert.ok((await difference(s.context, straight, around)) < 0.0005);
});

test('every camera shows something of its own', async () => {
  await s.open(`${SAMPLE}&t=12`);
  const { cameras } = await s.state();
  assert.deepEqual(cameras, ['behind', 'player', 'raw', 'side', 'top', 'free']);
  const pictures = [];
  for (const camera of ['behind', 'player', 'side', 'top']) {
    assert.equal(await s.page.evaluate((name) => window.ghostreel.setCamera(name), camera), true);
    await s.page.evaluate(() => window.ghostreel.step(0));
    pictures.push(await shot(`camera-${camera}`));
    assert.equal((await s.state()).camera, camera);
  }
  for (let i = 1; i < pictures.length; i++) assert.ok((await difference(s.context, pictures[i - 1], pictures[i])) > 0.02);
  assert.equal(await s.page.evaluate(() => window.ghostreel.setCamera('nowhere')), false);
});

test('the free camera is turned by hand', async () => {
  await s.open(`${SAMPLE}&t=12&cam=free`);
  await s.page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => name.includes('OrbitControls')));
  const before = await shot('free');
  await s.page.mouse.move(640, 200);
  await s.page.mouse.down();
  await s.page.mouse.move(840, 240, { steps: 4 });
  await s.page.mouse.up();
  assert.ok((await difference(s.context, before, await shot('free-turned'))) > 0.05);
});

test('the light theme is light, and the dark one dark', async () => {
  const brightness = async () => {
    const png = await picture(s.page);
    return s.page.evaluate(async (base64) => {
      const image = new Image();
      image.src = `data:image/png;base64,${base64}`;
      await image.decode();
      const canvas = new OffscreenCanvas(16, 9);
      const context = canvas.getContext('2d');
      context.drawImage(image, 0, 0, 16, 9);
      const { data } = context.getImageData(0, 0, 16, 9);
      return data.reduce((sum, value, i) => sum + (i % 4 === 3 ? 0 : value), 0) / (16 * 9 * 3);
    }, png.toString('base64'));
  };
  await s.open(`${SAMPLE}&t=12`);
  await s.settled();
  assert.ok((await brightness()) < 70);
  await s.page.emulateMedia({ colorScheme: 'light' });
  await s.page.evaluate(() => window.ghostreel.step(0));
  await keep(s.page, 'light');
  assert.ok((await brightness()) > 170);
  await s.page.emulateMedia({ colorScheme: 'dark' });
});

function distanceToSegment(p, a, b) {
  const ab = b.map((v, i) => v - a[i]);
  const ap = p.map((v, i) => v - a[i]);
  const dot = (u, v) => u.reduce((sum, x, i) => sum + x * v[i], 0);
  const t = Math.min(1, Math.max(0, dot(ap, ab) / dot(ab, ab)));
  return Math.hypot(...p.map((v, i) => v - a[i] - ab[i] * t));
}
