// Two replays that agree, beside each other, against a stand-in for the server.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { json, libraryServer, record } from './library-server.mjs';
import { launch } from './support/browser.mjs';
import { dist, keep, sampleBytes } from './support/pages.mjs';

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const [A, B] = [record(0), record(1)];
const PASSAGES = [
  { fromA: 10, toA: 20, fromB: 12, toB: 23, speed: 1.1, mirrored: true },
  { fromA: 30, toA: 40, fromB: 30.5, toB: 40.5, speed: 1, mirrored: false },
];
const SIZES = [
  [1280, 720, 'dark'],
  [1280, 720, 'light'],
  [390, 844, 'dark'],
  [390, 844, 'light'],
];

let browser;
let bytes;
let server;
let page;
let errors;
/** The server's answer about A and B. */
let copy;
let held;

before(async () => {
  browser = await launch();
  bytes = await sampleBytes(3);
});
after(() => browser?.close());

beforeEach(async () => {
  copy = { id: B.id, role: 'copy', verdict: 'copy', since: '2026-01-01T00:00:00Z', reasons: ['20 s agree.'], passages: PASSAGES };
  held = false;
  server = await libraryServer({ dist, replays: [A, B] });
  server.state.answer = (_, response, url) => {
    const [, , , id, of] = url.pathname.split('/');
    const known = [A, B].find((replay) => replay.id === id);
    if (url.pathname === '/api/format-options') json(response, 200, { format_options: [] });
    else if (!known) return false;
    else if (of === 'file') response.writeHead(200).end(bytes);
    else if (of === 'proof')
      json(response, 200, { ...known.proof, key: null, covered: [], reasons: ['Nothing proves who played this, or when.'] });
    else if (of === 'copies') json(response, 200, { held: false, copies: known === A ? [copy] : [] });
    else json(response, 200, { ...known, held: held && known === A });
    return true;
  };
  page = await browser.context.newPage();
  await page.setViewportSize({ width: 1280, height: 720 });
  errors = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
});
afterEach(async () => {
  await page.close();
  await server.close();
  assert.deepEqual(errors, [], 'no error on the page');
});

const compare = () => page.goto(`${server.url}compare.html?a=${A.id}&b=${B.id}`);
const players = () => page.frames().filter((frame) => frame.url().includes('/player?'));
const times = () => Promise.all(players().map((frame) => frame.evaluate(() => window.ghostreel.state().time)));

/** Until both players show these seconds. */
async function shows(...wanted) {
  let seen;
  for (let i = 0; i < 200; i++) {
    seen = players().length === wanted.length ? await times().catch(() => []) : [];
    if (seen.length === wanted.length && seen.every((time, k) => Math.abs(time - wanted[k]) < 1e-6)) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  assert.deepEqual(seen, wanted);
}

test('a passage brings both players to it, and they play in step', async () => {
  await compare();
  await page.locator('iframe').nth(1).waitFor();
  await shows(10, 12);
  assert.match(await page.locator('.pane').first().textContent(), /The copy.*Jungle Fury.*vcninc.*Received live 97 %/s);
  assert.match(await page.locator('.pane').nth(1).textContent(), /The original.*Ghost Signal/s);
  await page.getByRole('button', { name: /^0:30 – 0:40 · 0:30 – 0:40/ }).click();
  await shows(30, 30.5);
  await page.getByRole('button', { name: /^0:10 – 0:20 · 0:12 – 0:23.*1\.1 × as fast.*mirrored/s }).click();
  await shows(10, 12);
  await page.getByRole('slider').fill('15');
  await shows(15, 17.5);

  await page.getByRole('button', { name: 'Play both' }).click();
  await page.waitForFunction(() => document.querySelector('input[type=range]').valueAsNumber > 16);
  await page.getByRole('button', { name: 'Pause both' }).click();
  const at = await page.getByRole('slider').evaluate((input) => input.valueAsNumber);
  await shows(at, 12 + (at - 10) * 1.1);
  // The end of the passage is the end.
  await page.getByRole('slider').fill('19.9');
  await page.getByRole('button', { name: 'Play both' }).click();
  await page.getByRole('button', { name: 'Play both' }).waitFor();
  await shows(20, 23);
  await page.getByRole('slider').fill('14');

  await page.evaluate(axe);
  for (const [width, height, colorScheme] of SIZES) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme });
    const boxes = await Promise.all((await page.locator('iframe').all()).map((frame) => frame.boundingBox()));
    assert.equal(boxes[0].y === boxes[1].y, width > 1000, 'beside each other, or one above the other');
    assert.ok(
      boxes.every((box) => box.width > 300 && box.height > 200),
      JSON.stringify(boxes),
    );
    // Colours on their way from one to another are neither.
    await page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => {}))));
    const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'], iframes: false }));
    assert.deepEqual(
      violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`),
      [],
    );
    await page.waitForTimeout(400);
    await keep(page, `compare-${width}-${colorScheme}`);
  }
});

test('one that is held is not played', async () => {
  held = true;
  await compare();
  await page.getByText('It is held as a copy, and not given out.').waitFor();
  await shows(12);
});

test('two that have nothing in common are not compared', async () => {
  copy = { ...copy, passages: [] };
  await compare();
  await page.getByText(/nothing that these two replays have in common/).waitFor();
  assert.equal(await page.locator('iframe').count(), 0);
  await page.evaluate(() => localStorage.setItem('ghostreel.theme', 'light'));
  await page.reload();
  await page.waitForFunction(() => document.documentElement.dataset.theme === 'light');
  await page.evaluate(() => localStorage.clear());
});

test('the player says of what a replay is a copy, or another recording of its match, and leads there', async () => {
  await page.goto(`${server.url}player?replay=${A.id}&clock=manual`);
  await page.locator('.proof summary').click();
  await page.getByText(`Copied from “Ghost Signal”, played by Mira Holt.`).waitFor();
  copy = { ...copy, role: 'undecided', verdict: 'same-match' };
  await page.reload();
  await page.locator('.proof summary').click();
  await page.getByText(`The same match as “Ghost Signal”, played by Mira Holt.`).waitFor();
  await page.getByRole('link', { name: 'Side by side' }).click();
  await page.getByText('The same match …').waitFor();
  await shows(10, 12);
});
