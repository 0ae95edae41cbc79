// Reels on the page: a game's file that was packed plays as it did, and what is damaged is said.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { drop, sampleBytes, stage } from './support/pages.mjs';
import { loadDecoders } from './support/decoder.mjs';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const built = (profile) => here(`../../target/${profile}/ghostreel${process.platform === 'win32' ? '.exe' : ''}`);
const binary = process.env.GHOSTREEL_BIN ?? [built('debug'), built('release')].find((path) => existsSync(path));
const skip = binary ? false : 'there is no ghostreel program; GHOSTREEL_BIN names one';
const vector = (name) => readFileSync(here(`../../testdata/reel/${name}.reel`));

const GAMES = [
  ['beat-saber', '.bsor'],
  ['melee', '.slp'],
  ['rocket-league', '.replay'],
];

let folder;
let s;
/** Files of each game, and reels of them. */
const plain = {};
const packed = {};

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ghostreel-'));
  for (const [game, extension] of GAMES) {
    plain[game] = await sampleBytes(3, game);
    const file = join(folder, `sample${extension}`);
    writeFileSync(file, plain[game]);
    if (!binary) continue;
    const { status, stderr } = spawnSync(binary, ['pack', file, '-o', folder]);
    assert.equal(status, 0, String(stderr));
    packed[game] = readFileSync(`${file}.reel`);
  }
  s = await stage({ files: { 'session.reel': vector('session'), 'a.slp.reel': packed.melee ?? '' } });
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
    assert.deepEqual(fetched, ['reel', game]);
    const asFile = await decoders.open(new Uint8Array(plain[game]), `sample${extension}`);
    assert.deepEqual(inReel.description, asFile.description);
  });
}

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

test('a reel of which bytes of the replay are missing is refused', { skip }, async () => {
  const damaged = Buffer.from(packed.melee);
  damaged[damaged.length >> 1] ^= 1;
  await s.open('?clock=manual');
  await drop(s.page, 'damaged.slp.reel', damaged);
  const notice = s.page.getByRole('alert');
  await notice.waitFor();
  assert.match(await notice.textContent(), /expected a whole replay in the reel, found one of which \d+ bytes are missing/i);
});
