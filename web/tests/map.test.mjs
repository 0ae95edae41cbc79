// A replay with the map that it was played on: walls, bombs and arcs as they are, and the song in time.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { drifts, LISTEN, TAP, WITHOUT_HITS } from './support/heard.mjs';
import { dial, LOUDNESS, sampleMap, workshop } from './support/maps.mjs';
import { dist, answer, drop, keep, sampleBytes, saved, stage } from './support/pages.mjs';
import { ghostreel, skip } from './support/places.mjs';

/** The most that the song may be off, in seconds. `npm run drift` measures minutes of it. */
const MOST = 0.01;
/** So many samples are listened to. */
const ENOUGH = 30;

let s;
let map;
/** The files in its folder. */
let mapFiles;
let replay;
let other;

before(async () => {
  if (skip) return;
  ({ map, files: mapFiles, replay, other } = sampleMap({ song: dial(60), change: (json) => (json.info.modifiers = '') }));
  const host = '<!doctype html><title>A page</title><iframe src="/player.html?clock=manual"></iframe>';
  s = await stage({ files: { 'tap.js': TAP, 'a.bsor': other, 'b.bsor': replay, 'map.zip': map, 'host.html': host } });
  await s.page.addInitScript(LISTEN);
  await s.page.addInitScript(WITHOUT_HITS);
});
after(() => s?.close());

/** Bombs at 3.4 s that were not touched: those of the map alone. */
const bombs = async () => {
  await s.seek(3.4);
  const { visible } = await s.state();
  return visible.notes.filter(({ kind, row }) => kind === 'bomb' && row === null).length;
};

/** Of a map that is not shown. */
const notice = () => s.page.locator('.notice');

const ready = () => s.page.waitForFunction(() => globalThis.ghostreel.state().status === 'ready');

test('a map that is dropped with its replay shows what was not touched', { skip }, async () => {
  await s.open('?clock=manual');
  await drop(s.page, 'b.bsor', replay, { 'map.zip': map });
  await ready();
  // Bombs of the sample map come at beat 7.25 of 120 a minute, the first wall at beat 8.
  await s.seek(3.4);
  const { visible } = await s.state();
  assert.equal(visible.notes.filter(({ kind, row }) => kind === 'bomb' && row === null).length, 2);
  assert.ok(visible.walls.length >= 1);
  await keep(s.page, 'map');
});

test('a map is added by a button: as a zip file, or as the files of its folder', { skip }, async () => {
  await s.open('?clock=manual');
  await drop(s.page, 'b.bsor', replay);
  await ready();
  await s.page.evaluate(() => globalThis.ghostreel.setLoop(3, 5));
  const add = s.page.getByRole('button', { name: 'Add the map' });
  /** Chooses files where the button asks for them. */
  const choose = async (files) => {
    const [chooser] = await Promise.all([s.page.waitForEvent('filechooser'), add.click()]);
    await chooser.setFiles(Object.entries(files).map(([name, buffer]) => ({ name, mimeType: 'application/octet-stream', buffer })));
  };
  for (const files of [{ 'map.zip': map }, mapFiles]) {
    assert.equal(await bombs(), 0);
    await choose(files);
    await s.page.getByRole('button', { name: 'With map' }).waitFor();
    const { time, loop, song } = await s.page
      .waitForFunction(() => globalThis.ghostreel.state().song && globalThis.ghostreel.state())
      .then((state) => state.jsonValue());
    assert.deepEqual([time, loop], [3.4, { a: 3, b: 5 }], 'it goes on where it was');
    assert.ok(song);
    assert.equal(await bombs(), 2);
    await s.page.getByRole('button', { name: 'With map' }).click();
    await add.waitFor();
  }
  await choose({ 'Expert.dat': Buffer.from('{}') });
  await notice().waitFor();
  assert.match(await notice().innerText(), /^Expert\.dat\s+This is no map/);
  for (const [width, height] of [
    [390, 844],
    [844, 390],
  ]) {
    await s.page.setViewportSize({ width, height });
    const { x, y, width: wide } = await add.boundingBox();
    assert.ok(x >= 0 && y >= 0 && x + wide <= width, `the button is seen, ${width} wide`);
    await keep(s.page, `add-map-${width}`);
  }
  await s.page.setViewportSize({ width: 1280, height: 720 });
});

