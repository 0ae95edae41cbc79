// Reels on the page: a game's file that was packed plays as it did, and damage is reported.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { drop, sampleBytes, stage } from './support/pages.mjs';
import { loadDecoders, loadReels, source } from './support/decoder.mjs';
import { corpus, example, ghostreel, oneOf, skip } from './support/places.mjs';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

const registry = await source('src/games/registry.ts');
/** Each game with the extension of its first format. */
const GAMES = registry.GAMES.map(({ id, formats: [{ extension }] }) => [id, extension]);

let folder;
let s;
/** A minute of an invented game. */
let race;
/** Files of each game, and reels of them. */
const plain = {};
const packed = {};

/** Some seconds of an invented game: `crates/reel/examples/session.rs`. */
function session(seconds, pilots) {
  const file = join(folder, `${seconds}.reel`);
  const [program, ...words] = example('ghostreel-reel', 'session');
  const { status, stderr } = spawnSync(program, [...words, file, String(seconds), String(pilots)], { cwd: here('../..') });
  assert.equal(status, 0, String(stderr));
  return file;
}

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ghostreel-'));
  for (const [game, extension] of GAMES) {
    plain[game] = await sampleBytes(3, game);
    const file = join(folder, `sample${extension}`);
    writeFileSync(file, plain[game]);
    if (!ghostreel) continue;
    const { status, stderr } = spawnSync(ghostreel, ['pack', file, '-o', folder]);
    assert.equal(status, 0, String(stderr));
    packed[game] = readFileSync(`${file}.reel`);
  }
  race = readFileSync(session(60, 4));
  const long = readFileSync(session(1400, 12));
  const files = { 'race.reel': race, 'a.slp.reel': packed.melee ?? '', 'long.reel': long };
  s = await stage({ files, folders: { '/whole/': { 'long.reel': long } } });
});
after(async () => {
  await s?.close();
  rmSync(folder, { recursive: true });
});
afterEach(() => assert.deepEqual(s.failures.splice(0), [], 'no error was thrown on the page'));

for (const [game, extension] of GAMES) {
  test(`the decoder of ${game} gets its file out of a reel`, { skip }, async () => {
    const { decoders, fetched } = await loadDecoders();
    const inReel = await decoders.open(new Uint8Array(packed[game]), `sample${extension}.reel`);
    assert.deepEqual(fetched, ['reel', game, `${game}-statistics`]);
    const asFile = await decoders.open(new Uint8Array(plain[game]), `sample${extension}`);
    assert.deepEqual(inReel.description, asFile.description);
  });
}

/** Some real replays of each game, short ones, where they are at hand. */
function realFiles() {
  const folders = ['beat-saber/bsor', 'slippi/good', 'rocket-league/good'].map(corpus).filter(existsSync);
  return folders.flatMap((name) => {
    const files = readdirSync(name).map((file) => join(name, file));
    return oneOf(4, files.sort((a, b) => statSync(a).size - statSync(b).size).slice(0, 4));
  });
}

test('a reel packed by this processor is unpacked by WebAssembly to the same bytes, at every level', { skip }, async () => {
  const reels = await loadReels();
  const files = GAMES.map(([, extension]) => join(folder, `sample${extension}`)).concat(realFiles());
  for (const level of ['live', 'fast', 'archive']) {
    const out = join(folder, level);
    const { status, stderr } = spawnSync(ghostreel, ['pack', '--level', level, '-o', out, ...files]);
    assert.equal(status, 0, String(stderr));
    for (const file of files) {
      const { handle, description } = reels.open(readFileSync(join(out, `${basename(file)}.reel`)));
      assert.ok(description.reel.original.codec, `${level}: ${file} has a codec`);
      assert.ok(readFileSync(file).equals(reels.original(handle)), `${level}: ${file} is the same`);
      reels.close(handle);
    }
  }
});

test('a dropped reel plays as the file in it does', { skip }, async () => {
  const pictures = [];
  for (const [name, bytes] of [
    ['a.slp', plain.melee],
    ['a.slp.reel', packed.melee],
  ]) {
    await s.open('?clock=manual');
    await drop(s.page, name, bytes);
    await s.page.waitForFunction(() => window.ghostreel.state().status === 'ready');
    await s.seek(5);
    await s.settled();
    const { time, duration, game, format, players, timer } = await s.state();
    pictures.push({ time, duration, game, format, players, timer });
  }
  assert.equal(pictures[0].game, 'melee');
  assert.deepEqual(pictures[1], pictures[0]);
});

test('a reel is opened by its address, with statistics', { skip }, async () => {
  await s.open('?replay=files/a.slp.reel&clock=manual');
  assert.equal((await s.state()).game, 'melee');
  await s.page.keyboard.press('s');
  await s.page.locator('.stats.melee .facts').first().waitFor();
});

test('a reel whose replay lacks bytes is refused', { skip }, async () => {
  const damaged = Buffer.from(packed.melee);
  damaged[damaged.length >> 1] ^= 1;
  await s.open('?clock=manual');
  await drop(s.page, 'damaged.slp.reel', damaged);
  const notice = s.page.getByRole('alert');
  await notice.waitFor();
  assert.match(await notice.textContent(), /expected a whole replay in the reel, found one where \d+ bytes are missing/i);
});

