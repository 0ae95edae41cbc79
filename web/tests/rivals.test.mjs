// Several plays of one map in one scene: ghosts, in sync, with how far each is ahead.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { drop, results, sampleBytes, stage } from './support/pages.mjs';

let s;
const plays = [];
before(async () => {
  for (const seed of [7, 8, 9, 10, 11]) plays.push(Buffer.from(await sampleBytes(seed)));
  s = await stage({ files: Object.fromEntries(plays.map((play, i) => [`${i}.bsor`, play])) });
});
after(() => s?.close());

/** Of a play, what the page says at a time when it is shown alone. */
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
  await s.page.screenshot({ path: `${results}rivals.png` });
  // The address brings somebody else to the same picture.
  await s.page.waitForFunction(() => new URLSearchParams(location.search).getAll('with').length === 3);
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
