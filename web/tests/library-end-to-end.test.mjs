// The library page and the real server, from a dropped file to its deletion.
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { after, before, test } from 'node:test';
import { launch } from './support/browser.mjs';
import { sample as madeUp } from './support/decoder.mjs';
import { results } from './support/pages.mjs';

const built = (profile) => fileURLToPath(new URL(`../../target/${profile}/ghostreel`, import.meta.url));
const binary = process.env.GHOSTREEL_BIN ?? [built('debug'), built('release')].find((path) => existsSync(path));
const skip = binary ? false : 'there is no ghostreel program; GHOSTREEL_BIN names one';

const LIMIT = 4_000_000;
let data;
let server;
let browser;
let page;
let sample;
let url;

before(async () => {
  if (skip) return;
  data = await mkdtemp(join(tmpdir(), 'ghostreel-library-'));
  const options = ['serve', '--listen', '127.0.0.1:0', '--data', data, '--upload-limit', String(LIMIT)];
  server = spawn(binary, options, { stdio: ['ignore', 'pipe', 'inherit'] });
  // Listened to until the end: a server whose words nobody reads would stop.
  url = await new Promise((resolve, reject) => {
    const lines = createInterface({ input: server.stdout });
    lines.on('line', (line) => {
      const found = /http:\/\/127\.0\.0\.1:\d+\//.exec(line)?.[0];
      if (found) resolve(found);
    });
    server.on('error', reject);
    server.on('exit', (code) => reject(new Error(`The server ended with ${code}.`)));
  });
  const front = await fetch(url);
  assert.match(front.headers.get('content-type'), /html/, `${binary} was built before there was a page: build it again`);
  sample = Buffer.from(await madeUp());
  browser = await launch();
  page = await browser.context.newPage();
});
after(async () => {
  await browser?.close();
  if (server) {
    server.kill('SIGTERM');
    await new Promise((resolve) => (server.exitCode === null ? server.once('exit', resolve) : resolve()));
  }
  if (data) await rm(data, { recursive: true, force: true });
});

const file = (name, buffer) => ({ name, mimeType: 'application/octet-stream', buffer });
const upload = (...files) => page.locator('.top input[multiple]').setInputFiles(files);
const outcome = (kind) => page.locator(`.upload[data-outcome="${kind}"]`);

test('upload, list, search, play, twice, broken, too large, delete', { skip }, async () => {
  const errors = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto(url);
  await page.getByText('No replays yet').waitFor();

  await upload(file('first try.bsor', sample));
  await outcome('added').waitFor();
  const row = page.locator('.row:not(.skeleton)');
  await row.waitFor();
  const id = await row.getAttribute('data-id');
  const [record] = (await (await fetch(`${url}api/replays`)).json()).replays;
  assert.equal(record.id, id);
  assert.equal(record.file_name, 'first try.bsor');
  const text = await row.textContent();
  for (const part of [record.map.name, record.map.author, record.players[0].name]) assert.ok(text.includes(part), part);
  assert.equal(text.replace(/\u202f/g, '').includes(`Score ${record.score}`), true);

  // Every filter at once, each of which holds for this replay: the server understands all that the page asks.
  const day = record.started_at.slice(0, 10);
  const near = (days) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
  const all = new URLSearchParams({
    q: record.map.name.split(' ')[0].toLowerCase(),
    game: record.game,
    format: record.format,
    player: record.players[0].name.slice(0, 3),
    map: record.map.name.slice(1),
    mode: record.mode,
    from: near(-1),
    to: near(1),
  });
  for (const sort of ['uploaded_at', '-started_at', 'score', '-duration']) {
    await page.goto(`${url}?${all}&sort=${sort}`);
    await row.waitFor();
    assert.equal(await row.getAttribute('data-id'), id);
  }
  await page.goto(`${url}?${all}`);
  await page.getByRole('searchbox').fill('no such song');
  await page.getByText('No replay matches').waitFor();
  await page.getByRole('button', { name: 'Clear search and filters' }).click();
  await row.waitFor();

  await row.getByRole('link').click();
  await page.waitForURL(`**/player?replay=${id}**`);
  const state = await page.evaluate(() => window.ghostreel.ready.then(() => window.ghostreel.state()));
  assert.equal(state.game, 'beat-saber');
  assert.ok(Math.abs(state.duration - record.duration_s) < 5, `${state.duration} is about ${record.duration_s}`);
  await page.goBack();
  await row.waitFor();

  await upload(file('second try.bsor', sample));
  await outcome('exists').waitFor();
  const link = await outcome('exists').getByRole('link').getAttribute('href');
  assert.equal(link, `player?replay=${id}`);

  await upload(file('cut off.bsor', sample.subarray(0, sample.length >> 1)), file('notes.txt', Buffer.from('not a replay')));
  await page.waitForFunction(() => document.querySelectorAll('.upload[data-outcome=refused]').length === 2);
  const [cut, text2] = await outcome('refused').allTextContents();
  assert.match(cut, /cut off\.bsor.*ends too early.*\d/is);
  assert.match(text2, /notes\.txt.*Not a replay/is);

  await upload(file('huge.bsor', Buffer.concat([sample, Buffer.alloc(2 * LIMIT)])));
  await page.locator('.upload[data-outcome="too-large"], .upload[data-outcome="trouble"]').waitFor();
  assert.match(await outcome('too-large').textContent(), /too large.*at most 4\.0 MB/s);
  assert.equal((await (await fetch(`${url}api/replays`)).json()).replays.length, 1, 'nothing else was taken in');

  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await row.getByRole('button', { name: /^Delete / }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No replays yet').waitFor();
  assert.equal((await fetch(`${url}api/replays/${id}`)).status, 404);
  assert.deepEqual(errors, []);
});

test('a recording that the server witnessed says so, and why', { skip }, async () => {
  const run = (...words) => promisify(execFile)(binary, words, { cwd: data });
  await writeFile(join(data, 'played.bsor'), Buffer.from(await madeUp(2)));
  await run('key', 'new', '--key', 'my.pem');
  const recording = ['record', 'replay', '--key', 'my.pem', '--seconds', '8', '--server', url, '--upload', '-o', 'out'];
  const { stdout } = await run(...recording, 'played.bsor');
  const [, id] = stdout.trim().split('\n');
  await page.goto(`${url}player?replay=${id}`);
  const badge = page.locator('.proof summary');
  await badge.waitFor();
  assert.match(await badge.textContent(), /^witnessed \d+ %$/);
  await badge.click();
  await page.getByText(/It is signed by ed25519:/).waitFor();
  assert.equal(await page.locator('.proof').getAttribute('data-state'), 'witnessed');
  await page.screenshot({ path: `${results}proof.png` });

  // A replay that nobody signed says that, too.
  const body = Buffer.from(await madeUp(3));
  const { id: plain } = await (await fetch(`${url}api/replays`, { method: 'POST', body })).json();
  await page.goto(`${url}player?replay=${plain}`);
  await badge.filter({ hasText: /^unmarked$/ }).waitFor();
});
