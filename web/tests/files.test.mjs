// Files dropped on the page: good, broken, cut off; and the real ones, where they are at hand.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { workshop } from './support/maps.mjs';
import { dist, drop, keep, sampleBytes, stage } from './support/pages.mjs';
import { corpus, skip } from './support/places.mjs';

const replays = corpus('beat-saber/bsor');
/** A file of Rocket League's option that is wrong: the true layout is found out again, and reported. */
const OPTION = 'rocket-league-attributes';
const TABLE = Buffer.from('TAGame.Vehicle_TA:ReplicatedThrottle\tOpaque3\n');

/** Of a replay that a server has. */
const ID = 'fedcba9876543210fedcba9876543210';

let s;
let sample;
let match;
/** The answers of the server, by address. */
let api;
before(async () => {
  sample = await sampleBytes();
  match = await sampleBytes(1, 'rocket-league');
  api = {
    'format-options': JSON.stringify({
      format_options: [
        { name: OPTION, size: TABLE.length },
        { name: 'chess-clocks', size: 1 },
      ],
    }),
    [`format-options/${OPTION}`]: TABLE,
    'format-options/chess-clocks': Buffer.from('?'),
    [`replays/${ID}/file`]: match,
    [`replays/${ID}`]: JSON.stringify({ id: ID, digest: ID + ID, set: null }),
    [`replays/${ID}/proof`]: JSON.stringify({
      level: 'unmarked',
      label: 'Not signed',
      meaning: 'Nothing proves who played this, or when.',
      key: null,
      share: 0,
      findings: [],
      reasons: ['Nothing proves who played this, or when.'],
    }),
  };
  s = await stage({ files: { 'sample.bsor': sample }, folders: { '/some/folder/': dist, '/api/': api } });
});
after(async () => {
  await s?.close();
  assert.deepEqual(s.failures, []);
});

const status = (wanted) => s.page.waitForFunction((value) => window.ghostreel.state().status === value, wanted);

test('without a replay the page says what to do', async () => {
  await s.open('');
  await s.page.getByRole('heading', { name: 'Drop a replay' }).waitFor();
  await keep(s.page, 'empty');
  await s.page.getByRole('button', { name: 'Watch a sample' }).click();
  await status('ready');
  assert.match(await s.page.evaluate(() => location.search), /^$|sample/);
});

test('a dropped file plays, and is there again after a reload', async () => {
  await s.open('?clock=manual');
  await drop(s.page, 'mine.bsor', sample);
  await status('ready');
  const first = await s.state();
  assert.equal(first.replayScore > 0, true);
  await s.page.waitForFunction(() => /[?&]local=/.test(location.search));
  await s.page.reload();
  await status('ready');
  assert.equal((await s.state()).replayScore, first.replayScore);
});

test('replays that are dropped together play one after the other, by their names', async () => {
  const said = (text) => s.page.locator('.toast', { hasText: text }).waitFor();
  const toEnd = () =>
    s.page.evaluate(() => (window.ghostreel.seek(window.ghostreel.state().end - 0.1), window.ghostreel.play(), window.ghostreel.step(1)));
  await s.page.goto(`${s.server.origin}/player.html?clock=manual`);
  const games = { 'Game 11.slp': await sampleBytes(3, 'melee'), 'Game 9.slp': await sampleBytes(1, 'melee') };
  await drop(s.page, 'Game 10.slp', await sampleBytes(2, 'melee'), games);
  await said('2 more replays follow: N goes to the next');
  const shown = () => s.page.evaluate(() => window.ghostreel.state().standing);
  const first = await shown();
  const next = s.page.getByRole('region', { name: 'Next replay' });
  await toEnd();
  await next.getByText('Game 10.slp').waitFor();
  await keep(s.page, 'next-game');
  // Whoever stays is not taken away.
  await next.getByRole('button', { name: 'Stay here' }).click();
  await next.waitFor({ state: 'detached' });
  await toEnd();
  await next.waitFor();
  await s.seek(3);
  await next.waitFor({ state: 'detached' });
  await toEnd();
  await said('Game 10.slp, 1 more to come');
  assert.ok((await s.page.evaluate(() => window.ghostreel.state().time)) < 1, 'it begins at its start');
  assert.notEqual(await shown(), '');
  await s.page.keyboard.press('n');
  await said('Game 11.slp, the last one');
  await s.page.keyboard.press('n');
  // Whoever drops one more wants no others.
  await s.seek(3);
  await drop(s.page, 'Game 9.slp', games['Game 9.slp']);
  await s.page.waitForFunction((standing) => window.ghostreel.state().time < 1 && window.ghostreel.state().standing === standing, first);
  await toEnd();
  await s.page.waitForFunction(() => window.ghostreel.state().ended);
  assert.equal(await next.count(), 0);
});

