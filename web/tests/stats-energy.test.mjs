// Beat Saber's statistics of modifiers and energy: all of them come from the decoder.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { keep, sampleBytes, stage } from './support/pages.mjs';

/** The sample, played with another modifier than Faster Song. */
function withModifier(bytes, code) {
  const text = (of) => Buffer.from([2, 0, 0, 0, ...Buffer.from(of)]);
  const at = bytes.indexOf(text('FS'));
  assert.ok(at > 0 && code.length === 2);
  return Buffer.concat([bytes.subarray(0, at), text(code), bytes.subarray(at + 6)]);
}

const sample = await sampleBytes(1);
const s = await stage({
  files: { 'fs.bsor': sample, 'if.bsor': withModifier(sample, 'IF'), 'xq.bsor': withModifier(sample, 'XQ') },
  viewport: { width: 1280, height: 800 },
  sharp: true,
});
after(async () => {
  await s.close();
  assert.deepEqual(s.failures, []);
});

const open = async (name) => {
  await s.open(`?replay=files/${name}.bsor&clock=manual`);
  await s.page.keyboard.press('s');
  await s.page.locator('.stats .headline').waitFor();
};
/** Their names, and the score that comes of them. */
const modifiers = async () => {
  const said = s.page.locator('.headline .main > :nth-child(5)');
  return [await said.locator('dt').textContent(), Number((await said.locator('dd').textContent()).replaceAll(/\D/g, ''))];
};
const energy = () => s.page.locator('.plot[aria-label^="Energy"]').getAttribute('aria-label');
/** How many pixels of the plot of energy are of the colour of mistakes. */
const red = () =>
  s.page.locator('.plot[aria-label^="Energy"] canvas').evaluate((canvas) => {
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    let count = 0;
    for (let i = 0; i < data.length; i += 4) count += data[i + 3] > 150 && data[i] > 230 && data[i + 1] < 160;
    return count;
  });

test('modifiers have their names, and say what they make of the score', async () => {
  await open('fs');
  assert.deepEqual(await modifiers(), ['Faster Song +20%', 149404]);
  assert.doesNotMatch(await energy(), /ran out/);
  assert.equal(await red(), 0);
  assert.equal((await s.state()).energy, 0.5);
  await open('xq');
  assert.deepEqual(await modifiers(), ['XQ', 142517], 'an unknown one by its code');
});

test('with one life the energy is full until the first mistake, which is marked', async () => {
  await open('if');
  assert.deepEqual(await modifiers(), ['One Life', 142517]);
  assert.equal((await s.state()).energy, 1);
  const first = await s.page.locator('.moments .at').first().textContent();
  assert.ok((await energy()).endsWith(` The energy ran out at ${first.trim()}.`), `${await energy()} at ${first}`);
  assert.ok((await red()) > 40, 'there is a stroke through the plot');
  await keep(s.page, 'stats-energy');
  const { duration } = await s.state();
  await s.seek(duration);
  assert.equal((await s.state()).energy, 0);
});
