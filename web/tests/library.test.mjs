// The library page in a real browser, against a stand-in for the server that can be bent at will.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { json, libraryServer, record } from './library-server.mjs';
import { launch } from './support/browser.mjs';
import { sample as madeUp } from './support/decoder.mjs';
import { keep, sampleBytes, searchOf } from './support/pages.mjs';

const dist = fileURLToPath(new URL('../dist', import.meta.url));
const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let browser;
let sample;
let server;
let page;
let errors;

before(async () => {
  browser = await launch();
  sample = Buffer.from(await madeUp());
});
after(() => browser?.close());

beforeEach(async () => {
  server = await libraryServer({ dist, replays: Array.from({ length: 120 }, (_, i) => record(i)) });
  page = await browser.context.newPage();
  errors = [];
  page.on('pageerror', (error) => errors.push(error.message));
});
afterEach(async () => {
  await page.close();
  await server.close();
  assert.deepEqual(errors, [], 'no error was thrown on the page');
});

const titles = () => page.locator('.row .title bdi').allTextContents();
const rows = () => page.locator('.row:not(.skeleton)');
const settled = () => page.locator('.rows[aria-busy="false"], .notice, .empty, .welcome').first().waitFor();
const file = (name, bytes = sample) => ({ name, mimeType: 'application/octet-stream', buffer: bytes });
const upload = (files) => page.locator('.top').getByLabel('Upload').setInputFiles(files);
const outcome = (kind) => page.locator(`.upload[data-outcome="${kind}"]`);

async function open(path = '') {
  await page.goto(server.url + path);
  await settled();
}

