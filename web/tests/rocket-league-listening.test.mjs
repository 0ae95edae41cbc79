// The sounds of a match of Rocket League on the page: off until somebody asks for them.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { source } from './support/decoder.mjs';
import { keep, sampleBytes, stage } from './support/pages.mjs';
import { opener } from './support/rocket-league.mjs';

const part = (name) => source(`src/games/rocket-league/scene/${name}.ts`);

const LENGTHS = { touch: 24, goal: 150, boost: 32 };

/** In the page, before its scripts: the lengths of all sounds that were ordered, in hundredths of a second. */
const COUNT = () => {
  globalThis.ordered = [];
  const { start } = AudioBufferSourceNode.prototype;
  AudioBufferSourceNode.prototype.start = function (...when) {
    globalThis.ordered.push(Math.round(this.buffer.duration * 100));
    return start.apply(this, when);
  };
};

let s;
let sample;
before(async () => {
  sample = await sampleBytes(1, 'rocket-league');
  s = await stage({ files: { 'a.replay': sample }, viewport: { width: 640, height: 360 } });
  await s.page.addInitScript(COUNT);
});
after(async () => {
  await s?.close();
  assert.deepEqual(s?.failures, []);
});

const ghostreel = (call, ...values) => s.page.evaluate(([call, values]) => globalThis.ghostreel[call](...values), [call, values]);
const ordered = () => s.page.evaluate(() => globalThis.ordered);
const button = (name) => s.page.getByRole('button', { name });
/** The buttons go while it plays, until the pointer moves. */
async function press(name) {
  await s.page.mouse.move(320, 100);
  await s.page.mouse.move(320, 120);
  await button(name).click();
}
/** A page on which nobody has chosen yet. */
async function begin() {
  await s.open('?');
  await s.page.evaluate(() => localStorage.clear());
  await s.open('?replay=files/a.replay&autoplay=0');
}
const played = (time) => s.page.waitForFunction((time) => globalThis.ghostreel.state().time > time, time);

test('touches, goals and boost are heard when they are asked for', async () => {
  await begin();
  const { start, end } = await s.state();
  // Again and again: it is not over while a busy machine begins to play.
  await ghostreel('setLoop', start, end - 1);
  await ghostreel('setSpeed', 4);
  await ghostreel('play');
  await button('Match sounds on').waitFor();
  const { on, hits } = (await s.state()).hits;
  assert.equal(on, false);
  assert.ok(hits > 10, `${hits} sounds`);
  assert.equal(await s.page.getByRole('slider', { name: 'Loudness of match sounds' }).count(), 1);
  assert.equal(await s.page.getByText('Hit sounds').count(), 0, 'nothing is struck here');
  await played(6);
  assert.deepEqual(await ordered(), [], 'nothing is heard');
  await press('Match sounds on');
  assert.equal((await s.state()).hits.on, true);
  for (const length of Object.values(LENGTHS))
    await s.page.waitForFunction((length) => globalThis.ordered.includes(length), length, { timeout: 120_000 });
  await press('Match sounds off');
  assert.equal((await s.state()).hits.on, false);
});

test('all sounds of the match are there, and of boost that of whom the camera follows', async () => {
  const [{ heardOf }, { goalsOf, goalReplaysOf }] = await Promise.all([part('sounds'), part('goals')]);
  const { game, moments, stats } = await (await opener('stats'))(new Uint8Array(sample));
  const goals = goalsOf(game, moments);
  const heardBy = heardOf(game, { goals, goalReplays: goalReplaysOf(game, goals) }, { value: stats.events.touches });
  const count = (who) => heardBy(() => who).length;
  const expected = { match: count(null), 'player-1': count(game.who[0]), 'player-2': count(game.who[1]) };
  assert.ok(expected['player-1'] < expected.match && expected['player-2'] < expected.match, JSON.stringify(expected));
  await begin();
  await ghostreel('play');
  for (const [camera, hits] of Object.entries(expected)) {
    await ghostreel('setCamera', camera);
    await s.page.waitForFunction((hits) => globalThis.ghostreel.state().hits?.hits === hits, hits);
  }
});

test('the control fits the dock, on phones too', async () => {
  await begin();
  await ghostreel('play');
  await button('Match sounds on').waitFor();
  await ghostreel('pause');
  for (const [width, height] of [
    [1280, 720],
    [844, 390],
    [390, 844],
  ]) {
    await s.page.setViewportSize({ width, height });
    await keep(s.page, `rocket-league-sounds-${width}`);
    const outside = await s.page.evaluate(() => {
      const dock = document.querySelector('.dock');
      const { left, right } = dock.getBoundingClientRect();
      const boxes = [...dock.querySelectorAll('.controls button, .controls input')].map((control) => control.getBoundingClientRect());
      return boxes.filter((box) => box.left < left || box.right > right).length;
    });
    assert.equal(outside, 0, `${width} wide`);
  }
});
