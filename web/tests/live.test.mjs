// A game that is watched while it is written, from the file over the real server to the picture.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { launch } from './support/browser.mjs';
import { keep } from './support/pages.mjs';
import { ghostreel, skip } from './support/places.mjs';

let folder;
let games;
let server;
let browser;
let page;
let url;
const failures = [];

before(async () => {
  if (skip) return;
  folder = await mkdtemp(join(tmpdir(), 'ghostreel-live-'));
  games = join(folder, 'games');
  await mkdir(games);
  server = spawn(ghostreel, ['play', '--no-open', '--follow', games], { stdio: ['ignore', 'pipe', 'inherit'] });
  url = await new Promise((resolve, reject) => {
    createInterface({ input: server.stdout }).on('line', (line) => {
      const found = /http:\S+/.exec(line)?.[0];
      if (found) resolve(found);
    });
    server.on('error', reject);
    server.on('exit', (code) => reject(new Error(`The server ended with ${code}.`)));
  });
  browser = await launch();
  page = await browser.context.newPage();
  page.on('pageerror', (error) => failures.push(error.message));
  page.on('console', (message) => message.type() === 'error' && failures.push(message.text()));
});
after(async () => {
  await browser?.close();
  if (server) {
    server.kill('SIGTERM');
    await new Promise((resolve) => (server.exitCode === null ? server.once('exit', resolve) : resolve()));
  }
  if (folder) await rm(folder, { recursive: true, force: true });
  assert.deepEqual(failures, []);
});

function sample(seed) {
  const made = join(folder, 'sample.slp');
  spawnSync(ghostreel, ['sample', 'melee', made, '--force', '--seed', String(seed)]);
  return readFile(made);
}

/** Slippi's recorder: no length at first, frames as time goes by, at the end the length and the metadata. */
class Recorder {
  static RATE = 60;

  static async begin(name, whole) {
    const file = await open(join(games, name), 'w');
    const recorder = new Recorder(file, whole);
    await recorder.write(recorder.events);
    return recorder;
  }

  constructor(file, whole) {
    this.file = file;
    this.whole = whole;
    this.unfinished = Buffer.from(whole).fill(0, 11, 15);
    this.rawEnd = 15 + whole.readUInt32BE(11);
    const sizes = new Map();
    for (let at = 17; at < 16 + whole[16]; at += 3) sizes.set(whole[at], 1 + whole.readUInt16BE(at + 1));
    /** Where each frame ends, by its bookend. */
    this.frames = [];
    let at = 16 + whole[16];
    for (; at < this.rawEnd; at += sizes.get(whole[at])) {
      if (whole[at] === 0x3a) this.events ??= at;
      if (whole[at] === 0x3c) this.frames.push(at + sizes.get(0x3c));
    }
    this.written = 0;
    this.count = 0;
  }

  async write(to) {
    await this.file.write(this.unfinished, this.written, to - this.written, this.written);
    this.written = to;
  }

  /** The next frame, but for its last so many bytes. */
  async part(missing) {
    await this.write(this.frames[this.count] - missing);
  }

  async frame(count = 1) {
    this.count = Math.min(this.count + count, this.frames.length);
    await this.write(this.frames[this.count - 1]);
  }

  /** Frames at the game's own pace until `until` says so. */
  async play(until) {
    const [began, first] = [performance.now(), this.count];
    while (!until() && this.count < this.frames.length - 1) {
      const due = first + Math.floor(((performance.now() - began) * Recorder.RATE) / 1000);
      if (due > this.count) await this.frame(due - this.count);
      await new Promise((resolve) => setTimeout(resolve, 8));
    }
  }

  /** Frames at the game's own pace while something is waited for. Between two of these the game stands still, so that it lasts on a
   * slow machine, too. */
  async during(awaited) {
    let isOver = false;
    const playing = this.play(() => isOver);
    await awaited().finally(() => {
      isOver = true;
    });
    await playing;
  }

  /** The frame of the last bookend: rollbacks repeat frames. */
  get lastFrame() {
    return this.whole.readInt32BE(this.frames[this.count - 1] - 8);
  }

  async end() {
    await this.write(this.rawEnd);
    await this.file.write(this.whole, 11, 4, 11);
    await this.write(this.whole.length);
    await this.file.close();
  }
}