test('the game after one of a set follows it', async () => {
  const [one, other] = ['1', '2'].map((digit) => digit.repeat(32));
  const set = (number, previous, next) => ({ id: one, number, games: 2, score: [1, 1], previous, next });
  const record = (id, map, set) => JSON.stringify({ id, digest: id + id, map: { name: map }, file_name: '', set });
  api[`replays/${one}`] = record(one, 'Battlefield', set(1, null, other));
  api[`replays/${other}`] = record(other, 'Final Destination', set(2, one, null));
  for (const id of [one, other]) api[`replays/${id}/proof`] = api[`replays/${ID}/proof`];
  api[`replays/${one}/file`] = await sampleBytes(1, 'melee');
  api[`replays/${other}/file`] = await sampleBytes(2, 'melee');
  const next = s.page.getByRole('region', { name: 'Next replay' });
  const toEnd = () =>
    s.page.evaluate(() => (window.ghostreel.seek(window.ghostreel.state().end - 0.1), window.ghostreel.play(), window.ghostreel.step(1)));
  // Asked for after the first picture.
  const followed = s.page.waitForResponse((response) => response.url().endsWith(`api/replays/${other}`));
  await s.open(`?replay=${one}&clock=manual`);
  await followed;
  await toEnd();
  await next.getByText('Game 2 of 2').waitFor();
  await next.getByText('Final Destination').waitFor();
  for (const [width, height] of [
    [1280, 720],
    [390, 844],
    [844, 390],
  ]) {
    await s.page.setViewportSize({ width, height });
    await s.page.locator('.result').waitFor();
    await keep(s.page, `next-game-${width}`);
    const [card, result, dock] = await Promise.all(['.next-game', '.result', '.dock'].map((part) => s.page.locator(part).boundingBox()));
    assert.ok(card.y + card.height <= dock.y, `above the controls, ${width} wide`);
    assert.ok(card.y + card.height <= result.y + result.height + 1 && card.y > result.y, `in the card with the result, ${width} wide`);
  }
  await s.page.setViewportSize({ width: 1280, height: 720 });
  await next.getByRole('button', { name: 'Play now' }).click();
  await s.page.waitForFunction((id) => location.search.includes(id) && window.ghostreel.state().time < 1, other);
  await toEnd();
  await s.page.waitForFunction(() => window.ghostreel.state().ended);
  assert.equal(await next.count(), 0, 'it is the last one');
  // A clip may show what is asked for in all of them.
  await s.page.keyboard.press('s');
  await s.page.getByRole('group', { name: 'Which moments' }).getByRole('button').nth(1).click();
  await s.page.getByRole('button', { name: '… of 2 games' }).waitFor();
  await s.page.keyboard.press('s');
});

test('an option of a format counts for the replay that it is dropped with, or after it', async () => {
  const messages = async () => (await s.state()).diagnostics.map(({ message }) => message);
  const untilTold = () => s.page.waitForFunction(() => window.ghostreel.state().diagnostics.length > 0);
  await s.open('?clock=manual');
  await drop(s.page, 'match.replay', match);
  await status('ready');
  assert.deepEqual(await messages(), []);
  await s.seek(8);
  const { time } = await s.state();
  const kept = (before) =>
    s.page
      .waitForFunction((before) => {
        const key = new URLSearchParams(location.search).get('local');
        return key !== null && key !== before && key;
      }, before)
      .then((key) => key.jsonValue());
  const alone = await kept(null);
  await drop(s.page, 'patch.tsv', TABLE);
  await untilTold();
  assert.match((await messages()).join(), /expected TAGame.Vehicle_TA:ReplicatedThrottle to be 3 bits/);
  assert.equal((await s.state()).time, time);
  await kept(alone);
  await s.page.reload();
  await untilTold();

  await s.open('?clock=manual');
  await drop(s.page, 'match.replay', match, { 'patch.tsv': TABLE });
  await untilTold();
  await drop(s.page, 'patch.tsv', Buffer.from('TAGame.Vehicle_TA:ReplicatedThrottle\tTwo bits\n'));
  await s.page.getByRole('alert').waitFor();
  assert.match((await s.state()).error.error, /expected a kind that is known/);

  await s.open(`?replay=${ID}&clock=manual`);
  assert.match((await messages()).join(), /to be 3 bits/, 'the one that the server was started with');
});

