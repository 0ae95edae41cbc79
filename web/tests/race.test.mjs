// The library's other plays of a difficulty, beside the one on the stage.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { barriers, keep, sampleBytes, stage } from './support/pages.mjs';

const HASH = 'A'.repeat(40);
const ids = [1, 2, 3, 4, 5].map((i) => String(i).repeat(32));
const [shown] = ids;

/** A record of the library, in the parts that are looked at. */
const record = (id, name, score, more = {}) => ({
  id,
  digest: id,
  game: 'beat-saber',
  map: { id: HASH, name: 'Song', difficulty: 'ExpertPlus', author: null, address: null },
  mode: 'Standard',
  players: [{ id: `id-${name}`, name }],
  score,
  accuracy: score / 1_000_000,
  started_at: '2024-03-05T12:00:00Z',
  ...more,
});
const own = record(shown, 'Ann', 500_000);
const records = [
  record(ids[1], 'Bob', 900_000),
  record(ids[2], 'Cid', 700_000),
  own,
  record(ids[3], 'Ann', 400_000),
  record(ids[4], 'Dan', 300_000),
  // Found by parts of names.
  record('6'.repeat(32), 'Eve', 200_000, { mode: 'StandardPlus' }),
];

let s;
before(async () => {
  const files = await Promise.all(ids.map((_, i) => sampleBytes(7 + i)));
  s = await stage({
    folders: {
      '/api/': {
        ...Object.fromEntries(ids.map((id, i) => [`replays/${id}/file`, files[i]])),
        [`replays/${shown}`]: JSON.stringify(own),
        'format-options': JSON.stringify({ format_options: [] }),
        replays: JSON.stringify({ replays: records, next: null, total: null }),
      },
    },
  });
});
after(() => s?.close());

test('plays of the library are listed, and up to three are chosen to be shown beside', async () => {
  const asked = [];
  s.page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname === '/api/replays') asked.push(Object.fromEntries(url.searchParams));
  });
  await s.open(`?replay=${shown}&clock=manual`);
  const race = s.page.locator('.race');
  await race.locator('summary').click();
  const plays = race.getByRole('button');
  await plays.first().waitFor();
  assert.deepEqual(
    (await plays.allInnerTexts()).map((text) => text.split('\n')[0]),
    ['Ann', 'Bob', 'Cid', 'Dan'],
    'the own best, then all others by score; neither the one on the stage nor one of another mode',
  );
  assert.match(await plays.nth(1).innerText(), /^Bob\s+900\u202f000\s+.*2024\s+90\.00%$/);
  const common = { game: 'beat-saber', map: HASH, difficulty: 'ExpertPlus', mode: 'Standard', sort: '-score' };
  assert.deepEqual(asked.length, 2);
  for (const query of asked) for (const [name, value] of Object.entries(common)) assert.equal(query[name], value);
  assert.equal(asked[1].player, 'id-Ann');

  const names = () => s.page.evaluate(() => globalThis.ghostreel.state().rivals.length);
  const beside = (count) => s.page.waitForFunction((count) => globalThis.ghostreel.state().rivals.length === count, count);
  for (const [i, at] of [1, 0, 2].entries()) {
    await plays.nth(at).click();
    await beside(i + 1);
  }
  await s.page.waitForFunction(() => new URLSearchParams(location.search).getAll('with').length === 3);
  assert.deepEqual(await plays.evaluateAll((all) => all.map((play) => play.ariaPressed)), ['true', 'true', 'true', 'false']);
  assert.equal(await plays.nth(3).isDisabled(), true, 'the scene has no room for more');
  await keep(s.page, 'race');
  for (const colorScheme of ['light', 'dark']) {
    await s.page.emulateMedia({ colorScheme });
    assert.deepEqual(await barriers(s.page), [], colorScheme);
  }
  await plays.nth(0).click();
  await beside(2);
  assert.equal(await plays.nth(3).isDisabled(), false);
  await s.page.keyboard.press('Escape');
  assert.equal(await race.getAttribute('open'), null);
  assert.equal(await names(), 2);
});

test('a library that has no other play says so, and a file of nobody’s library offers none', async () => {
  await s.page.route('**/api/replays?*', (route) => route.fulfill({ json: { replays: [own], next: null, total: null } }));
  await s.open(`?replay=${shown}&clock=manual`);
  await s.page.locator('.race summary').click();
  await s.page.getByText('The library has no other play of this difficulty.').waitFor();
  await s.open('?sample&clock=manual');
  assert.equal(await s.page.locator('.race').count(), 0);
});