test('the folder of a map can be dropped', { skip }, async () => {
  const { folder, close } = workshop();
  const song = join(folder, 'song');
  mkdirSync(song);
  for (const [name, bytes] of Object.entries(mapFiles)) writeFileSync(join(song, name), bytes);
  writeFileSync(join(song, 'notes.txt'), 'Nothing of the map.');
  try {
    await s.open('?clock=manual');
    await drop(s.page, 'b.bsor', replay);
    await ready();
    // Folders are dropped by browsers alone.
    const browser = await s.context.newCDPSession(s.page);
    const data = { items: [], files: [song], dragOperationsMask: 1 };
    for (const type of ['dragEnter', 'dragOver', 'drop']) await browser.send('Input.dispatchDragEvent', { type, x: 600, y: 300, data });
    await s.page.waitForFunction(() => globalThis.ghostreel.state().song);
    assert.equal(await bombs(), 2);
  } finally {
    close();
  }
});

test('a map is added where there can be one, and only there', { skip }, async () => {
  const add = s.page.getByRole('button', { name: 'Add the map' });
  await s.open('?replay=files/a.bsor&clock=manual');
  await add.waitFor();
  // A sample was played on no map, and games of Melee have none.
  await s.open('?sample&clock=manual');
  assert.equal(await add.count(), 0);
  await drop(s.page, 'a.slp', await sampleBytes(1, 'melee'));
  await s.page.waitForFunction(() => globalThis.ghostreel.state().game === 'melee');
  assert.equal(await add.count(), 0);
});

test('the map is got from BeatSaver where the server asks that', { skip }, async () => {
  const asked = [];
  await s.page.route('**/api/links', (route) => {
    if (route.request().method() === 'GET') return route.fulfill({ json: { sites: ['beatsaver'] } });
    const { link } = route.request().postDataJSON();
    asked.push(link);
    return route.fulfill({ status: 201, headers: { location: `/api/maps/${link}` }, json: {} });
  });
  await s.page.route('**/api/maps/*/file', (route) => route.fulfill({ body: map }));
  // The page as a server gives it out: one of files has nobody to ask.
  await s.page.route('**/player', (route) => route.fulfill({ path: `${dist}/player.html` }));
  await s.page.goto(`${s.server.origin}/player`);
  await drop(s.page, 'b.bsor', replay);
  await ready();
  await s.page.getByRole('button', { name: 'Get it from BeatSaver' }).click();
  await s.page.getByRole('button', { name: 'With map' }).waitFor();
  assert.equal(await bombs(), 2);
  assert.match(asked.join(), /^[0-9A-Fa-f]{40}$/);
  await s.page.unroute('**/player');
  await s.page.unroute('**/api/links');
  await s.page.unroute('**/api/maps/*/file');
});

