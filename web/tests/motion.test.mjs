// Whether the motion fits the cuts: the verdict on a replay whose hands were swapped for a while, and its drawing.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { FROM, swapHands, TO } from './support/swapped.mjs';
import { mapOfSample, workshop } from './support/maps.mjs';
import { difference, drop, keep, picture, sampleBytes, stage } from './support/pages.mjs';
import { skip } from './support/places.mjs';

const honest = await sampleBytes(1);
const swapped = swapHands(honest);

const s = await stage({ files: { 'swapped.bsor': swapped, 'honest.bsor': honest }, viewport: { width: 1280, height: 800 } });
after(async () => {
  assert.deepEqual(s.failures, [], 'no error was thrown on the page');
  await s.close();
});

const open = async (name) => {
  await s.open(`?replay=files/${name}&clock=manual`);
  await s.page.keyboard.press('s');
  await s.page.getByText('Does the motion fit the cuts?').click();
  await s.page.locator('.motion-found').waitFor();
};

/** The picture as it stands still. */
const canvas = () => picture(s.page.locator('canvas').first());

test('discrepancies are listed note by note, and a row goes there and is drawn', async () => {
  await open('swapped.bsor');
  const found = s.page.locator('.motion-found');
  assert.equal(await found.getAttribute('data-verdict'), 'inconsistent');
  await found.getByText(/good cuts do not match the saber motion\..* The hands are swapped\./).waitFor();
  const rows = found.getByRole('list', { name: 'Notes that are off' }).getByRole('button');
  assert.ok((await rows.count()) >= 8, `${await rows.count()} rows`);
  assert.match(await rows.first().textContent(), /(Left|Right) note, lane \d: cut angle [\d.]+° off/);
  await rows.nth(3).click();
  await s.page.locator('.motion-found [aria-current=true]').waitFor();
  const { time } = await s.state();
  assert.ok(time >= FROM && time <= TO, `${time}`);
  const drawn = await canvas();
  await keep(s.page, 'motion');

  // The same moment once no request comes any more.
  await s.page.getByText('Does the motion fit the cuts?').click();
  await s.page.keyboard.press('s');
  await found.waitFor({ state: 'detached' });
  await s.page.keyboard.press('s');
  await s.page.locator('.stats h3').first().waitFor();
  await s.seek(time);
  const apart = await difference(s.context, drawn, await canvas());
  assert.ok(apart > 0.003, `${apart} of the picture differ`);
});

test('of honest motion the panel has the score that it shows, and observations', async () => {
  await open('honest.bsor');
  const found = s.page.locator('.motion-found');
  assert.equal(await found.getAttribute('data-verdict'), 'not-enough-data');
  await found.getByText(/^All [\d,]+ good cuts match the saber motion\. Of [\d,]+ points the motion alone shows [\d,]+\./).waitFor();
  assert.equal(await found.getByRole('list', { name: 'Notes that are off' }).count(), 0);
  const seen = found.getByRole('list', { name: 'Worth a look' }).getByRole('button');
  await seen
    .getByText(/^Head moves without tremor for [\d.]+ s/)
    .first()
    .click();
  assert.ok((await s.state()).time < 1);
});

test('the comparison of cuts is fetched only on request', async () => {
  await s.open('?replay=files/honest.bsor&clock=manual');
  await s.page.keyboard.press('s');
  await s.page.locator('.stats h3').first().waitFor();
  const loaded = () => s.page.evaluate(() => performance.getEntriesByType('resource').map((entry) => entry.name));
  assert.ok(!(await loaded()).some((name) => name.includes('MotionFound')));
});

test('with the map, the notes that it gives otherwise are listed one by one', { skip }, async () => {
  const shop = workshop();
  try {
    const { map, replay } = mapOfSample(shop, { moved: 15 });
    await s.open('?clock=manual');
    await drop(s.page, 'own.bsor', replay, { 'map.zip': map });
    await s.page.waitForFunction(() => globalThis.ghostreel.state().status === 'ready');
  } finally {
    shop.close();
  }
  await s.page.keyboard.press('s');
  await s.page.getByText('Does the motion fit the cuts?').click();
  const found = s.page.locator('.motion-found');
  await found.getByText(/228 of the map's 243 notes are in it, 15 of its notes are not in the map/).waitFor();
  const rows = found.getByRole('list', { name: 'Beside the map' }).getByRole('button');
  await rows.getByText('In the map, and not in the replay').first().waitFor();
  // Of the 15, those that have points.
  const invented = await rows.filter({ hasText: / → 0 points; not in the map$/ }).count();
  assert.ok(invented >= 10 && invented <= 15, `${invented}`);
  const missing = rows.filter({ hasText: 'In the map, and not in the replay' });
  assert.equal(await missing.count(), 15);
  await missing.first().click();
  assert.ok((await s.state()).time > 1);
  await keep(s.page, 'motion-map');
});
