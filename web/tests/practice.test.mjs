// Where points are lost, and practising it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { dial, sampleMap } from './support/maps.mjs';
import { drop, keep, stage } from './support/pages.mjs';
import { skip } from './support/places.mjs';

let s;
before(async () => {
  s = await stage({});
});
after(async () => {
  assert.deepEqual(s.failures, [], 'no error was thrown on the page');
  await s.close();
});

const practise = async () => {
  await s.page.keyboard.press('s');
  await s.page.getByText('Where points are lost, to practise').click();
  await s.page.locator('.lost-lane').waitFor();
};

test('the section in which most points are lost is looped at a click', async () => {
  await s.open('?sample&clock=manual');
  await practise();
  const worst = s.page.locator('.worst li');
  await worst.first().waitFor();
  const lost = await worst.locator('span').allInnerTexts();
  const numbers = lost.map((text) => Number(text.replace(/[^0-9]/g, '')));
  assert.ok(numbers.length > 1 && numbers.every((number) => number > 0), lost.join());
  assert.deepEqual(
    numbers,
    numbers.toSorted((a, b) => b - a),
  );
  const patterns = s.page.getByRole('row', { name: /^Down \d/ });
  assert.match(await patterns.first().innerText(), /\d+\s+\d+\s+[\d.]+\s+\d/);
  await keep(s.page, 'practice');
  await worst.first().getByRole('button').click();
  const { loop, time, playing } = await s.state();
  assert.ok(loop && loop.b - loop.a > 0 && loop.b - loop.a <= 11.01, JSON.stringify(loop));
  assert.deepEqual([time, playing], [loop.a, true]);
});

test('patterns are sorted by what a note of them costs, and by other columns at a click', async () => {
  await s.open('?sample&clock=manual');
  await practise();
  const table = s.page.getByRole('table', { name: 'Patterns' });
  const column = async (at) => {
    const cells = await table.locator(`tbody tr > :nth-child(${at})`).allInnerTexts();
    return cells.map((text) => Number(text.replaceAll('\u202f', '').replace('–', 'NaN')));
  };
  const [notes, lost, each] = [await column(2), await column(5), await column(6)];
  assert.ok(each.length > 5 && each[0] > 0);
  for (const [i, cost] of each.entries()) assert.ok(Math.abs(cost - lost[i] / notes[i]) <= 0.051, `${cost} of ${lost[i]} and ${notes[i]}`);
  const falling = (values) => values.toSorted((a, b) => b - a);
  assert.deepEqual(each, falling(each));
  const sorted = () => table.locator('[aria-sort]').evaluateAll((heads) => heads.map((head) => [head.innerText.trim(), head.ariaSort]));
  assert.deepEqual(await sorted(), [['A\u00a0note', 'descending']]);
  const head = (name) => table.getByRole('columnheader').getByRole('button', { name });
  await head('Notes').click();
  assert.deepEqual([await sorted(), await column(2)], [[['Notes', 'descending']], falling(notes)]);
  await head('Notes').click();
  assert.deepEqual([await sorted(), await column(2)], [[['Notes', 'ascending']], falling(notes).reverse()]);
  // The worst cuts first; patterns without a good one come last.
  await head('Mean cut').click();
  const means = await column(4);
  const known = means.filter((mean) => !Number.isNaN(mean));
  assert.deepEqual(means.slice(0, known.length), falling(known).reverse());
});

test('the timeline shows what is lost in each second, as much as the score lacks', async () => {
  await s.open('?sample&clock=manual');
  await practise();
  const sections = await s.page.locator('.lost-sections title').allTextContents();
  const lost = sections.map((text) => Number(/: −([\d\u202f]+) /.exec(text)[1].replaceAll('\u202f', '')));
  await s.seek((await s.state()).end);
  const { score, accuracy } = await s.state();
  const lacks = score / accuracy - score;
  const sum = lost.reduce((sum, lost) => sum + lost, 0);
  assert.ok(sum > 0 && Math.abs(sum - lacks) < 1, `${sum} of ${lacks}`);
  // A press on the lane goes there.
  const box = await s.page.locator('.lost-sections').boundingBox();
  await s.page.mouse.click(box.x + box.width / 2, box.y + 4);
  const { time, start, end } = await s.state();
  assert.ok(Math.abs(time - (start + end) / 2) < 0.5, `${time}`);
});

test('the notes of a pattern are marked, and one is gone to after the other, also without the panel', async () => {
  await s.open('?sample&clock=manual');
  await practise();
  assert.equal(await s.page.locator('.lost-notes').count(), 0);
  const row = s.page.getByRole('row', { name: /^Down \d/ }).first();
  const [count, mistakes] = (await row.innerText()).match(/\d+/g).map(Number);
  await row.getByRole('button').click();
  assert.equal(await row.getByRole('button').getAttribute('aria-pressed'), 'true');
  const strokes = (of) => s.page.locator(`.lost-notes path:${of}`).getAttribute('d');
  const drawn = async (of) => (await strokes(of)).match(/M/g)?.length ?? 0;
  assert.deepEqual([await drawn('nth-child(1)'), await drawn('nth-child(2)')], [count - mistakes, mistakes]);
  await s.page.keyboard.press('s');
  const next = s.page.getByRole('button', { name: 'Next note' });
  const times = [];
  for (let i = 0; i < 3; i++) {
    await next.click();
    times.push((await s.state()).time);
  }
  assert.ok(times[0] < times[1] && times[1] < times[2], times.join());
  await s.page.getByRole('button', { name: 'Note before' }).click();
  assert.equal((await s.state()).time, times[1]);
  await s.page.getByText(`2 of ${count}`).waitFor();
  await keep(s.page, 'lost-points');
  await s.page.getByRole('button', { name: 'Hide where points are lost' }).click();
  assert.equal(await s.page.locator('.lost-lane').count(), 0);
});

test('with its map, sections are the bars of the map', { skip }, async () => {
  const { map, replay } = sampleMap({ song: dial(60) });
  await s.open('?clock=manual');
  await drop(s.page, 'b.bsor', replay, { 'map.zip': map });
  await s.page.waitForFunction(() => globalThis.ghostreel.state().status === 'ready');
  await practise();
  await s.page.getByText('Points lost by bar').waitFor();
  // Four beats are a bar: at 120 a minute, and further on at 240.
  const ends = (text) => text.match(/\d+:\d+\.\d+/g).map((time) => Number(time.slice(2)) + 60 * Number(time[0]));
  const bars = (await s.page.locator('.lost-sections title').allTextContents()).map(ends);
  const lengths = bars.map(([start, end]) => end - start);
  assert.deepEqual([...new Set(lengths)], [2, 1]);
  for (const [start] of bars) assert.equal(start % (start < 6 ? 2 : 1), 0);
  await keep(s.page, 'lost-by-bar');
});