test('a map that is dropped after its replay is taken, and the song is heard in time', { skip }, async () => {
  await s.open('?');
  await drop(s.page, 'b.bsor', replay);
  await ready();
  await drop(s.page, 'map.zip', map);
  await s.page.waitForFunction(() => globalThis.ghostreel.state().song?.isDecoded);
  // The buttons stay while nothing plays.
  await s.page.evaluate(() => globalThis.ghostreel.pause());
  /** By how much what is heard in the next seconds is off. */
  const listen = async (seconds, speed = 1) => {
    await s.page.waitForTimeout(seconds * 1000);
    const found = drifts(await s.page.evaluate(() => globalThis.heard), speed);
    return found.map(({ drift }) => Math.abs(drift)).sort((a, b) => a - b);
  };
  const forget = () =>
    s.page.evaluate(() => {
      globalThis.heard.times.length = 0;
      globalThis.heard.samples.length = 0;
    });
  const inTime = async (what, speed = 1) => {
    await forget();
    // A busy machine draws few pictures in a second.
    let off = [];
    for (let i = 0; i < 20 && off.length < ENOUGH; i++) off = await listen(0.5, speed);
    // Where a machine is too busy to feed its loudspeaker, the song breaks off in any player.
    const nearlyAll = off[Math.floor(off.length * 0.95)];
    console.log(`# ${what}: ${off.length} samples, nearly all at most ${(nearlyAll * 1000).toFixed(2)} ms off`);
    assert.ok(off.length >= ENOUGH && nearlyAll < MOST, `${what}: ${nearlyAll} s`);
  };
  const isSilent = async (when) => {
    await forget();
    await s.page.waitForTimeout(500);
    const { samples } = await s.page.evaluate(() => globalThis.heard);
    assert.equal(samples.length, 0, `nothing is heard while ${when}`);
  };
  const settle = () => s.page.waitForTimeout(300);
  await s.page.getByRole('button', { name: 'Let the pitch change with the speed' }).click();
  await s.page.evaluate(() => {
    globalThis.follow();
    globalThis.ghostreel.seek(2);
    globalThis.ghostreel.play();
  });
  await settle();
  await inTime('played');
  await s.page.evaluate(() => globalThis.ghostreel.seek(20.3));
  await settle();
  await inTime('sought');
  await s.page.evaluate(() => {
    globalThis.ghostreel.setSpeed(1.5);
    globalThis.ghostreel.seek(10);
  });
  await settle();
  await inTime('faster', 1.5);
  assert.equal((await s.state()).song.keepsPitch, false);
  await s.page.evaluate(() => {
    globalThis.ghostreel.setSpeed(1);
    globalThis.ghostreel.setLoop(30, 30.7);
    globalThis.ghostreel.seek(30);
  });
  await settle();
  await inTime('looped');
  const hide = (hidden) =>
    s.page.evaluate((hidden) => {
      Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, hidden);
  // At the ends of a loop, some of the sound is of the turn before.
  await s.page.evaluate(() => globalThis.ghostreel.setLoop(null));
  await hide(true);
  await settle();
  await isSilent('it is not shown');
  await hide(false);
  await settle();
  await inTime('seen again');
  await s.page.evaluate(() => globalThis.ghostreel.pause());
  await settle();
  await isSilent('it is paused');
});

test('how loud a song is, and at which pitch, is kept for every replay', { skip }, async () => {
  const begin = async () => {
    await s.open('?');
    await drop(s.page, 'b.bsor', replay, { 'map.zip': map });
    await s.page.waitForFunction(() => globalThis.ghostreel.state().song?.isDecoded);
    await s.page.evaluate(() => globalThis.ghostreel.pause());
  };
  /** How loud the song is in the next moment; undefined if it is not heard. */
  const loudness = async () => {
    await s.page.evaluate(() => {
      globalThis.ghostreel.seek(2);
      globalThis.ghostreel.play();
    });
    await s.page.waitForTimeout(500);
    await s.page.evaluate(() => (globalThis.heard.samples.length = 0));
    await s.page.waitForTimeout(1000);
    const { samples } = await s.page.evaluate(() => globalThis.heard);
    await s.page.evaluate(() => globalThis.ghostreel.pause());
    return samples[0]?.[2];
  };
  const chosen = async () => {
    const { muted, volume, keepsPitch } = (await s.state()).song;
    return { muted, volume, keepsPitch };
  };
  try {
    await s.open('?');
    await s.page.evaluate(() => localStorage.clear());
    await begin();
    assert.deepEqual(await chosen(), { muted: false, volume: 1, keepsPitch: true });
    const slider = s.page.getByRole('slider', { name: 'Volume' });
    const { time } = await s.state();
    await slider.focus();
    for (let i = 0; i < 8; i++) await s.page.keyboard.press('ArrowLeft');
    assert.equal(await slider.getAttribute('aria-valuetext'), '60 %');
    assert.equal((await s.state()).time, time, 'arrows move the slider alone');
    assert.ok(Math.abs((await loudness()) - 0.6 * LOUDNESS) < 0.01);
    await s.page.getByRole('button', { name: 'Let the pitch change with the speed' }).click();
    await slider.focus();
    await s.page.keyboard.press('m');
    assert.deepEqual(await chosen(), { muted: true, volume: 0.6, keepsPitch: false });
    assert.equal(await slider.getAttribute('aria-valuetext'), '0 %');
    for (const width of [1280, 900, 860, 760, 390]) {
      await s.page.setViewportSize({ width, height: 720 });
      await keep(s.page, `volume-${width}`);
      const outside = await s.page.evaluate(() => {
        const dock = document.querySelector('.dock');
        const { left, right } = dock.getBoundingClientRect();
        const boxes = [...dock.querySelectorAll('.controls button, .controls input')].map((control) => control.getBoundingClientRect());
        return boxes.filter((box) => box.left < left || box.right > right).length;
      });
      assert.equal(outside, 0, `all controls are in the dock, ${width} wide`);
      assert.equal(await slider.isVisible(), true);
    }
    await s.page.setViewportSize({ width: 1280, height: 720 });
    // Another replay on the same page, from its beginning …
    const { end } = await s.state();
    await s.page.evaluate((end) => globalThis.ghostreel.seek(end), end);
    await drop(s.page, 'c.bsor', replay, { 'map.zip': map });
    await answer(s.page, 'Instead of it');
    await s.page.waitForFunction((end) => {
      const { time, song } = globalThis.ghostreel.state();
      return time < end / 2 && song?.isDecoded;
    }, end);
    assert.deepEqual(await chosen(), { muted: true, volume: 0.6, keepsPitch: false });
    // … and the page of another day.
    await begin();
    assert.deepEqual(await chosen(), { muted: true, volume: 0.6, keepsPitch: false });
    assert.equal(await loudness(), undefined);
    await s.page.keyboard.press('m');
    assert.ok(Math.abs((await loudness()) - 0.6 * LOUDNESS) < 0.01);
  } finally {
    await s.page.evaluate(() => localStorage.clear());
  }
});

test('a song that the browser does not play is said, and the replay plays on without', { skip }, async () => {
  const garbage = sampleMap({ song: Buffer.alloc(50_000, 'no song') });
  const known = s.failures.length;
  await s.open('?');
  await drop(s.page, 'b.bsor', garbage.replay, { 'map.zip': garbage.map });
  await s.page.locator('.toast', { hasText: 'This browser does not play the song' }).waitFor();
  assert.match(await s.page.getByRole('status').last().innerText(), /This browser does not play the song/);
  const { time, playing, song } = await s.state();
  assert.equal(playing, true);
  assert.equal(song, null);
  await s.page.waitForFunction((time) => globalThis.ghostreel.state().time > time + 2, time);
  // It does so at every speed, and has no buttons for a song.
  await s.page.evaluate(() => globalThis.ghostreel.setSpeed(2));
  await s.page.waitForFunction((time) => globalThis.ghostreel.state().time > time + 5, time);
  assert.equal(await s.page.getByRole('button', { name: /^Sound/ }).count(), 0);
  assert.deepEqual(s.failures.slice(known), []);
});

test('a clip has the song that is heard', { skip }, async () => {
  for (const keepsPitch of [true, false]) {
    await s.open('?');
    await drop(s.page, 'b.bsor', replay);
    await ready();
    await drop(s.page, 'map.zip', map);
    await s.page.waitForFunction(() => globalThis.ghostreel.state().song?.isDecoded);
    // Slower, and with its pitch, it is streamed.
    await s.page.evaluate((speed) => globalThis.ghostreel.setSpeed(speed), keepsPitch ? 0.5 : 1);
    await s.page.evaluate(() => globalThis.ghostreel.setLoop(3, 4));
    const download = s.page.waitForEvent('download');
    await s.page.keyboard.press('r');
    const file = await download;
    const bytes = await saved(file);
    const loudest = await s.page.evaluate(async (base64) => {
      const bytes = Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0));
      const heard = await new OfflineAudioContext(1, 1, 48_000).decodeAudioData(bytes.buffer);
      return heard.getChannelData(0).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    }, bytes.toString('base64'));
    // The clip's coder takes most of the sound as low as this song, but leaves no silence.
    assert.ok(loudest > 0.02, `${keepsPitch ? 'streamed' : 'decoded'}: ${loudest}`);
  }
});