/** Fails with axe's findings, in words. */
async function accessible(what) {
  // Colours on their way from one to another are neither.
  await page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => {}))));
  // Not a script element, which the page's own policy would rightly refuse.
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 120)).join(' | ')}`);
  assert.deepEqual(found, [], what);
}

test('the list shows what the server has, a page at a time', async () => {
  await open();
  assert.equal(await rows().count(), 50);
  const first = rows().first();
  assert.match(await first.textContent(), /Jungle Fury.*nolan121405.*vcninc.*Expert\+.*1\u202f406\u202f415.*1:35.*BSOR/s);
  assert.equal(await first.locator('time').first().getAttribute('datetime'), record(0).started_at);
  assert.equal(await first.locator('a').getAttribute('href'), `player?replay=${record(0).id}`);
  assert.match(await rows().nth(4).textContent(), /damaged/);

  // The third page waits until the second was seen.
  const asked = [];
  let seen;
  const secondIsSeen = new Promise((resolve) => {
    seen = resolve;
  });
  server.state.answer = async (_, __, url) => {
    asked.push(url.searchParams.get('limit'));
    if (asked.length === 2) await secondIsSeen;
    return false;
  };
  await page.locator('.more button').scrollIntoViewIfNeeded();
  await page.waitForFunction(() => document.querySelectorAll('.row').length === 100);
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  seen();
  await page.waitForFunction(() => document.querySelectorAll('.row').length === 120);
  assert.equal(await page.locator('.more').count(), 0, 'no more to load');
  assert.deepEqual(asked, ['50', '50']);
  assert.equal(new Set(await page.locator('.row').evaluateAll((all) => all.map((row) => row.dataset.id))).size, 120);
});

test('the next page is loaded, too, where going out of sight and into it comes as one message', async () => {
  await page.addInitScript(() => {
    globalThis.IntersectionObserver = class {
      constructor(tell) {
        this.tell = tell;
      }
      observe() {
        this.timer = setTimeout(() => this.tell([{ isIntersecting: false }, { isIntersecting: true }]));
      }
      disconnect() {
        clearTimeout(this.timer);
      }
    };
  });
  await open();
  await page.waitForFunction(() => document.querySelectorAll('.row').length === 120);
});

test('each row says how much of its score is confirmed, and why', async () => {
  await open();
  const badge = (row) => rows().nth(row).locator('.score-level');
  const words = await Promise.all([0, 1, 2].map((row) => badge(row).textContent()));
  assert.deepEqual(words, ['score confirmed', 'contradicts the motion', '86.93% confirmed']);
  assert.equal(await badge(3).count(), 0);
  assert.equal(await badge(2).getAttribute('title'), '3 of 3 good cuts follow. At least 10 are needed.');
});

test('a row says who played against whom, with which characters, and who won', async () => {
  const side = (score, won, ...players) => ({
    name: null,
    players: players.map(([name, character = null]) => ({ name, character })),
    score,
    won,
  });
  const game = (i, game, format, sides) =>
    record(i, { game, format, sides, map: { name: 'A stage', id: '1' }, score: null, score_verdict: null });
  server.state.replays = [
    game(0, 'melee', 'slp', [side(3, true, ['Ghost', 'Fox']), side(0, false, ['Reel', 'Marth'])]),
    game(1, 'rocket-league', 'replay', [side(2, false, ['Ghost'], ['Tape']), side(5, true, ['Reel'], ['Loop'])]),
    game(2, 'rocket-league', 'replay', [side(null, false, ['Ghost'])]),
    game(3, 'rocket-league', 'replay', [
      side(1, false, ['Ghost']),
      side(2, true, ...Array.from({ length: 8 }, () => ['Somebody with a long name'])),
    ]),
  ];
  await open();
  const lines = (cell, row) =>
    rows()
      .nth(row)
      .locator(`.${cell} .sides > *`)
      .evaluateAll((all) => all.map((line) => [line.textContent, line.className]));
  assert.deepEqual(await lines('who', 0), [
    ['Ghost (Fox), won', 'won'],
    ['against Reel (Marth)', ''],
  ]);
  assert.deepEqual(await lines('result', 0), [
    ['3', 'won'],
    ['0', ''],
  ]);
  assert.deepEqual(await lines('who', 1), [
    ['Ghost, Tape', ''],
    ['against Reel, Loop, won', 'won'],
  ]);
  assert.deepEqual(await lines('result', 1), [
    ['2', ''],
    ['5', 'won'],
  ]);
  assert.equal(await rows().nth(2).locator('.sides').count(), 0, 'nobody plays against anybody');
  const tops = (cell) =>
    rows()
      .nth(0)
      .locator(`.${cell} .sides > *`)
      .evaluateAll((all) => all.map((line) => Math.round(line.getBoundingClientRect().top)));
  assert.deepEqual(await tops('who'), await tops('result'), 'a score stands beside its side');
  const fits = async () => {
    const [who, result] = await Promise.all(['who .sides', 'result'].map((cell) => rows().nth(3).locator(`.${cell}`).boundingBox()));
    return who.x + who.width <= result.x;
  };
  assert.ok(await fits(), 'many names are cut off before the score');
  await keep(page, 'library-sides');
  await page.setViewportSize({ width: 390, height: 844 });
  await keep(page, 'library-sides-phone');
  assert.deepEqual(await tops('who'), await tops('result'), 'on a phone too');
  assert.ok(await fits());
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'it fits a phone');
});

test('games of the same people in a row stand below the score of their set, with the day that each was played on', async () => {
  const side = (won, name) => ({ name: null, score: won ? 1 : 0, won, players: [{ name, character: 'Fox', person: name }] });
  const game = (i, number, sides, changes = {}) => ({
    ...record(i),
    game: 'melee',
    format: 'slp',
    map: { name: `Stage ${number}`, id: String(number), author: null, difficulty: null },
    sides,
    set: { id: record(2).id, number, games: 4, score: sides[0].players[0].name === 'Ann' ? [2, 1] : [1, 2], previous: null, next: null },
    ...changes,
  });
  const ann = [side(true, 'Ann'), side(false, 'Bob')];
  server.state.replays = [
    game(0, 3, ann),
    game(1, 2, [side(true, 'Bob'), side(false, 'Ann')]),
    game(2, 1, ann),
    game(3, 1, ann, { set: null, started_at: '2019-03-28T23:59:00Z', by_local_clock: true }),
  ];
  await open('?game=melee');
  const head = page.locator('.set-head');
  assert.deepEqual(await head.allInnerTexts().then((all) => all.map((text) => text.replace(/\s+/g, ' '))), [
    'Set Ann 2 Bob 1 3 of 4 games',
  ]);
  assert.equal(await head.locator('.won').innerText(), 'Ann 2');
  assert.deepEqual(await page.locator('.rows > li').evaluateAll((all) => all.map((li) => li.className.split(' ')[0])), [
    'set-head',
    'row',
    'row',
    'row',
    'row',
  ]);
  // A clock of a zone that is not known is not turned into the reader's.
  assert.match(await rows().nth(3).locator('time').first().innerText(), /28/);
  assert.equal(await page.getByRole('searchbox').getAttribute('placeholder'), 'Search characters, players, codes, stages');
  const labels = async () => (await page.locator('.filters .field > span:first-child').allTextContents()).join(', ');
  assert.equal(await labels(), 'Game, Player, Opponent, Character, Stage, Mode, Played from, Played until');
  await page.locator('[name=character]').fill('Fox');
  await page.waitForFunction(() => location.search.includes('character=Fox'));
  await accessible('a set');
  for (const [width, height] of [
    [1280, 720],
    [390, 844],
  ]) {
    await page.setViewportSize({ width, height });
    await keep(page, `library-set-${width}`);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `it fits ${width}`);
  }
  await page.locator('[name=game]').selectOption('beat-saber');
  await page.waitForFunction(() => !location.search.includes('character'));
  assert.equal(await labels(), 'Game, Format, Player, Map, Difficulty, Mode, Played from, Played until');
});

test('each row says what its replay proves, if it does, and why', async () => {
  await open();
  const badge = (row) => rows().nth(row).locator('.proof-level');
  const words = await Promise.all([0, 2, 4].map((row) => badge(row).textContent()));
  assert.deepEqual(words, ['Received live 97 %', 'Signed', 'Received live 100 %, Looks like a copy']);
  assert.deepEqual(await Promise.all([1, 3].map((row) => badge(row).count())), [0, 0], 'what is not signed is not worth a word');
  assert.match(await badge(0).getAttribute('title'), /piece by piece/);
  assert.match(await badge(4).getAttribute('title'), /Looks like a copy: 24 s are identical to 0123/);
  assert.equal(await badge(4).getAttribute('data-state'), 'wrong');
  for (const [width, colorScheme] of [
    [1280, 'dark'],
    [1280, 'light'],
    [390, 'dark'],
    [390, 'light'],
  ]) {
    await page.setViewportSize({ width, height: width === 390 ? 844 : 720 });
    await page.emulateMedia({ colorScheme });
    await accessible(`levels, ${width} wide, ${colorScheme}`);
    assert.equal(await badge(0).isVisible(), true);
    await keep(page, `levels-${width}-${colorScheme}`);
  }
  await badge(2).click();
  await page.waitForURL('**/player?replay=**');
});

test('an upload that is held, or refused as a copy, says why and of what', async () => {
  await open();
  await upload([file('held-500.bsor'), file('copy.bsor')]);
  await outcome('held').waitFor();
  await outcome('refused').waitFor();
  const original = `player?replay=${record(0).id}`;
  for (const kind of ['held', 'refused']) {
    assert.match(await outcome(kind).textContent(), /copy.*40 s agree with it\. It came later\./s);
    assert.equal(await outcome(kind).getByRole('link', { name: 'Open the original' }).getAttribute('href'), original);
  }
  await page.getByText('1 held back, 1 refused').waitFor();
  await accessible('held and refused uploads');
  await keep(page, 'held');
  // The uploader can take it down.
  await outcome('held').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await outcome('held').waitFor({ state: 'detached' });
});

test('search waits for a pause, goes into the address and comes back from it', async () => {
  await open();
  const before = server.state.requests.length;
  await page.keyboard.press('/');
  await page.keyboard.type('signal', { delay: 20 });
  await page.waitForFunction(() => document.querySelectorAll('.row').length === 20);
  assert.deepEqual(new Set(await titles()), new Set(['Ghost Signal']));
  assert.equal(server.state.requests.length, before + 1, 'one request for six letters');
  assert.equal(await searchOf(page), '?q=signal');

  await page.reload();
  await settled();
  assert.equal(await page.getByRole('searchbox').inputValue(), 'signal');
  assert.equal(await rows().count(), 20);

  await page.getByRole('button', { name: 'Clear the search' }).click();
  await page.waitForFunction(() => document.querySelectorAll('.row').length === 50);
  assert.equal(await searchOf(page), '');
});

test('filters narrow the list, show as chips, and follow the way back', async () => {
  await open();
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByLabel('Player').fill('mira');
  await page.waitForFunction(() => document.querySelectorAll('.row').length === 30);
  await page.locator('select[name=sort]').selectOption('score');
  await page.waitForURL(/sort=score/);
  // The old rows stay until the new ones have come.
  await page.waitForFunction(() => {
    const scores = [...document.querySelectorAll('.score')].map(({ textContent }) => Number(textContent.replace(/[^\d-]/g, '')));
    return scores.length === 30 && scores.every((score, i) => i === 0 || scores[i - 1] <= score);
  });

  await page.getByLabel('Played from').fill('2024-12-25');
  await page.waitForURL(/from=2024-12-25/);
  await page.waitForFunction(() => document.querySelectorAll('.row').length < 30);
  const days = await page.locator('.row time').evaluateAll((all) => all.map((time) => time.dateTime));
  assert.ok(days.length > 0 && days.every((day) => Date.parse(day) >= new Date('2024-12-25T00:00:00').getTime()));
  assert.deepEqual(await page.locator('.active b').allTextContents(), ['mira', '2024-12-25']);

  await page.goBack();
  await page.waitForFunction(() => document.querySelectorAll('.row').length === 30);
  assert.equal(await page.getByLabel('Played from').inputValue(), '');

  await page.locator('.active button').first().click();
  await page.waitForFunction(() => document.querySelectorAll('.row').length === 50);
  assert.equal(await searchOf(page), '?sort=score');

  await open('?mode=OneSaber&game=beat-saber&format=bsor&map=nothing-like-it');
  assert.match(await page.locator('.notice').textContent(), /No replay matches/);
  await page.getByRole('button', { name: 'Clear search and filters' }).click();
  await rows().first().waitFor();
  assert.equal(await searchOf(page), '');
});

test('the keyboard walks through the rows', async () => {
  await open();
  await page.keyboard.press('/');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  const focused = () => page.evaluate(() => document.activeElement.closest('.row')?.dataset.id);
  assert.equal(await focused(), record(1).id);
  await page.keyboard.press('ArrowUp');
  assert.equal(await focused(), record(0).id);
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/player?replay=${record(0).id}**`);
});

