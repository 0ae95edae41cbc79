// Pictures and clips of a moment, as files.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { saved as bytesOf, stage } from './support/pages.mjs';

let s;
before(async () => {
  s = await stage({ sharp: true });
});
after(() => s?.close());

/** The file that the page saves when `ask` is done. */
async function saved(ask) {
  const download = s.page.waitForEvent('download');
  await ask();
  const file = await download;
  return { name: file.suggestedFilename(), bytes: await bytesOf(file) };
}

test('a picture of the moment is saved, with its size and a line under it', async () => {
  await s.open('?sample&clock=manual&t=10');
  const { name, bytes } = await saved(() => s.page.keyboard.press('p'));
  assert.match(name, /0-10\.png$/);
  assert.deepEqual([...bytes.subarray(0, 4)], [0x89, 0x50, 0x4e, 0x47]);
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  assert.ok(width >= 1000 && height >= 500, `${width} by ${height}`);
  // A picture of nothing is small.
  assert.ok(bytes.length > 50_000, `${bytes.length} bytes`);
  const other = await saved(() => s.page.getByRole('button', { name: 'Save a picture (P)' }).click());
  assert.ok(other.bytes.equals(bytes), 'the same moment is the same picture');
});

test('a clip of a loop is saved when the loop is over', async () => {
  await s.open('?sample&t=5');
  await s.page.evaluate(() => globalThis.ghostreel.setLoop(5, 6));
  const { name, bytes } = await saved(() => s.page.keyboard.press('r'));
  assert.match(name, /0-05\.(webm|mp4)$/);
  if (name.endsWith('webm')) assert.deepEqual([...bytes.subarray(0, 4)], [0x1a, 0x45, 0xdf, 0xa3]);
  assert.ok(bytes.length > 10_000, `${bytes.length} bytes`);
  assert.equal(await s.page.getByRole('button', { name: 'Record a clip (R)' }).getAttribute('aria-pressed'), 'false');
});

test('a clip is ended by the key that began it', async () => {
  await s.open('?sample&t=5');
  const { bytes } = await saved(async () => {
    await s.page.keyboard.press('r');
    const end = s.page.getByRole('button', { name: 'End the clip (R)' });
    await end.waitFor();
    await s.page.waitForFunction(() => globalThis.ghostreel.state().time > 5.3);
    await s.page.keyboard.press('r');
  });
  assert.ok(bytes.length > 5_000, `${bytes.length} bytes`);
});