test('a reel of an unknown game shows what moves, and where it is at each time', async () => {
  await s.open('?clock=manual');
  await drop(s.page, 'race.reel', race);
  await s.page.waitForFunction(() => window.ghostreel.state().status === 'ready');
  const names = ['Ada', 'Brook', 'Cleo', 'Dag'];
  const { game, format, duration, cameras, bodies } = await s.state();
  assert.deepEqual([game, format, cameras[0]], ['drone-race', 'reel', 'orbit']);
  assert.ok(Math.abs(duration - 59.983) < 0.01, `${duration}`);
  assert.deepEqual(
    bodies.map(({ name }) => name),
    names,
  );
  assert.deepEqual(await s.page.locator('.reel-names li').allTextContents(), names);
  assert.equal(
    await s.page
      .locator('header h1, .overlay.top')
      .first()
      .textContent()
      .then((text) => text.includes('Old Harbour')),
    true,
  );
  // Between two rows it is between their places, as the example says.
  for (const time of [10, 33.408]) {
    await s.seek(time);
    const [ada] = (await s.state()).bodies;
    const lap = (2 * Math.PI * time) / 23;
    const radius = 30 + 6 * Math.sin(3 * lap);
    const place = [radius * Math.cos(lap) * 1.4, 6 + 3 * Math.sin(2 * lap) + Math.cos(5 * lap), radius * Math.sin(lap)];
    assert.ok(ada.visible);
    ada.position.forEach((value, axis) => assert.ok(Math.abs(value - place[axis]) < 0.01, `${time}: ${ada.position} is not ${place}`));
  }
  await s.page.waitForFunction(() => window.ghostreel.state().markers === 20);
  await s.page.evaluate(() => window.ghostreel.play());
  await s.page.evaluate(() => window.ghostreel.step(1.5));
  assert.ok(Math.abs((await s.state()).time - 34.908) < 1e-6);
});

test('its columns are plotted, and a press on a plot goes there', async () => {
  await s.open('?replay=files/race.reel&clock=manual&t=5');
  await s.page.keyboard.press('s');
  const plots = s.page.locator('.stats.reel .plot');
  await s.page.locator('.stats.reel .plot canvas').nth(1).waitFor();
  assert.deepEqual(await plots.evaluateAll((all) => all.map((plot) => plot.ariaLabel.split('.')[0])), [
    'Speed over time',
    'Battery over time',
  ]);
  // The columns come after the panel.
  await s.page.locator('.stats.reel .plot[aria-label*="Ada: from 90 to 100 %"]').waitFor();
  await s.page.getByRole('button', { name: 'position y' }).click();
  await s.page.locator('.stats.reel .plot canvas').nth(2).waitFor();
  const over = s.page.locator('.stats.reel .plot .u-over').first();
  const { width } = await over.boundingBox();
  await over.click({ position: { x: width / 2, y: 20 } });
  await s.page.waitForFunction(() => Math.abs(window.ghostreel.state().time - 30) < 0.5);
  await s.page.locator('.stats .moments button').nth(1).click();
  await s.page.waitForFunction(() => Math.abs(window.ghostreel.state().time - 5.4) < 1e-6);
});

test('of a damaged reel it is said what is missing, and the rest plays', async () => {
  const damaged = Buffer.from(race);
  damaged[damaged.length >> 1] ^= 1;
  await s.open('?clock=manual');
  await drop(s.page, 'damaged.reel', damaged);
  const notice = s.page.locator('.notice');
  await notice.waitFor();
  assert.match(await notice.textContent(), /Part of this file is damaged.*rows are missing, from row \d+, between [\d.]+ and [\d.]+ s/);
  await s.seek(5);
  assert.ok((await s.state()).bodies.every(({ visible }) => visible));
});

/** Until all that is to be seen at the time is there. */
const arrived = () =>
  s.page.waitForFunction(() => {
    const { waiting, bodies } = window.ghostreel.state();
    return !waiting && bodies.every((body) => body.visible);
  });

test('of a long reel on a server only what is needed is fetched', async () => {
  const path = '/files/long.reel';
  const length = s.server.sent[path]?.bytes ?? 0;
  assert.equal(length, 0);
  await s.open('?replay=files/long.reel&clock=manual');
  const first = { ...s.server.sent[path] };
  console.log(
    `# the first picture of ${readFileSync(join(folder, '1400.reel')).length} bytes: ${first.bytes} bytes in ${first.answers} answers`,
  );
  assert.ok(first.bytes <= 400_000, `${first.bytes} bytes for the first picture`);
  const { duration, windows, bodies } = await s.state();
  assert.ok(duration > 1399 && windows.all > 50 && bodies.length === 12, JSON.stringify({ duration, windows }));
  // A time that is sought comes.
  await s.seek(900.5);
  await arrived();
  const sought = { ...s.server.sent[path] };
  assert.ok(sought.bytes <= 1_500_000, `${sought.bytes} bytes after a seek`);
  // It goes on coming while it plays.
  const { here } = (await s.state()).windows;
  await s.page.evaluate(() => window.ghostreel.play());
  for (let i = 0; i < 40; i++) await s.page.evaluate(() => window.ghostreel.step(0.5));
  await arrived();
  assert.ok((await s.state()).windows.here > here, 'more is here than before');
  await s.page.keyboard.press('s');
  await s.page.locator('.stats.reel .plot canvas').first().waitFor();
});

test('where a server has no pieces the whole reel is fetched', async () => {
  await s.open('?replay=whole/long.reel&clock=manual');
  const { bodies, windows } = await s.state();
  assert.equal(bodies.length, 12);
  assert.ok(windows.all < 10, `${windows.all}`);
  assert.ok(s.server.sent['/whole/long.reel'].bytes > 15_000_000);
});
