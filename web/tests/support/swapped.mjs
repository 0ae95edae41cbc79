// A replay whose hands are swapped for a while.
import assert from 'node:assert/strict';

/** Where they are, in seconds. */
export const [FROM, TO] = [10, 13];

/** A Beat Saber replay with the poses of the hands swapped. */
export function swapHands(file) {
  const swapped = Buffer.from(file);
  for (const at of framesOf(swapped)) {
    const time = swapped.readFloatLE(at);
    if (time < FROM || time > TO) continue;
    const left = Buffer.from(swapped.subarray(at + 36, at + 64));
    swapped.copyWithin(at + 36, at + 64, at + 92);
    left.copy(swapped, at + 64);
  }
  return swapped;
}

/** Where each frame of a file begins (docs/spec/bsor.md). */
function framesOf(file) {
  let at = 6;
  const texts = (count) => {
    for (let i = 0; i < count; i++) at += 4 + file.readInt32LE(at);
  };
  texts(13); // version to difficulty
  at += 4; // score
  texts(3); // mode, environment, modifiers
  at += 4 + 1 + 4 * 4; // jumpDistance to speed
  assert.equal(file[at], 1, 'the section of frames');
  const count = file.readInt32LE(at + 1);
  return Array.from({ length: count }, (_, i) => at + 5 + i * 92);
}