test('coming back from the player finds the list where it was left', async () => {
  await open();
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await page.waitForFunction(() => document.querySelectorAll('.row').length >= 100);
  const target = rows().nth(80);
  await target.scrollIntoViewIfNeeded();
  const top = await page.evaluate(() => scrollY);
  await target.locator('a').click();
  await page.waitForURL('**/player?**');
  await page.goBack();
  await page.waitForFunction(() => document.querySelectorAll('.row').length >= 100);
  await page.waitForFunction((wanted) => Math.abs(scrollY - wanted) < 200, top);
});

test("the player's own way back keeps search, order and place", async () => {
  await open('?q=o&sort=score');
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await page.waitForFunction(() => document.querySelectorAll('.row').length >= 60);
  const target = rows().nth(55);
  await target.scrollIntoViewIfNeeded();
  const top = await page.evaluate(() => scrollY);
  await target.locator('a').click();
  await page.waitForURL('**/player?**');
  const back = page.getByRole('link', { name: 'All replays' });
  assert.equal(await back.getAttribute('href'), `${server.url}?q=o&sort=score`);
  await back.click();
  await page.waitForURL('**/?q=o&sort=score');
  await page.waitForFunction(() => document.querySelectorAll('.row').length >= 60);
  await page.waitForFunction((wanted) => Math.abs(scrollY - wanted) < 200, top);
});

