// A replay with the map that it was played on: walls, bombs and arcs as they are, and the song in time.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { zip } from './support/maps.mjs';
import { drop, results, stage } from './support/pages.mjs';

const built = fileURLToPath(new URL('../../target/debug/ghostreel', import.meta.url));
const binary = process.env.GHOSTREEL_BIN ?? (existsSync(built) ? built : undefined);
const skip = binary ? false : 'there is no ghostreel program; GHOSTREEL_BIN names one';

let s;
let folder;
let map;
let replay;
let other;

const run = (...args) => {
  const { status, stdout, stderr } = spawnSync(binary, args, { cwd: folder, maxBuffer: 1 << 28 });
  assert.equal(status, 0, `${args.join(' ')}: ${stderr}`);
  return stdout.toString();
};

/** So many seconds of a quiet tone. */
function song(seconds) {
  const rate = 8000;
  const data = Buffer.alloc(rate * seconds);
  for (let i = 0; i < data.length; i++) data[i] = 128 + 20 * Math.sin((i / rate) * 2 * Math.PI * 220);
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + data.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36);
  head.writeUInt32LE(data.length, 40);
  return Buffer.concat([head, data]);
}

before(async () => {
  if (skip) return;
  folder = mkdtempSync(join(tmpdir(), 'ghostreel-map-'));
  run('map', 'sample', 'map');
  const files = Object.fromEntries(readdirSync(join(folder, 'map')).map((name) => [name, readFileSync(join(folder, 'map', name))]));
  const info = JSON.parse(files['Info.dat']);
  map = zip({ ...files, [info._songFilename]: song(60) });
  const about = JSON.parse(run('map', 'info', '--json', 'map'));
  run('sample', 'beat-saber', 'a.bsor');
  other = readFileSync(join(folder, 'a.bsor'));
  const json = JSON.parse(run('json', 'a.bsor'));
  Object.assign(json.info, { hash: about.hash, mode: 'Standard', difficulty: 'Expert' });
  writeFileSync(join(folder, 'b.json'), JSON.stringify(json));
  run('convert', 'b.json', 'b.bsor');
  replay = readFileSync(join(folder, 'b.bsor'));
  writeFileSync(join(folder, 'map.zip'), map);
  s = await stage({});
});
after(async () => {
  await s?.close();
  if (folder) rmSync(folder, { recursive: true });
});

const ready = () => s.page.waitForFunction(() => globalThis.ghostreel.state().status === 'ready');

test('a map that is dropped with its replay shows what was not touched', { skip }, async () => {
  await s.open('?clock=manual');
  await drop(s.page, 'b.bsor', replay, { 'map.zip': map });
  await ready();
  // Bombs of the sample map come at beat 7.25 of 120 a minute, the first wall at beat 8.
  await s.seek(3.4);
  const { visible } = await s.state();
  assert.equal(visible.notes.filter(({ kind, row }) => kind === 'bomb' && row === -1).length, 2);
  assert.ok(visible.walls.length >= 1);
  await s.page.screenshot({ path: `${results}map.png` });
});

test('a map that is dropped behind its replay is taken, and the song plays in time', { skip }, async () => {
  await s.open('?');
  await drop(s.page, 'b.bsor', replay);
  await ready();
  await drop(s.page, 'map.zip', map);
  await s.page.waitForFunction(() => globalThis.ghostreel.state().song);
  await s.page.evaluate(() => {
    globalThis.ghostreel.seek(2);
    globalThis.ghostreel.play();
  });
  await s.page.waitForFunction(() => globalThis.ghostreel.state().time > 8);
  const drifts = [];
  for (let i = 0; i < 20; i++) {
    drifts.push((await s.state()).song.drift);
    await s.page.waitForTimeout(50);
  }
  const mean = drifts.reduce((sum, drift) => sum + drift, 0) / drifts.length;
  console.log(
    `# song off by ${(mean * 1000).toFixed(1)} ms in the mean, ${(Math.max(...drifts.map(Math.abs)) * 1000).toFixed(1)} ms at most`,
  );
  assert.ok(Math.abs(mean) < 0.02, `${mean}`);
});

test('a map that it was not played on is refused, and what is shown stays', { skip }, async () => {
  await s.open('?clock=manual');
  await drop(s.page, 'a.bsor', other);
  await ready();
  await drop(s.page, 'map.zip', map);
  const alert = s.page.getByRole('alert');
  await alert.waitFor();
  assert.match(await alert.innerText(), /another map/);
  assert.equal((await s.state()).status, 'ready');
  await drop(s.page, 'map.zip', Buffer.from('PK\x03\x04 and nothing else'));
  await s.page.waitForFunction(() => /zip/.test(globalThis.ghostreel.state().error?.error ?? ''));
});

/** A server of one replay and its map, and the way to end it. */
async function played() {
  const server = spawn(binary, ['play', '--no-open', '--map', 'map.zip', 'b.bsor'], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  // Listened to until the end: a server whose words nobody reads would stop.
  const url = await new Promise((resolve, reject) => {
    createInterface({ input: server.stdout }).on('line', (line) => {
      const found = /http:\/\/\S+replay=[0-9a-f]{32}/.exec(line)?.[0];
      if (found) resolve(found);
    });
    server.on('error', reject);
    server.on('exit', (code) => reject(new Error(`The server ended with ${code}.`)));
  });
  const stop = () => new Promise((resolve) => server.once('exit', resolve) && server.kill('SIGTERM'));
  return { url, stop };
}

test('a replay whose map the server has is shown with it, behind its first picture', { skip }, async () => {
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
    await page.locator('.stored-map[data-state="fetching"]').waitFor();
    await page.evaluate(() => globalThis.ghostreel.seek(3.4));
    const without = await page.evaluate(() => globalThis.ghostreel.state());
    assert.equal(without.status, 'ready', 'the map keeps nobody waiting');
    assert.equal(without.visible.notes.filter(({ kind, row }) => kind === 'bomb' && row === -1).length, 0);
    releaseMap();
    await page.locator('.stored-map[data-state="shown"]').waitFor();
    const shown = await page.evaluate(() => globalThis.ghostreel.state());
    assert.ok(Math.abs(shown.time - 3.4) < 1e-6, `it goes on where it was: ${shown.time}`);
    assert.equal(shown.visible.notes.filter(({ kind, row }) => kind === 'bomb' && row === -1).length, 2);
    assert.ok(shown.visible.walls.length >= 1);
    await page.waitForFunction(() => globalThis.ghostreel.state().song);
    await page.screenshot({ path: `${results}stored-map.png` });
    // The same switch takes it away again.
    await page.locator('.stored-map').click();
    await page.locator('.stored-map[data-state="offered"]').waitFor();
    const again = await page.evaluate(() => globalThis.ghostreel.state());
    assert.equal(again.visible.notes.filter(({ kind, row }) => kind === 'bomb' && row === -1).length, 0);
    assert.equal(again.song, null);
  } finally {
    await page.close();
    await stop();
  }
});
