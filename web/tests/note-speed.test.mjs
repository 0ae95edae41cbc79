// How fast notes come where there is no map: as the cuts say, and the page says that it is fitted.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { stage } from './support/pages.mjs';

const corpus = process.env.GHOSTREEL_CORPUS ?? fileURLToPath(new URL('../../../shared/corpus', import.meta.url));
const folder = `${corpus}/beat-saber/bsor/`;
const names = existsSync(folder) ? readdirSync(folder) : [];
const skip = names.length === 0 && 'corpus absent';
/** The maps of the last two are at hand, and say the same. */
const SPEEDS = { '1dcdb9df': 19, '33158f13': 20, ab07f0f8: 13, bf79979c: 12 };

let s;
before(async () => {
  s = await stage({
    files: Object.fromEntries(names.map((name) => [name, readFileSync(folder + name)])),
    viewport: { width: 480, height: 270 },
  });
});
after(async () => {
  await s?.close();
  assert.deepEqual(s?.failures ?? [], []);
});

const chip = () => s.page.locator('.bs-pace');

for (const [start, speed] of Object.entries(SPEEDS)) {
  test(`the notes of ${start} come at ${speed} m/s`, { skip }, async () => {
    const name = names.find((name) => name.startsWith(start));
    await s.open(`?replay=files/${name}&clock=manual`);
    const { noteJumpSpeed, end } = await s.state();
    assert.equal(noteJumpSpeed.from, 'cuts');
    assert.ok(Math.abs(noteJumpSpeed.speed - speed) <= 0.011, `${noteJumpSpeed.speed}`);
    assert.equal(await chip().textContent(), `NJS ${speed} (fitted)`);
    const at = async (time) => {
      await s.seek(time);
      return (await s.state()).visible;
    };
    const measured = [];
    for (let time = 5; time < end && measured.length < 20; time += 1.5) {
      const [one, two] = [await at(time), await at(time + 0.01)];
      for (const { row, position } of one.notes) {
        const later = two.notes.find((note) => note.row === row);
        const z = -position[2];
        if (!later || z < speed * 0.1 || z > speed * 0.45) continue;
        // Notes follow the head more and more as they come, and so do not come at quite that speed.
        const share = 0.5 - (z - 0.9) / (speed * 1.003);
        const follows = 1 + (one.head[2] * (3 - 4 * share)) / (speed * 1.003);
        measured.push((later.position[2] - position[2]) / 0.01 / follows);
      }
    }
    measured.sort((a, b) => a - b);
    const middle = measured[measured.length >> 1];
    assert.ok(Math.abs(middle - speed) < speed * 0.02, `drawn at ${middle} m/s`);
  });
}

test('where cuts do not say it, the page names no speed', async () => {
  await s.open('?sample&clock=manual');
  assert.equal((await s.state()).noteJumpSpeed, null);
  assert.equal(await chip().count(), 0);
});