test('the page says how many there are, and each row shows what the list is sorted by', async () => {
  await open();
  const head = page.locator('.head p');
  assert.match(await head.innerText(), /^120 replays · /);
  const shown = (which) =>
    page.locator(`.row:not(.skeleton) time${which}`).evaluateAll((all) => all.map((time) => time.getAttribute('datetime')));
  const { replays } = server.state;
  const expected = (name) =>
    replays
      .map((replay) => replay[name])
      .sort()
      .reverse();
  assert.deepEqual(await shown('.added'), expected('uploaded_at').slice(0, 50));
  assert.match(await page.locator('.row time.added').first().innerText(), /added /);
  assert.equal((await shown(':not(.added)')).length, 50, 'and when each was played');
  await page.locator('[name=sort]').selectOption('-started_at');
  await settled();
  assert.deepEqual(await shown(''), expected('started_at').slice(0, 50));
  await open('?player=ada');
  assert.match(await head.innerText(), /^30 replays found · /);
});

test('marks distinguish maps', async () => {
  await open();
  const looks = await page
    .locator('.row:not(.skeleton)')
    .evaluateAll((all) =>
      all.map((row) => [row.querySelector('.title bdi').textContent, getComputedStyle(row.querySelector('.map-mark .ground')).fill]),
    );
  const byMap = new Map(looks);
  assert.ok(byMap.size >= 6);
  assert.equal(new Set(byMap.values()).size, byMap.size, [...byMap].join(' | '));
  for (const [map, look] of looks) assert.equal(byMap.get(map), look);
});