/** In the page, before anything else: records the messages to and from the decoder's Worker. */
function countTrips() {
  window.trips = [];
  const calls = new Map();
  window.Worker = class extends Worker {
    constructor(...all) {
      super(...all);
      this.addEventListener('message', ({ data: { id, value } }) => {
        const buffers = value?.ends ? [...value.ends.values()] : Array.isArray(value) ? value : [];
        calls.get(id).got = buffers.reduce((sum, { values, validity }) => sum + (values?.byteLength ?? 0) + (validity?.byteLength ?? 0), 0);
      });
    }

    postMessage(message, ...more) {
      const { call, id, bytes, names = [] } = message;
      const trip = {
        call,
        sent: bytes?.byteLength ?? 0,
        moments: names.some((name) => name.startsWith('moments.')),
        at: performance.now(),
      };
      if (id) calls.set(id, trip);
      if (call) window.trips.push(trip);
      super.postMessage(message, ...more);
    }
  };
}

/** Bytes that arrived went to the decoder once, and new rows came back; at the end the file went there as its recorder left it. */
function assertHandedOverOnce(trips, length) {
  const calls = (list, name) => list.filter(({ call }) => call === name);
  const isAppend = ({ call }) => call === 'append';
  const [first, last] = [trips.findIndex(isAppend), trips.findLastIndex(isAppend)];
  const [before, growing, after] = [trips.slice(0, first), trips.slice(first, last + 1), trips.slice(last + 1)];
  const appended = calls(growing, 'append');
  assert.ok(appended.length > 5, `${appended.length} appended`);
  assert.equal(calls(growing, 'open').length, 0);
  const opened = calls(before, 'open').at(-1);
  assert.ok(opened.sent + sum(appended, 'sent') <= length);
  assert.ok(sum(after, 'sent') <= length);

  const columns = (list) =>
    sum(
      calls(list, 'columns').filter(({ moments }) => !moments),
      'got',
    );
  const all = columns(after);
  assert.ok(all > 0, 'the file as it was left is shown');
  const got = columns(growing) + sum(appended, 'got');
  assert.ok(got < 1.5 * all, `${got} bytes of columns on the way to ${all}`);

  // Moments are worked out now and then.
  const counted = growing.filter(({ moments }) => moments);
  const seconds = (growing.at(-1).at - growing[0].at) / 1000;
  assert.ok(counted.length <= 1 + seconds / 2, `${counted.length} times in ${seconds} s`);
}

const sum = (list, member) => list.reduce((sum, each) => sum + (each[member] ?? 0), 0);

const state = (of = page) => of.evaluate(() => window.ghostreel.state());
const badge = (of = page) => of.locator('.live-badge');
const until = (condition, argument) => page.waitForFunction(condition, argument, { timeout: 20_000 });

test('a game is seen while it is played, then its end, then the next', { skip }, async () => {
  await page.addInitScript(countTrips);
  await page.goto(url);
  await page.getByText('Waiting for a game to begin…').waitFor();
  assert.equal((await state()).live.phase, 'waiting');

  const whole = await sample(1);
  const recorder = await Recorder.begin('first.slp', whole);
  await recorder.during(async () => {
    await until(() => window.ghostreel.state().live?.atEdge && window.ghostreel.state().end > 1);
    await badge().getByText('Live', { exact: true }).waitFor();
  });

  // Time and the end go on.
  const first = await state();
  assert.equal(first.live.name, 'first.slp');
  await recorder.during(() =>
    until(({ end, time }) => window.ghostreel.state().end > end + 1 && window.ghostreel.state().time > time + 1, first),
  );
  const second = await state();
  assert.ok(second.frame >= first.frame + 60, `${first.frame} → ${second.frame}`);
  // Time stays close behind what is written, and all of that arrives.
  const isClose = async () => {
    await recorder.during(() =>
      until(() => window.ghostreel.state().live.atEdge && window.ghostreel.state().end - window.ghostreel.state().time < 2),
    );
    await until((written) => Math.abs(window.ghostreel.state().end - written) < 0.01, recorder.lastFrame / Recorder.RATE);
  };
  await isClose();
  await keep(page, 'live-edge');

  // Back to look at something again: the end goes on without us.
  const { end } = await state();
  await page.evaluate((to) => window.ghostreel.seek(to), end - 2);
  await recorder.during(() => until((end) => window.ghostreel.state().end > end, end));
  const back = await state();
  assert.ok(!back.live.atEdge && back.playing && back.time < back.end - 1, JSON.stringify(back.live));
  await page.mouse.move(600, 600);
  await keep(page, 'live-behind');
  await badge().click();
  await isClose();

  // One who comes late sees the game from its start too.
  const late = await browser.context.newPage();
  await late.goto(url);
  const isThere = (last) => window.ghostreel?.state().live?.atEdge && window.ghostreel.state().end > last;
  await recorder.during(() => late.waitForFunction(isThere, back.end, { timeout: 20_000 }));
  const there = await state(late);
  assert.ok(there.start < -2 && there.time > second.time);
  await late.close();

  await recorder.end();
  await until(() => window.ghostreel.state().ended);
  const over = await state();
  assert.ok(!over.live.growing && over.live.phase === 'waiting');
  // The length that the recorder filled in at the end has arrived as well: the file is not odd in any way.
  assert.deepEqual(over.diagnostics, []);
  await badge().getByText('Waiting for the next game').waitFor();
  await keep(page, 'live-over');

  assertHandedOverOnce(await page.evaluate(() => window.trips), whole.length);

  await page.evaluate(() => window.ghostreel.on('load', () => (window.loaded = window.ghostreel.state().live.name)));
  await writeFile(join(games, 'next.slp'), await sample(2));
  await until(() => window.loaded === 'next.slp');
  await until(() => window.ghostreel.state().ended && !window.ghostreel.state().live.growing);
});