test('a map that it was not played on says so, blames nothing else, and the picture stays', { skip }, async () => {
  await s.open('?clock=manual');
  await drop(s.page, 'a.bsor', other);
  await ready();
  await s.seek(5);
  await drop(s.page, 'map.zip', map);
  await notice().waitFor();
  assert.match(await notice().innerText(), /^map\.zip\s+This map is another one: “.+”.*, [0-9A-F]{40}\. The replay was played on “.+”/);
  assert.equal(await notice().getAttribute('role'), 'status');
  assert.equal(await s.page.getByRole('alert').count(), 0);
  await keep(s.page, 'another-map');
  const { status, time } = await s.state();
  assert.deepEqual([status, time], ['ready', 5]);
  await drop(s.page, 'map.zip', Buffer.from('PK\x03\x04 and nothing else'));
  await s.page.waitForFunction(() => /zip/.test(globalThis.ghostreel.state().error?.error ?? ''));
});

test('a map that is dropped before its replay is shown with it, and is no other’s', { skip }, async () => {
  await s.open('?clock=manual');
  await drop(s.page, 'map.zip', map);
  await s.page.locator('.toast', { hasText: 'Now drop the replay' }).waitFor();
  await drop(s.page, 'b.bsor', replay);
  await ready();
  assert.equal(await bombs(), 2);
  await s.page.waitForFunction(() => globalThis.ghostreel.state().song);
  // It was for that one alone.
  await drop(s.page, 'c.bsor', replay);
  await answer(s.page, 'Instead of it');
  await s.page.waitForFunction(() => globalThis.ghostreel.state().song === null);
  assert.equal(await bombs(), 0);

  for (const [name, zip, why] of [
    ['map.zip', map, /map\.zip\s+This map is another one/],
    ['none.zip', Buffer.from('PK\x03\x04 and nothing else'), /none\.zip\s.*zip/s],
  ]) {
    await s.open('?clock=manual');
    await drop(s.page, name, zip);
    await s.page.locator('.toast').waitFor();
    await drop(s.page, 'a.bsor', other);
    await ready();
    assert.match(await notice().innerText(), why);
    assert.equal((await s.state()).song, null);
    // The replay is chosen where files are, and the map is forgotten.
    await s.page.getByLabel('Replay file').setInputFiles({ name: 'b.bsor', mimeType: 'application/octet-stream', buffer: replay });
    await notice().waitFor({ state: 'detached' });
  }
});