test('many uploads have one progress, and are cancelled at once', async () => {
  let waiting = 0;
  server.state.answer = async (request) => {
    if (request.method !== 'POST') return false;
    waiting++;
    return true;
  };
  await open();
  await upload(Array.from({ length: 6 }, (_, i) => file(`run ${2000 + i}.bsor`)));
  const bar = page.getByRole('progressbar', { name: 'All uploads' });
  await bar.waitFor();
  await page.waitForFunction(() => document.querySelector('.overall').ariaValueNow > 0);
  assert.ok(waiting >= 1 && Number(await bar.getAttribute('aria-valuenow')) < 100);
  await page.getByRole('button', { name: 'Cancel all' }).click();
  await page.locator('.uploads').waitFor({ state: 'detached' });
  assert.equal(waiting, 2, 'the others were never sent');
});

test('uploads: added, already there, refused with its place, too large', async () => {
  await open();
  await upload([file('run 1001.bsor'), file('run 3.bsor'), file('broken.bsor'), file('large.bsor')]);
  await page.getByText('1 added, 1 already there, 2 refused').waitFor();

  const added = record(1001);
  assert.match(await outcome('added').textContent(), /\.bsor.*Added “.+”, played by/);
  assert.equal(await outcome('added').getByText('Open').getAttribute('href'), `player?replay=${added.id}`);
  const there = outcome('exists').getByText('Open the one that is there');
  assert.equal(await there.getAttribute('href'), `player?replay=${record(3).id}`);
  const refusal = await outcome('refused').textContent();
  assert.match(refusal, /The file is damaged\. Expected a section marker, found 0xff\./);
  assert.match(refusal, /in “notes”, at byte 2\u202f569\u202f958/);
  assert.match(await outcome('too-large').textContent(), /A replay may have at most 67 MB here/);

  // It is in the list at once, and only this one can be deleted.
  await page.locator(`.row.fresh[data-id="${added.id}"]`).waitFor();
  assert.equal(await page.getByRole('button', { name: /^Delete / }).count(), 1);
  assert.equal(await page.evaluate(() => Object.values(JSON.parse(localStorage['ghostreel.delete-tokens']))[0]), 'secret-1001');
  await accessible('with uploads');
});

test('the zip file of a map goes where maps are kept, under any name', async () => {
  await open();
  const zip = Buffer.from('PK\x03\x04');
  const before = server.state.requests.length;
  await upload([file('map.zip', zip), file('again', zip), file('there.zip', zip), file('nobody.zip', zip), file('run 1009.bsor')]);
  await page.getByText('1 added, 2 maps stored, 1 already there, 1 refused').waitFor();
  const sent = server.state.requests.slice(before).filter((request) => request.startsWith('POST'));
  assert.deepEqual(sent.sort(), [...Array(4).fill('POST /api/maps'), 'POST /api/replays']);
  assert.match(await outcome('map').first().textContent(), /map\.zip.*Map “Paper Comet” stored/);
  assert.match(await outcome('exists').textContent(), /Already on the server: the very same map/);
  assert.equal(await outcome('exists').getByRole('link').count(), 0);
  assert.match(await outcome('refused').textContent(), /This server takes no maps/);
  assert.equal(await outcome('refused').getByText('Watch it here').count(), 0);
  await accessible('with maps uploaded');
  await page.getByRole('button', { name: 'Clear' }).click();
  await upload([file('map.zip', zip)]);
  await page.getByText('1 map stored').waitFor();
  assert.match(await page.locator('.top').getByLabel('Upload').getAttribute('accept'), /\.zip/);
});

test('deleting asks first and uses the kept token', async () => {
  await open();
  await upload([file('run 1002.bsor')]);
  await outcome('added').waitFor();
  await page.reload();
  await settled();
  const { id } = record(1002);
  const row = page.locator(`.row[data-id="${id}"]`);
  await row.getByRole('button', { name: /^Delete / }).click();
  await page.getByRole('button', { name: 'Keep it' }).click();
  assert.ok(!server.state.requests.some((request) => request.startsWith('DELETE')), 'nothing was deleted yet');

  server.state.tokens.set(id, 'another');
  await row.getByRole('button', { name: /^Delete / }).click();
  await accessible('with the question open');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  assert.match(await page.getByRole('alert').textContent(), /not the delete_token/);

  server.state.tokens.set(id, 'secret-1002');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await row.waitFor({ state: 'detached' });
  assert.ok(!server.state.replays.some((replay) => replay.id === id));
  await page.waitForFunction(() => document.activeElement?.matches('.row .title'));
  assert.equal(await page.evaluate(() => localStorage['ghostreel.delete-tokens']), '{}');
});

