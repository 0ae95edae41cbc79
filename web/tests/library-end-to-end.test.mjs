// The library page and the real server, from a dropped file to its deletion.
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { after, before, test } from 'node:test';
import { launch } from './support/browser.mjs';
import { sample as madeUp } from './support/decoder.mjs';
import { dial, sampleMap } from './support/maps.mjs';
import { keep } from './support/pages.mjs';
import { ghostreel, skip } from './support/places.mjs';

const LIMIT = 4_000_000;
let data;
let server;
let browser;
let page;
let sample;
let url;

/** A server of a folder, `url`, and the way to end it, `stop`. */
async function serve(folder, ...more) {
  const options = ['serve', '--listen', '127.0.0.1:0', '--data', folder, '--upload-limit', String(LIMIT), ...more];
  const process = spawn(ghostreel, options, { stdio: ['ignore', 'pipe', 'inherit'] });
  // Listened to until the end: a server whose output is not read would stop.
  const url = await new Promise((resolve, reject) => {
    const lines = createInterface({ input: process.stdout });
    lines.on('line', (line) => {
      const found = /http:\/\/127\.0\.0\.1:\d+\//.exec(line)?.[0];
      if (found) resolve(found);
    });
    process.on('error', reject);
    process.on('exit', (code) => reject(new Error(`The server ended with ${code}.`)));
  });
  const stop = async () => {
    process.kill('SIGTERM');
    await new Promise((resolve) => (process.exitCode === null ? process.once('exit', resolve) : resolve()));
  };
  return { url, stop };
}

before(async () => {
  if (skip) return;
  data = await mkdtemp(join(tmpdir(), 'ghostreel-library-'));
  server = await serve(join(data, 'data'));
  ({ url } = server);
  const front = await fetch(url);
  assert.match(front.headers.get('content-type'), /html/, `${ghostreel} was built before there was a page: build it again`);
  sample = Buffer.from(await madeUp());
  browser = await launch();
  page = await browser.context.newPage();
});
after(async () => {
  await browser?.close();
  await server?.stop();
  if (data) await rm(data, { recursive: true, force: true });
});

const run = (...words) => promisify(execFile)(ghostreel, words, { cwd: data });
const file = (name, buffer) => ({ name, mimeType: 'application/octet-stream', buffer });
const upload = (...files) => page.locator('.top').getByLabel('Upload').setInputFiles(files);
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

  // Every filter at once; each holds for this replay: the server understands all that the page asks.
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
  // A chat's preview of the link: it reads the page and runs nothing.
  const pasted = await (await fetch(`${url}player?replay=${id}&t=3`)).text();
  const preview = (name) => new RegExp(`<meta property="og:${name}" content="([^"]*)">`).exec(pasted)?.[1];
  assert.equal(preview('title'), `${record.map.name} – ${record.players[0].name}`);
  assert.ok(preview('description').includes(`${record.score} points`), preview('description'));
  const unknown = await (await fetch(`${url}player?replay=${'0'.repeat(32)}`)).text();
  assert.match(unknown, /<title>Ghostreel player<\/title>/);
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

test('a map that is uploaded is shown with its replay', { skip }, async () => {
  const { map, replay } = sampleMap({ song: dial(60) });
  await page.goto(url);
  await upload(file('b.bsor', replay));
  const open = outcome('added').getByRole('link', { name: 'Open' });
  await open.waitFor();
  await upload(file('song.zip', map));
  await outcome('map').waitFor();
  assert.match(await outcome('map').textContent(), /song\.zip.*Map “Synthetic Sample” stored/);
  await upload(file('song again.zip', map));
  await outcome('exists').waitFor();
  assert.match(await outcome('exists').textContent(), /the very same map/);
  await upload(file('broken.zip', map.subarray(0, 100)));
  await outcome('refused').waitFor();
  assert.match(await outcome('refused').textContent(), /The map is damaged/);
  await open.click();
  await page.locator('.replay-map[data-state="shown"]').waitFor();
  // The same file, named in the address.
  const [{ hash }] = (await (await fetch(`${url}api/maps`)).json()).maps;
  const { id } = (await (await fetch(`${url}api/replays`)).json()).replays.find(({ file_name }) => file_name === 'b.bsor');
  await page.goto(`${url}player?replay=${id}&map=api/maps/${hash}/file&clock=manual`);
  await page.waitForFunction(() => globalThis.ghostreel?.state().song);
  assert.equal(await page.locator('.replay-map').count(), 0);
});