test('a broken file gets one clear sentence', async () => {
  await s.open('?clock=manual');
  await drop(s.page, 'broken.bsor', sample.subarray(0, 3));
  const alert = s.page.getByRole('alert');
  await alert.waitFor();
  const text = await alert.innerText();
  assert.match(text, /cannot be played/);
  assert.match(text, /Not a replay, but a file that begins with .*\. Ghostreel opens \.bsor, .*\.reel\./);
  await keep(s.page, 'broken');
  const { error } = await s.state();
  assert.equal(typeof error.section, 'string');
  assert.equal(typeof error.offset, 'number');
  await alert.getByRole('button', { name: 'Dismiss' }).click();
  assert.equal(await alert.count(), 0);
});

test('decoders are fetched for the game that turns up, by the file’s content and not by its name', async () => {
  const fetched = [];
  s.page.on('request', (request) => request.url().endsWith('.wasm') && fetched.push(request.url().split('/').at(-1)));
  const melee = await sampleBytes(7, 'melee');
  await s.open('?sample&clock=manual');
  const modules = ['beat-saber-flight', 'beat-saber-sample', 'beat-saber-statistics', 'beat-saber'];
  assert.deepEqual(
    fetched.sort(),
    modules.map((name) => `${name}.wasm`),
  );
  for (const name of ['game.slp', 'game.bsor', 'game']) {
    await s.open('?clock=manual');
    await drop(s.page, name, melee);
    await status('ready');
    const { game, format } = await s.state();
    assert.deepEqual([game, format], ['melee', 'slp'], name);
  }
  assert.ok(fetched.includes('melee.wasm'));
  s.page.removeAllListeners('request');
});

for (const [name, format] of [
  ['bsor2.bsor', 'bsor2'],
  ['scoresaber-v3.1.dat', 'scoresaber'],
  ['scoresaber-json.json', 'scoresaber-json'],
]) {
  test(`a replay of ${format} plays as one of its game`, async () => {
    const file = await readFile(new URL(`../../testdata/beat-saber/seeds/${name}`, import.meta.url));
    await s.open('?clock=manual');
    await drop(s.page, name, file);
    await status('ready');
    const state = await s.state();
    assert.deepEqual([state.game, state.format], ['beat-saber', format]);
    assert.ok(state.duration > 3, `${state.duration}`);
    await s.seek(state.end / 2);
    await keep(s.page, format);
  });
}

test('a replay without notes shows the score and the combo that it records, and nothing unknown', { skip }, async () => {
  const { folder, run, close } = workshop();
  run('sample', 'beat-saber', 'legacy.dat', '--variant', 'scoresaber-legacy');
  const file = await readFile(`${folder}/legacy.dat`);
  close();
  await s.open('?clock=manual');
  await drop(s.page, 'legacy.dat', file);
  await status('ready');
  const { end } = await s.state();
  await s.seek(end);
  const { score, combo, maxCombo, accuracy, rank, multiplier, energy } = await s.state();
  assert.deepEqual([score, combo, maxCombo], [142_517, 0, 81]);
  assert.deepEqual([accuracy, rank, multiplier, energy], [null, null, null, null]);
  assert.equal(await s.page.locator('[data-hud=score]').innerText(), '142\u202f517');
  for (const part of ['.bs-accuracy', '.bs-multiplier', '.bs-energy']) assert.equal(await s.page.locator(part).count(), 0, part);
  await s.page.getByRole('button', { name: /^Statistics/ }).click();
  const lost = s.page.locator('.stats .moments [data-kind="combo-lost"]');
  await lost.first().waitFor();
  await keep(s.page, 'legacy-statistics');
  assert.match(await s.page.locator('.stats .headline').innerText(), /142\u202f517[\s\S]+Longest combo\s+81/i);
});