test('an upload shows its progress, survives network trouble by a retry, and can be cancelled', async () => {
  await open();
  let broken = true;
  const held = [];
  server.state.answer = (request) => {
    if (request.method !== 'POST') return false;
    if (broken) {
      request.socket.destroy();
      return true;
    }
    return new Promise((resolve) => held.push(() => resolve(false)));
  };
  await upload([file('run 1003.bsor')]);
  await outcome('trouble').waitFor();
  assert.match(await outcome('trouble').textContent(), /connection broke off/);

  broken = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  const bar = page.getByRole('progressbar', { name: 'Upload of run 1003.bsor' });
  await bar.waitFor();
  await page.waitForFunction(() => document.querySelector('[role=progressbar]').getAttribute('aria-valuenow') === '100');
  assert.match(await page.locator('.upload .text').textContent(), /server is checking/);
  held.forEach((go) => go());
  await outcome('added').waitFor();

  held.length = 0;
  await upload([file('run 1004.bsor'), file('run 1005.bsor'), file('run 1006.bsor')]);
  await page.getByText('Uploading, 3 of 4 to go').waitFor();
  assert.equal(await outcome('queued').count(), 1, 'two at a time');
  await page.getByRole('button', { name: 'Cancel run 1004.bsor' }).click();
  await page.waitForFunction(() => document.querySelectorAll('.upload[data-outcome=queued]').length === 0);
  server.state.answer = null;
  held.forEach((go) => go());
  await page.waitForFunction(() => document.querySelectorAll('.upload[data-outcome=added]').length === 3);
});

test('files dropped anywhere are uploaded, or only watched, as the page says', async () => {
  await open();
  const drag = (type, selector) =>
    page.evaluate(
      ({ type, selector, bytes }) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([Uint8Array.from(atob(bytes), (c) => c.charCodeAt(0))], 'run 1007.bsor'));
        const target = document.querySelector(selector);
        target.dispatchEvent(new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }));
      },
      { type, selector, bytes: sample.toString('base64') },
    );
  await drag('dragenter', '.row');
  assert.equal(await page.locator('.zone').count(), 2);
  await drag('dragover', '[data-zone=upload]');
  await drag('drop', '[data-zone=upload]');
  await outcome('added').waitFor();
  assert.equal(await page.locator('.zone').count(), 0);

  const before = server.state.requests.length;
  await drag('dragenter', '.row');
  await drag('drop', '[data-zone=watch]');
  await page.waitForURL('**/player?local=**');
  const state = await page.evaluate(() => window.ghostreel.ready.then(() => window.ghostreel.state()));
  assert.equal(state.game, 'beat-saber');
  assert.ok(state.duration > 10);
  assert.ok(!server.state.requests.slice(before).some((request) => request.startsWith('POST')), 'nothing was sent');
});

test('several files that are only watched play one after the other', async () => {
  server.state.replays = null;
  await open();
  const games = await Promise.all([2, 1].map(async (seed) => file(`Game ${seed}.slp`, await sampleBytes(seed, 'melee'))));
  await page.locator('.welcome input').setInputFiles(games);
  await page.waitForURL('**/player.html?local=**');
  await page.evaluate(() => window.ghostreel.ready);
  await page.locator('.toast', { hasText: 'One more replay follows: N goes to the next' }).waitFor();
  await page.keyboard.press('n');
  await page.locator('.toast', { hasText: 'Game 2.slp, the last one' }).waitFor();
  assert.equal(await page.evaluate(() => window.ghostreel.state().game), 'melee');
});

test('where nothing is yet, the page says what to do', async () => {
  server.state.replays = [];
  await open();
  assert.match(await page.locator('.empty').textContent(), /No replays yet/);
  assert.equal(await page.getByRole('searchbox').count(), 0);
  await accessible('empty');
  await page.locator('.empty input').setInputFiles([file('run 1008.bsor')]);
  await rows().first().waitFor();
  assert.equal(await page.getByRole('searchbox').count(), 1);
});