test('the address names a map, of this origin; its faults keep no replay from playing', { skip }, async () => {
  const query = () => s.page.evaluate(() => new URLSearchParams(location.search).get('map'));
  await s.open('?replay=files/b.bsor&map=files/map.zip&clock=manual');
  assert.equal(await bombs(), 2);
  await s.page.waitForFunction(() => globalThis.ghostreel.state().song);
  await s.page.waitForFunction(() => location.search.includes('t=3.4'));
  assert.equal(await query(), 'files/map.zip');
  await drop(s.page, 'a.bsor', other);
  await s.page.waitForFunction(() => location.search.includes('local='));
  assert.equal(await query(), null, 'it is not the map of another replay');
  for (const [address, why] of [
    ['https://example.com/map.zip', /Maps are only opened from .*example\.com/],
    ['files/none.zip', /The map could not be fetched: the server answered 404/],
    ['files/b.bsor', /zip/],
  ]) {
    await s.open(`?replay=files/b.bsor&map=${address}&clock=manual`);
    assert.equal((await s.state()).status, 'ready', address);
    const said = await notice().innerText();
    assert.match(said, why);
    assert.ok(said.includes(address), said);
    await s.page.waitForFunction(() => !location.search.includes('map='));
    assert.equal(await bombs(), 0);
  }
});