test('a recording that the server witnessed says so, and why', { skip }, async () => {
  await writeFile(join(data, 'played.slp'), Buffer.from(await madeUp(2, 'melee')));
  await writeFile(join(data, 'hurried.bsor'), Buffer.from(await madeUp(2)));
  await run('key', 'new', '--key', 'my.pem');
  const recording = ['record', 'replay', '--key', 'my.pem', '--server', url, '--upload', '-o', 'out'];
  // One takes as long as it lasts, the other does not.
  const recordings = [run(...recording, 'played.slp'), run(...recording, '--seconds', '8', 'hurried.bsor')];
  const [id, hurried] = (await Promise.all(recordings)).map(({ stdout }) => stdout.trim().split('\n')[1]);
  // While it plays, the controls go away.
  await page.goto(`${url}player?replay=${id}&clock=manual`);
  const badge = page.locator('.proof summary');
  await badge.waitFor();
  assert.match(await badge.textContent(), /^Received live \d+ %$/);
  await badge.click();
  await page.getByText(/It is signed by ed25519:/).waitFor();
  await page.getByText(/^This server received it live, /).waitFor();
  assert.equal(await page.locator('.proof').getAttribute('data-state'), 'witnessed');
  await page.getByText('Below the timeline').waitFor();
  // Escape closes it, and so does a press elsewhere.
  for (const close of [() => page.keyboard.press('Escape'), () => page.mouse.click(640, 300)]) {
    assert.equal(await page.locator('.proof[open]').count(), 1);
    await close();
    await page.locator('.proof:not([open])').waitFor();
    await badge.click();
  }
  // All of it, from where the timeline begins to where it ends.
  const lane = await page.locator('.witness-lane').boundingBox();
  const bar = await page.locator('.timeline .track').boundingBox();
  const [witnessed] = await Promise.all((await page.locator('.witnessed').all()).map((stretch) => stretch.boundingBox()));
  assert.deepEqual([lane.x, lane.width], [bar.x, bar.width]);
  assert.ok(Math.abs(witnessed.x - bar.x) < 0.01 * bar.width && witnessed.width > 0.97 * bar.width, JSON.stringify([witnessed, bar]));
  await keep(page, 'proof');

  // A gap between witnessed stretches is seen.
  await page.route('**/proof', async (route) => {
    const response = await route.fetch();
    const proof = await response.json();
    const { duration } = await page.evaluate(() => window.ghostreel.state());
    await route.fulfill({
      response,
      json: {
        ...proof,
        share: 13 / duration,
        covered: [
          [0, 7],
          [duration - 6, duration],
        ],
      },
    });
  });
  await page.reload();
  await badge.waitFor();
  assert.equal(await page.locator('.witnessed').count(), 2);
  const hover = (fraction) => page.mouse.move(bar.x + fraction * bar.width, bar.y);
  for (const [fraction, words] of [
    [0.1, 'witnessed'],
    [0.5, 'not witnessed'],
    [0.9, 'witnessed'],
  ]) {
    await hover(fraction);
    await page.locator('.tip-proof').getByText(words, { exact: true }).waitFor();
  }
  await hover(0.5);
  await badge.click();
  for (const [width, colorScheme] of [
    [1280, 'dark'],
    [1280, 'light'],
    [390, 'dark'],
    [390, 'light'],
  ]) {
    await page.setViewportSize({ width, height: width === 390 ? 844 : 720 });
    await page.emulateMedia({ colorScheme });
    await keep(page, `witnessed-${width}-${colorScheme}`);
  }
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.unroute('**/proof');

  // Which seconds of it were witnessed is not known where recording took another time.
  await page.goto(`${url}player?replay=${hurried}&clock=manual`);
  // Beside the level stands whether the motion fits.
  const level = page.locator('.proof .proof-level');
  await level.filter({ hasText: /^Received live \d+ %$/ }).waitFor();
  await badge.click();
  await page.getByText(/the timeline does not show which seconds/).waitFor();
  assert.equal(await page.locator('.witness-lane').count(), 0);

  // An unsigned replay says that, too.
  const body = Buffer.from(await madeUp(3));
  const { id: plain } = await (await fetch(`${url}api/replays`, { method: 'POST', body })).json();
  await page.goto(`${url}player?replay=${plain}&clock=manual`);
  await level.filter({ hasText: /^Not signed$/ }).waitFor();
});