test('its statistics grow with it', { skip }, async () => {
  await page.goto(url);
  const recorder = await Recorder.begin('stats.slp', await sample(1));
  // The game stands still while the page, on a busy machine, finds the time to show it.
  await recorder.play(() => recorder.count > 360);
  await until(() => window.ghostreel?.state().live?.name === 'stats.slp' && window.ghostreel.state().live.atEdge);
  await page.keyboard.press('s');
  // How long the game is so far, beside its stocks.
  const length = page.locator('.stats.melee .readout.num').first();
  const grows = (text) => document.querySelector('.stats.melee .readout.num')?.textContent > text;
  const first = await length.textContent();
  await recorder.play(() => recorder.count > 660);
  await until(grows, first);
  const second = await length.textContent();
  await recorder.play(() => recorder.count > 960);
  await until(grows, second);
  await recorder.end();
  await until(() => document.querySelector('.stats.melee')?.textContent.includes('The replay ends before') === false);
});

test('a recorder that stops in a frame makes up nothing, and a sign says that nothing comes', { skip }, async () => {
  await page.goto(url);
  const recorder = await Recorder.begin('stopped.slp', await sample(1));
  await recorder.play(() => recorder.count > 300);
  await until(() => window.ghostreel?.state().live?.name === 'stopped.slp' && window.ghostreel.state().live.atEdge);
  await page.waitForTimeout(500);
  const { players: before, frame: shown } = await state();
  // Bookend (9 bytes) and the last character's end (85) do not come; nor, then, does any of it.
  await recorder.part(9 + 85 + 30);
  await badge().getByText('Nothing is coming').waitFor({ timeout: 20_000 });
  await page.evaluate(() => window.ghostreel.seek(window.ghostreel.state().end));
  const { players, frame, live } = await state();
  assert.ok(live.stalled && live.phase === 'running', JSON.stringify(live));
  const documentation = await readFile(new URL('../../docs/embedding.md', import.meta.url), 'utf8');
  const [paragraph] = /^Where a game is followed, `live` is[\s\S]*?\n\n/m.exec(documentation);
  for (const name of Object.keys(live)) assert.ok(paragraph.includes(`\`${name}\``), `${name} is in the documentation`);
  assert.equal(frame, recorder.lastFrame, 'the last whole frame stays');
  assert.ok(frame >= shown);
  assert.deepEqual(
    players.map(({ stocks, dead, visible }) => [stocks, dead, visible]),
    before.map(({ stocks, dead, visible }) => [stocks, dead, visible]),
  );
  for (const { position, character } of players) assert.ok(position.some((at) => at !== 0) && character !== 'Mario');
  // Long after the last sign of interest the sign can still be seen.
  await page.waitForTimeout(4000);
  assert.equal(await page.locator('.app').getAttribute('data-shown'), 'true');
  await keep(page, 'live-stopped');
  // It was only a pause.
  await page.evaluate(() => window.ghostreel.on('live', (detail) => (window.heard = detail)));
  await recorder.frame(60);
  await until((last) => window.ghostreel.state().end > last + 0.5, frame / 60);
  await until(() => !window.ghostreel.state().live.stalled && window.heard?.stalled === false);
  const names = Object.keys(await page.evaluate(() => window.heard));
  assert.ok(documentation.includes(`\`{${names.join(', ')}}\``), `the event has ${names}`);
  await recorder.end();
});