test('a file of a map is called so', async () => {
  await s.open('?clock=manual');
  await drop(s.page, 'ExpertPlus.dat', Buffer.from('{"_version":"2.0.0","_notes":[]}'));
  const alert = s.page.getByRole('alert');
  await alert.waitFor();
  assert.match(await alert.innerText(), /Beat Saber map's difficulty file/);
});

test('something else than a replay is refused, and the playback goes on', async () => {
  await s.open('?sample&clock=manual&t=10');
  await drop(s.page, 'holiday.jpg', Buffer.from('ffd8ffe000104a464946', 'hex'));
  await s.page.getByRole('alert').waitFor();
  const state = await s.state();
  assert.equal(state.status, 'ready');
  assert.equal(state.time, 10);
});

test('a file cut off half way plays as far as it goes, and says so', async () => {
  await s.open('?clock=manual');
  await drop(s.page, 'half.bsor', sample.subarray(0, Math.floor(sample.length * 0.5)));
  await status('ready');
  const notice = s.page.locator('.notice.warn');
  await notice.waitFor();
  assert.equal((await notice.innerText()).trim(), 'Part of this file is damaged; the rest plays');
  await notice.locator('summary').click();
  assert.match(await notice.locator('li').first().innerText(), /\(.*, byte [\d,]+\)/);
  await keep(s.page, 'recovered');
  const state = await s.state();
  assert.ok(state.diagnostics.some(({ severity }) => severity === 'error'));
  assert.ok(state.duration > 1);
  await s.seek(state.end / 2);
  await notice.getByRole('button', { name: 'Dismiss' }).click();
  assert.equal(await notice.count(), 0);
});

test('every tenth of a file is taken calmly', async () => {
  await s.open('?clock=manual');
  for (let tenth = 0; tenth < 10; tenth++) {
    const outcome = await s.page.evaluate(
      ([base64]) =>
        window.ghostreel.load(new Blob([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))])).then(
          () => 'plays',
          (error) => error.message,
        ),
      [sample.subarray(0, Math.floor((sample.length * tenth) / 10)).toString('base64')],
    );
    assert.ok(outcome === 'plays' || /offset|byte|empty/i.test(outcome), outcome);
    assert.doesNotMatch(outcome, /unreachable|RuntimeError|undefined/);
    if (outcome === 'plays') await s.page.evaluate(() => window.ghostreel.seek(window.ghostreel.state().end));
  }
});

test('a file is fetched by its address, from this origin only', async () => {
  await s.open('?replay=files/sample.bsor&clock=manual');
  assert.equal((await s.state()).status, 'ready');
  await s.open('?replay=https://example.com/x.bsor&clock=manual');
  assert.match(await s.page.getByRole('alert').innerText(), /only opened from/);
  const known = s.failures.length;
  await s.open('?replay=0123456789abcdef0123456789abcdef&clock=manual');
  assert.match(await s.page.getByRole('alert').innerText(), /no such replay/i);
  // The browser itself reports the 404 that was asked for.
  assert.match(s.failures.splice(known).join(), /404/);
});

test('the built page works from any folder of any host', async () => {
  await s.page.goto(`${s.server.origin}/some/folder/player.html?sample&clock=manual&t=5`);
  await s.page.evaluate(() => window.ghostreel.ready);
  assert.equal((await s.state()).time, 5);
});

test('without WebGL the page says so', async () => {
  const page = await s.context.newPage();
  await page.addInitScript(() => (HTMLCanvasElement.prototype.getContext = () => null));
  await page.goto(`${s.server.origin}/player.html?sample`);
  await page.getByRole('heading', { name: 'No picture' }).waitFor();
  assert.match(await page.getByRole('alert').innerText(), /WebGL 2/);
  await page.close();
});

const real = existsSync(replays) ? (await readdir(replays)).filter((name) => name.endsWith('.bsor')) : [];
test('real replays end at their own score', { skip: real.length === 0 && 'corpus absent' }, async (t) => {
  for (const name of real) {
    await t.test(name, async () => {
      const stats = JSON.parse(await readFile(`${corpus('beat-saber/stats')}${name}.json`, 'utf8').catch(() => '{}'));
      await s.open('?clock=manual');
      await drop(s.page, name, await readFile(replays + name));
      await status('ready');
      const { end, replayScore } = await s.state();
      await s.seek(end);
      const state = await s.state();
      if (stats.score_equals_info !== false) assert.equal(state.score, replayScore);
      if (stats.maxCombo) assert.equal(state.maxCombo, stats.maxCombo);
      if (stats.accuracy) assert.ok(Math.abs(state.accuracy - stats.accuracy) < 1e-5);
      for (const part of [0.2, 0.5, 0.8]) await s.seek(end * part);
      assert.ok((await s.state()).visible.notes.length < 100);
    });
  }
});