/** Sends a replay; gives the server's answer. */
const send = async (to, body) => (await fetch(`${to}api/replays`, { method: 'POST', body })).json();

/** A match, and the same with another name in it. */
async function matchAndCopy() {
  await writeFile(join(data, 'match.replay'), Buffer.from(await madeUp(4, 'rocket-league')));
  await run('edit', 'match.replay', '-o', 'copy.replay', '--force', '--rename', 'Ghost=Somebody');
  return [await readFile(join(data, 'match.replay')), await readFile(join(data, 'copy.replay'))];
}

test('a copy is held, and says of what', { skip }, async () => {
  const [match, copy] = await matchAndCopy();
  const original = await send(url, match);
  await page.goto(url);
  await upload(file('copy.replay', copy));
  await outcome('held').waitFor();
  const link = await outcome('held').getByRole('link', { name: 'Open the original' }).getAttribute('href');
  assert.equal(link, `player?replay=${original.id}`);
  const { copies } = await (await fetch(`${url}api/replays/${original.id}/copies`)).json();
  assert.deepEqual(
    copies.map(({ role }) => role),
    ['original'],
  );
  await page.goto(`${url}player?replay=${copies[0].id}`);
  await page.getByText(/This replay is held/).waitFor();
  await page.goto(`${url}compare.html?a=${original.id}&b=${copies[0].id}`);
  await page.getByText('It is held as a copy, and not given out.').waitFor();
});

test('a copy that is only flagged says so, and plays beside its original', { skip }, async () => {
  const flagging = await serve(join(data, 'flagging'), '--copies', 'flag');
  try {
    const bytes = await matchAndCopy();
    const [original, copy] = [await send(flagging.url, bytes[0]), await send(flagging.url, bytes[1])];
    await page.goto(flagging.url);
    await page.locator(`.row[data-id="${copy.id}"] .proof-level`).getByText('Looks like a copy').waitFor();
    await page.goto(`${flagging.url}player?replay=${copy.id}&clock=manual`);
    await page.locator('.proof summary').getByText('Looks like a copy').click();
    await page.getByText(/^Copied from/).waitFor();
    await page.getByRole('link', { name: 'Side by side' }).click();
    await page.locator('iframe').nth(1).waitFor();
    const { copies } = await (await fetch(`${flagging.url}api/replays/${copy.id}/copies`)).json();
    const { fromA, fromB } = copies.find(({ id }) => id === original.id).passages[0];
    for (const [id, from] of [
      [copy.id, fromA],
      [original.id, fromB],
    ]) {
      const player = page.locator(`iframe[src*="${id}"]`);
      await player.waitFor();
      const frame = await (await player.elementHandle()).contentFrame();
      const within = ([start]) => Math.abs((window.ghostreel?.state().time ?? -1) - start) < 1e-6;
      await frame.waitForFunction(within, [from]);
    }
    await keep(page, 'side-by-side');
  } finally {
    await flagging.stop();
  }
});

test('a replay from before proofs were kept leaves no error in the log', { skip }, async () => {
  const folder = join(data, 'old');
  const first = await serve(folder);
  const { id } = await send(first.url, sample).finally(() => first.stop());
  for (const ending of ['', '-wal', '-shm']) await rm(join(folder, `witness.db${ending}`), { force: true });
  const second = await serve(folder);
  const errors = [];
  const note = (message) => message.type() === 'error' && errors.push(message.text());
  page.on('console', note);
  try {
    await page.goto(second.url);
    await page.locator('.row .title').waitFor();
    await page.goto(`${second.url}player?replay=${id}&clock=manual`);
    await page.locator('.proof summary').click();
    await page.getByText(/before this server kept proofs/).waitFor();
    assert.deepEqual(errors, []);
  } finally {
    page.off('console', note);
    await second.stop();
  }
});
