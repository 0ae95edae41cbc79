// Several plays of one map in one scene: ghosts, in sync, with how far each is ahead.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { source } from './support/decoder.mjs';
import { answer, barriers, drop, keep, sampleBytes, stage } from './support/pages.mjs';

let s;
const plays = [];
before(async () => {
  for (const seed of [7, 8, 9, 10, 11]) plays.push(Buffer.from(await sampleBytes(seed)));
  s = await stage({ files: Object.fromEntries(plays.map((play, i) => [`${i}.bsor`, play])) });
});
after(() => s?.close());

/** A play's numbers at a time when it is shown alone. */
async function alone(i, time) {
  await s.open(`?replay=files/${i}.bsor&clock=manual&t=${time}`);
  return s.state();
}

test('plays of one map stand in one scene, each with its own score and motion', async () => {
  const times = [5, 12.5, 20];
  const expected = [];
  for (const time of times) expected.push([await alone(1, time), await alone(2, time), await alone(3, time)]);
  await s.open('?replay=files/0.bsor&with=files/1.bsor&with=files/2.bsor&with=files/3.bsor&clock=manual');
  for (const [at, time] of times.entries()) {
    await s.seek(time);
    const { rivals, visible } = await s.state();
    assert.equal(rivals.length, 3);
    for (const [i, rival] of rivals.entries()) {
      const own = expected[at][i];
      assert.deepEqual([rival.score, rival.combo], [own.score, own.combo], `play ${i + 1} at ${time}`);
      rival.left.forEach((value, axis) => assert.ok(Math.abs(value - own.visible.sabers.left.hilt[axis]) < 1e-3));
    }
    assert.notDeepEqual(rivals[0].left, visible.sabers.left.hilt);
  }
  const standings = s.page.getByRole('table', { name: 'Standings' });
  assert.equal(await standings.getByRole('row').count(), 4);
  await keep(s.page, 'rivals');
  // The address brings somebody else to the same picture.
  await s.page.waitForFunction(() => new URLSearchParams(location.search).getAll('with').length === 3);
});

test('the lead is worked out wherever a score changes, of damaged files too', async () => {
  const { leadsOf } = await source('src/games/beat-saber/stats/leads.ts');
  const play = (time, score, accuracy) => ({ name: '', colour: null, score: { time, score, accuracy } });
  const first = play([1, 2, 3, 4], [10, 20, 30, 40], [1, 0.5, 0.5, 0.5]);
  const other = play([1, 2.5, Number.NaN, 2, 5], [5, 25, 0, 0, 60], [1, 0.75, 0, 0, 1]);
  // Without notes: score and combo alone are known.
  const uncounted = play([1.5], [7], [Number.NaN]);
  const { time, points, accuracy } = leadsOf([first, other, uncounted]);
  assert.deepEqual(time, [1, 1.5, 2, 2.5, 3, 4, 5]);
  assert.deepEqual(points, [
    [-5, -5, -15, 5, -5, -15, 20],
    [-10, -3, -13, -13, -23, -33, -33],
  ]);
  // The first notes of each say little.
  assert.deepEqual(accuracy, [
    [null, null, 0.5, 0.25, 0.25, 0.25, 0.5],
    [null, null, null, null, null, null, null],
  ]);
  assert.deepEqual(leadsOf([]), { time: [], points: [], accuracy: [] });
});

test('how far others are ahead is plotted over time, once there are others', async () => {
  const loaded = () => s.page.evaluate(() => performance.getEntriesByType('resource').some(({ name }) => name.includes('/Lead')));
  await s.open('?replay=files/0.bsor&clock=manual');
  await s.page.keyboard.press('s');
  await s.page.locator('.stats .headline').waitFor();
  assert.equal(await loaded(), false);
  await s.page.evaluate(() => globalThis.ghostreel.compareWith('files/1.bsor', 'files/2.bsor', 'files/3.bsor'));
  const lead = s.page.locator('.stats .lead');
  await lead.waitFor();
  assert.equal(await loaded(), true);
  assert.equal(await lead.locator('.plot').count(), 2);
  const signed = (points) =>
    `${points > 0 ? '+' : points < 0 ? '−' : '±'}${String(Math.abs(points)).replace(/\B(?=(\d{3})+$)/g, '\u202f')}`;
  for (const time of [0, 5, 12.5, 20, 48]) {
    await s.seek(time);
    const { score, accuracy, rivals } = await s.state();
    const said = await lead.locator('.legend li').allTextContents();
    for (const [i, rival] of rivals.entries()) {
      assert.ok(said[i].startsWith(`${rival.name} ${signed(rival.score - score)}`), `${said[i]} at ${time}`);
      if (time < 12) continue;
      const share = Number(said[i].split(' ').at(-1).replace('−', '-').replace('±', '').replace('%', ''));
      assert.ok(Math.abs(share / 100 - (rival.accuracy - accuracy)) < 6e-5, `${said[i]} at ${time}`);
    }
  }
  // The table says the same of its end.
  await lead.getByText('As a table').click();
  const { score, rivals } = await s.state();
  const last = await lead.locator('tbody tr').last().locator('td').allTextContents();
  assert.deepEqual(
    last,
    rivals.map((rival) => signed(rival.score - score)),
  );
  assert.match(await lead.locator('.plot').first().getAttribute('aria-label'), /ahead of|behind|level with/);
  // A press goes there, as in other plots.
  const over = lead.locator('.plot').first().locator('.u-over');
  const { width, height } = await over.boundingBox();
  await over.click({ position: { x: width / 2, y: height / 2 } });
  const { time, end } = await s.state();
  assert.ok(Math.abs(time - end / 2) < 1.5, `${time} of ${end}`);
  await s.page.mouse.move(100, 100);
  await lead.scrollIntoViewIfNeeded();
  await keep(s.page, 'lead');
  await s.page.evaluate(() => globalThis.ghostreel.compareWith());
  await lead.waitFor({ state: 'detached' });
  await s.page.evaluate(() => globalThis.ghostreel.compareWith('files/1.bsor'));
  await lead.waitFor();
  assert.equal(await lead.locator('.legend li').count(), 1);
  // Another replay has no rival beside it.
  await s.page.evaluate(() => globalThis.ghostreel.load('files/2.bsor'));
  await s.page.locator('.stats .headline').waitFor();
  assert.equal(await lead.count(), 0);
});

