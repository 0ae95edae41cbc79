// The statistics panel in the player: its content, its links, its readability.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { launch } from './support/browser.mjs';
import { serve } from './support/serve.mjs';
import { looks } from './support/places.mjs';

const dist = fileURLToPath(new URL('../dist', import.meta.url));
const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let browser;
let server;
let page;
const errors = [];

before(async () => {
  server = await serve({ '/': dist });
  browser = await launch({ viewport: { width: 1280, height: 800 } });
  page = await browser.context.newPage();
  page.on('pageerror', (error) => errors.push(error.message));
});
after(async () => {
  await browser?.close();
  await server?.close();
});
afterEach(() => assert.deepEqual(errors.splice(0), [], 'no error was thrown on the page'));
beforeEach(async () => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${server.origin}/player.html?sample&clock=manual`);
  await page.evaluate(() => window.ghostreel.ready);
});

const state = () => page.evaluate(() => window.ghostreel.state());
const seek = (time) => page.evaluate((to) => window.ghostreel.seek(to), time);
const open = async () => {
  await page.getByRole('button', { name: /^Statistics/ }).click();
  await page.locator('.stats .headline').waitFor();
};
/** The panel's text under a heading such as Accuracy. */
const said = (term) => page.locator('.stats dt', { hasText: new RegExp(`^${term}$`) }).locator('+ dd');
const number = (text) => Number(text.replace(/[^\d.-]/g, ''));

test('it is fetched only when asked for', async () => {
  const loaded = () => page.evaluate(() => performance.getEntriesByType('resource').map((entry) => entry.name));
  assert.ok(!(await loaded()).some((name) => name.includes('BeatSaberStats')));
  await open();
  assert.ok((await loaded()).some((name) => name.includes('BeatSaberStats')));
});

test('its figures are those of the replay', async () => {
  await open();
  const { duration } = await state();
  await seek(duration);
  const end = await state();
  assert.equal(number(await said('Score').textContent()), end.score);
  const counts = {};
  for (const name of ['Bad cuts', 'Misses', 'Bombs', 'Walls']) counts[name] = number(await said(name).textContent());
  const listed = (kind) => page.locator(`.moments [data-kind=${kind}]`).count();
  assert.deepEqual(
    { 'Bad cuts': await listed('bad'), Misses: await listed('miss'), Bombs: await listed('bomb'), Walls: await listed('wall') },
    counts,
  );
  assert.ok(counts['Bad cuts'] > 0 && counts.Misses > 0 && counts.Bombs > 0 && counts.Walls > 0, 'the sample has all kinds');
  assert.match(await page.locator('.hands').textContent(), /Average cut, of 115\d{2,3}\.\d\d/);
  assert.match(await page.locator('.hands').textContent(), /Timing\d+\.\d ms (early|late)/);
  assert.equal(await page.locator('.grid tbody td').count(), 12);
});

test('a press on a plot and on a moment goes there, and the playhead follows', async () => {
  await open();
  await seek(0);
  // A plot is made anew for its last width: for a moment there is none.
  const there = await page.waitForFunction(() => {
    const { x, y, width } = document.querySelector('.plot.seeks .u-over')?.getBoundingClientRect() ?? { width: 0 };
    return width > 0 && { x, y, width };
  });
  const box = await there.jsonValue();
  const { duration } = await state();
  await page.mouse.click(box.x + box.width * 0.5, box.y + 30);
  const middle = (await state()).time;
  assert.ok(Math.abs(middle - duration * 0.5) < duration * 0.08, `${middle} is about half of ${duration}`);
  /** The plot may get its last width, and the playhead its place, only with the next picture. */
  const playheadAt = (share) =>
    page.waitForFunction((wanted) => {
      const plot = document.querySelector('.plot.seeks .u-over').getBoundingClientRect();
      const line = document.querySelector('.plot.seeks .playhead').getBoundingClientRect();
      return Math.abs((line.left + line.width / 2 - plot.left) / plot.width - wanted) < 0.01;
    }, share);
  await playheadAt(0.5);

  await page.mouse.move(box.x + box.width * 0.5, box.y + 30);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.25, box.y + 30, { steps: 4 });
  await page.mouse.up();
  assert.ok((await state()).time < middle * 0.6, 'dragging seeks as well');
  await playheadAt(0.25);

  const third = page.locator('.moments button').nth(2);
  await third.click();
  const [minutes, seconds] = (await third.locator('.at').textContent()).split(':').map(Number);
  const { time } = await state();
  assert.equal(Math.floor(time), minutes * 60 + seconds);
  await page.locator('.moments li:nth-child(3) [aria-current=true]').waitFor();
  await seek(duration);
  await page.locator('.moments li:last-child [aria-current=true]').waitFor();
});

test('plots are drawn, and again in another theme', async () => {
  await open();
  /** How many pixels of each plot are not empty. */
  const drawn = () =>
    page.locator('.stats canvas').evaluateAll((all) =>
      all.map((canvas) => {
        const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
        return data.filter((value, i) => i % 4 === 3 && value > 0).length;
      }),
    );
  const dark = await drawn();
  assert.equal(dark.length, 3);
  assert.ok(
    dark.every((pixels) => pixels > 1500),
    String(dark),
  );
  const colours = () =>
    page
      .locator('.stats canvas')
      .first()
      .evaluate((canvas) => canvas.toDataURL());
  const before = await colours();
  await page.keyboard.press('t');
  await page.waitForFunction((old) => {
    const canvases = document.querySelectorAll('.stats canvas');
    return canvases.length === 3 && canvases[0].toDataURL() !== old;
  }, before);
  assert.ok((await drawn()).every((pixels) => pixels > 1500));
  await page.keyboard.press('t');
});

test('each plot is there in words and as a table', async () => {
  await open();
  const labels = await page.locator('.plot').evaluateAll((all) => all.map((plot) => plot.getAttribute('aria-label')));
  assert.match(labels[0], /^Accuracy over time\. It ends at \d+\.\d\d%\. \d+ mistakes are marked\.$/);
  assert.match(labels[1], /^Energy and combo over time\. The longest combo is \d+\.$/);
  assert.match(labels[2], /^How often each cut score came\. The left hand's mean is \d+\.\d\. The right/);
  const tables = page.locator('.as-table');
  const openTable = async (i) => {
    await tables.nth(i).locator('summary').click();
    await tables.nth(i).locator('tbody tr').first().waitFor();
  };
  await openTable(0);
  assert.equal(await tables.nth(0).locator('tbody tr').count(), 11);
  const last = await tables.nth(0).locator('tbody tr').last().locator('td').first().textContent();
  assert.equal(last, (await said('Accuracy').textContent()).match(/^[\d.]+%/)[0]);
  await openTable(1);
  assert.ok((await tables.nth(1).locator('tbody tr').count()) >= 2);
});

test('it reads well in both themes and on a phone', async () => {
  for (const [width, height, colorScheme] of looks(0, 2)) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height });
    await page.reload();
    await page.evaluate(() => window.ghostreel.ready);
    await page.keyboard.press('s');
    await page.locator('.stats .headline').waitFor();
    await page.evaluate(axe);
    const { violations } = await page.evaluate(() => window.axe.run('.stats', { resultTypes: ['violations'] }));
    assert.deepEqual(
      violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 120)).join(' | ')}`),
      [],
      `${colorScheme}, ${width} wide`,
    );
    const [inner, outer] = await page
      .locator('.stats')
      .evaluate((stats) => [Math.max(...[...stats.querySelectorAll('*')].map((e) => e.getBoundingClientRect().right)), innerWidth]);
    assert.ok(inner <= outer, `nothing sticks out: ${inner} of ${outer}`);
    const lines = await page.locator('.headline .counts dd').evaluateAll((all) => all.map((e) => e.getBoundingClientRect().bottom));
    assert.equal(lines.length, 5);
    assert.ok(Math.max(...lines) - Math.min(...lines) < 1, `${lines} is no line, ${width} wide`);
  }
});
