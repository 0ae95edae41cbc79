// A page that opens one replay after another draws each as it drew the first: what one scene lets go of, no other needs.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { mapOfSample, workshop } from './support/maps.mjs';
import { answer, difference, drop, picture, sampleBytes, stage } from './support/pages.mjs';
import { skip } from './support/places.mjs';

let s;
before(async () => (s = await stage({ viewport: { width: 960, height: 540 } })));
after(async () => {
  await s?.close();
  assert.deepEqual(s?.failures ?? [], []);
});

/** Opens a file three times in one page; compares the third picture with the first. Where to look is asked of the page. */
async function thrice(name, bytes, more, timeOf) {
  await s.open('?clock=manual');
  const pictures = [];
  for (let load = 0; load < 3; load++) {
    await s.page.evaluate(() => (document.title = 'before'));
    await drop(s.page, name, bytes, more);
    if (load > 0 && name.endsWith('.bsor')) await answer(s.page, 'Instead of it');
    await s.page.waitForFunction(() => document.title !== 'before' && globalThis.ghostreel.state().status === 'ready');
    await s.seek(await timeOf());
    await s.settled();
    pictures.push(await picture(s.page.locator('canvas').first(), load === 2 ? `reload-${name}` : undefined));
  }
  const [first, , third] = pictures;
  assert.ok((await difference(s.context, first, third)) < 0.0005, `${name}: the third picture is another than the first`);
}

/** When a mistake is to be seen, in the sample of Beat Saber. */
async function mistake() {
  for (let time = 1; time < 48; time += 0.4) {
    await s.seek(time);
    if ((await s.state()).visible.mistakes.some(({ kind }) => kind === 'miss')) return time;
  }
  throw new Error('no miss is to be seen');
}

test('mistakes are drawn after a second load, too', async () => thrice('a.bsor', await sampleBytes(7), {}, mistake));

test('and with a map', { skip }, async () => {
  const shop = workshop();
  try {
    const { map, replay } = mapOfSample(shop);
    await thrice('own.bsor', replay, { 'map.zip': map }, mistake);
  } finally {
    shop.close();
  }
});

test('a game of Melee is drawn as before', async () => thrice('a.slp', await sampleBytes(7, 'melee'), {}, () => 6));

test('a match of Rocket League is drawn as before', async () => thrice('a.replay', await sampleBytes(7, 'rocket-league'), {}, () => 9));