test('several files that are dropped at once are compared, and one more is added by hand', async () => {
  await s.open('?clock=manual');
  await drop(s.page, 'a.bsor', plays[0], { 'b.bsor': plays[1] });
  await s.page.waitForFunction(() => globalThis.ghostreel.state().rivals?.length === 1);
  const [chooser] = await Promise.all([
    s.page.waitForEvent('filechooser'),
    s.page.getByRole('button', { name: 'Compare with another play of this map' }).click(),
  ]);
  await chooser.setFiles({ name: 'c.bsor', mimeType: 'application/octet-stream', buffer: plays[2] });
  await s.page.waitForFunction(() => globalThis.ghostreel.state().rivals?.length === 2);
});

test('of a play that is dropped on another one of its map it is asked where it is shown', async () => {
  const dialog = s.page.getByRole('dialog');
  const rivals = async () => (await s.state()).rivals.length;
  /** Until the one on the stage has so many beside it. */
  const beside = (count) => s.page.waitForFunction((count) => globalThis.ghostreel.state().rivals?.length === count, count);
  await s.open('?replay=files/0.bsor&clock=manual');
  const first = (await s.state()).replayScore;
  await s.seek(5);
  await drop(s.page, 'b.bsor', plays[1]);
  await dialog.waitFor();
  assert.match(await dialog.innerText(), /^One more play of this map/);
  await keep(s.page, 'question');
  assert.deepEqual(await barriers(s.page), []);
  // Keys are those of the question, until Escape leaves everything as it was.
  await s.page.keyboard.press('ArrowRight');
  await s.page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  const { replayScore, time } = await s.state();
  assert.deepEqual([replayScore, time, await rivals()], [first, 5, 0]);
  // Several at once are one question.
  await drop(s.page, 'b.bsor', plays[1], { 'c.bsor': plays[2] });
  await dialog.waitFor();
  assert.match(await dialog.innerText(), /^2 more plays of this map/);
  await s.page.keyboard.press('Enter');
  await beside(2);
  assert.deepEqual([(await s.state()).replayScore, (await s.state()).time], [first, 5]);
  // Of four that are shown there is no room for a fifth.
  await drop(s.page, 'd.bsor', plays[3], { 'e.bsor': plays[4] });
  await dialog.waitFor();
  assert.equal(await dialog.getByRole('button', { name: 'Beside it' }).isDisabled(), true);
  await answer(s.page, 'Instead of it');
  await beside(1);
  assert.notEqual((await s.state()).replayScore, first);
  // Nothing is asked of a play of something else, nor of a file that is chosen to be opened.
  const other = Buffer.from(plays[1]);
  other.write('Expertness', other.indexOf('ExpertPlus'));
  await drop(s.page, 'other.bsor', other);
  await beside(0);
  await s.page.evaluate(() => {
    globalThis.loads = 0;
    globalThis.ghostreel.on('load', () => globalThis.loads++);
  });
  await s.page.getByLabel('Replay file').setInputFiles({ name: 'f.bsor', mimeType: 'application/octet-stream', buffer: other });
  await s.page.waitForFunction(() => globalThis.loads === 1);
  assert.equal(await dialog.count(), 0);
});

test('a play of another map is refused, and so is a fifth', async () => {
  await s.open('?replay=files/0.bsor&clock=manual');
  const refused = (...files) =>
    s.page.evaluate(
      (files) =>
        globalThis.ghostreel.compareWith(...files).then(
          () => '',
          (error) => error.message,
        ),
      files,
    );
  assert.match(await refused(...[1, 2, 3, 4].map((i) => `files/${i}.bsor`)), /At most 4/);
  const other = Buffer.from(plays[1]);
  other.write('Expertness', other.indexOf('ExpertPlus'));
  const message = await s.page.evaluate(
    (base64) =>
      globalThis.ghostreel.compareWith(new Blob([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))])).then(
        () => '',
        (error) => error.message,
      ),
    other.toString('base64'),
  );
  assert.match(message, /something else/);
  assert.equal((await s.state()).rivals.length, 0);
});