test('a page around the player names a map, and one on its own page brings one', { skip }, async () => {
  await s.page.goto(`${s.server.origin}/files/host.html`);
  const { shown, refused } = await s.page.evaluate(async () => {
    const { contentWindow } = document.querySelector('iframe');
    let next = 0;
    const call = (call, ...args) =>
      new Promise((resolve) => {
        const id = ++next;
        addEventListener('message', ({ data }) => data.reply === id && resolve(data.error ?? data.result));
        contentWindow.postMessage({ ghostreel: 1, call, args, id }, '*');
      });
    // Until it listens.
    while ((await Promise.race([call('state'), new Promise((resolve) => setTimeout(resolve, 200))])) === undefined);
    await call('load', 'files/b.bsor', { map: 'files/map.zip' });
    await call('seek', 3.4);
    const shown = await call('state');
    return { shown, refused: await call('load', 'files/a.bsor', { map: 'files/map.zip' }) };
  });
  assert.ok(shown.visible.walls.length >= 1 && shown.map);
  assert.match(refused, /This map is another one/);
  await s.open('?clock=manual');
  await s.page.evaluate(async () => {
    const map = await (await fetch('files/map.zip')).blob();
    await globalThis.ghostreel.load('files/b.bsor', { map });
  });
  assert.equal(await bombs(), 2);
});

/** A server of one replay and its map, and the way to end it. */
async function played() {
  const { folder, close } = workshop();
  writeFileSync(join(folder, 'map.zip'), map);
  writeFileSync(join(folder, 'a.bsor'), replay);
  const server = spawn(ghostreel, ['play', '--no-open', '--map', 'map.zip', 'a.bsor'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // Listened to until the end: a server whose output is not read would stop.
  const url = await new Promise((resolve, reject) => {
    createInterface({ input: server.stdout }).on('line', (line) => {
      const found = /http:\/\/\S+replay=[0-9a-f]{32}/.exec(line)?.[0];
      if (found) resolve(found);
    });
    server.on('error', reject);
    server.on('exit', (code) => reject(new Error(`The server ended with ${code}.`)));
  });
  const stop = async () => {
    await new Promise((resolve) => server.once('exit', resolve) && server.kill('SIGTERM'));
    close();
  };
  return { url, stop };
}

test('a replay whose map the server has is shown with it, after its first picture', { skip }, async () => {
  const { url, stop } = await played();
  const page = await s.context.newPage();
  try {
    let releaseMap;
    const held = new Promise((resolve) => (releaseMap = resolve));
    await page.route('**/api/maps/*/file', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`${url}&clock=manual`);
    await page.waitForFunction(() => globalThis.ghostreel?.state().status === 'ready');
    await page.locator('.replay-map[data-state="fetching"]').waitFor();
    await page.evaluate(() => globalThis.ghostreel.seek(3.4));
    const without = await page.evaluate(() => globalThis.ghostreel.state());
    assert.equal(without.status, 'ready', 'the map keeps the player from nothing');
    assert.equal(without.visible.notes.filter(({ kind, row }) => kind === 'bomb' && row === null).length, 0);
    releaseMap();
    await page.locator('.replay-map[data-state="shown"]').waitFor();
    const shown = await page.evaluate(() => globalThis.ghostreel.state());
    assert.ok(Math.abs(shown.time - 3.4) < 1e-6, `it goes on where it was: ${shown.time}`);
    assert.equal(shown.visible.notes.filter(({ kind, row }) => kind === 'bomb' && row === null).length, 2);
    assert.ok(shown.visible.walls.length >= 1);
    await page.waitForFunction(() => globalThis.ghostreel.state().song);
    await keep(page, 'stored-map');
    // The same switch takes it away again.
    await page.locator('.replay-map').click();
    await page.locator('.replay-map[data-state="offered"]').waitFor();
    const again = await page.evaluate(() => globalThis.ghostreel.state());
    assert.equal(again.visible.notes.filter(({ kind, row }) => kind === 'bomb' && row === null).length, 0);
    assert.equal(again.song, null);
  } finally {
    await page.close();
    await stop();
  }
});