test('a server in trouble is distinguished from no server, and can be tried again', async () => {
  server.state.answer = (_, response) => {
    json(response, 503, { title: 'Busy, try again', status: 503, detail: 'The answer took too long.' });
    return true;
  };
  await open();
  assert.match(await page.getByRole('alert').textContent(), /could not be loaded.*The answer took too long/s);
  await accessible('in trouble');
  server.state.answer = null;
  await page.getByRole('button', { name: 'Try again' }).click();
  await rows().first().waitFor();
  assert.equal(await rows().count(), 50);

  // Once it has answered, silence is trouble as well.
  server.state.answer = (request) => (request.socket.destroy(), true);
  await page.locator('select[name=sort]').selectOption('-score');
  assert.match(await page.getByRole('alert').textContent(), /did not answer/);
});

test('while the first answer is awaited, there are skeletons', async () => {
  let go;
  server.state.answer = () => new Promise((resolve) => (go = () => resolve(false)));
  await page.goto(server.url);
  await page.locator('.skeleton').first().waitFor();
  await page.waitForFunction(() => document.querySelector('.rows').getAttribute('aria-busy') === 'true');
  go();
  await rows().first().waitFor();
  assert.equal(await page.locator('.skeleton').count(), 0);
});

for (const answer of ['a page for every address', 'nothing at all']) {
  test(`without a server (${answer}) the page is only a place to watch`, async () => {
    if (answer === 'nothing at all') server.state.answer = (request) => (request.socket.destroy(), true);
    else server.state.replays = null;
    await open();
    assert.match(await page.locator('.welcome').textContent(), /Watch a replay/);
    assert.equal(await page.getByRole('alert').count(), 0);
    assert.equal(await page.getByText('Upload').count(), 0);
    assert.equal(await page.getByRole('link', { name: 'Watch the sample' }).getAttribute('href'), 'player.html?sample');
    await accessible('without a server');
    await page.locator('.welcome input').setInputFiles([file('mine.bsor')]);
    await page.waitForURL('**/player.html?local=**');
    const state = await page.evaluate(() => window.ghostreel.ready.then(() => window.ghostreel.state()));
    assert.equal(state.game, 'beat-saber');
  });
}

test('it reads well in the dark, in the light and on a phone', async () => {
  for (const colorScheme of ['dark', 'light']) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const [width, height] of [
      [1280, 800],
      [800, 900],
      [390, 844],
    ]) {
      await page.setViewportSize({ width, height });
      await open('?player=mira');
      await accessible(`${colorScheme}, ${width} wide`);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(overflow <= 0, `nothing sticks out at ${width}: ${overflow} px`);
    }
  }
});

test('the theme can be chosen and stays', async () => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await open();
  const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const dark = await background();
  await page.getByRole('button', { name: 'Light theme' }).click();
  const light = await background();
  assert.notEqual(light, dark);
  await page.reload();
  await settled();
  assert.equal(await background(), light);
  await page.getByRole('button', { name: 'Dark theme' }).click();
  assert.equal(await background(), dark);
});

/** A server that follows links to these sites, and what it answers to one. */
async function follows(sites, answered = {}) {
  await page.route('**/api/links', (route) =>
    route.request().method() === 'GET' ? route.fulfill({ json: { sites } }) : route.fulfill(answered),
  );
}
const link = () => page.getByRole('textbox', { name: /^A link to / });

test('a link is pasted only where the server follows any', async () => {
  await follows([]);
  await open();
  assert.equal(await link().count(), 0);
});

test('a link to a replay opens it, and one that leads nowhere says why', async () => {
  const { id } = record(0);
  await follows(['beatsaver', 'beatleader'], { status: 409, json: { status: 409, id, id_of: 'replay', detail: 'It is here already.' } });
  await open();
  assert.equal(await link().getAttribute('placeholder'), 'Paste a link to BeatSaver or BeatLeader');
  await accessible('the library with a box for links');
  await link().fill('https://beatleader.com/score/123');
  await link().press('Enter');
  await page.waitForURL((url) => url.pathname.endsWith('/player') && url.searchParams.get('replay') === id);
  await page.unroute('**/api/links');
  await follows(['beatsaver'], { status: 404, json: { status: 404, detail: 'BeatSaver has no such thing.' } });
  await open();
  await link().fill('!bsr dead');
  await link().press('Enter');
  await page.getByText('BeatSaver has no such thing.').waitFor();
});
