// Where points are lost, and practising it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { results, stage } from './support/pages.mjs';

let s;
before(async () => {
  s = await stage({});
});
after(() => s?.close());

test('the section in which most points are lost is looped at a click', async () => {
  await s.open('?sample&clock=manual');
  await s.page.keyboard.press('s');
  await s.page.getByText('Where points are lost, to practise').click();
  const worst = s.page.locator('.worst li');
  await worst.first().waitFor();
  const lost = await worst.locator('span').allInnerTexts();
  const numbers = lost.map((text) => Number(text.replace(/[^0-9]/g, '')));
  assert.ok(numbers.length > 1 && numbers.every((number) => number > 0), lost.join());
  assert.deepEqual(
    numbers,
    numbers.toSorted((a, b) => b - a),
  );
  const patterns = s.page.getByRole('row', { name: /^Down / });
  assert.match(await patterns.first().innerText(), /\d+\s+\d+\s+[\d.]+/);
  await s.page.screenshot({ path: `${results}practice.png` });
  await worst.first().getByRole('button').click();
  const { loop, time, playing } = await s.state();
  assert.ok(loop && loop.b - loop.a > 0 && loop.b - loop.a <= 11.01, JSON.stringify(loop));
  assert.deepEqual([time, playing], [loop.a, true]);
});
