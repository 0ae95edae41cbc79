// What pictures take, in calls and triangles: a laptop's own graphics draws these sixty times a second.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { drop, sampleBytes, stage } from './support/pages.mjs';

const corpus = process.env.GHOSTREEL_CORPUS ?? fileURLToPath(new URL('../../../shared/corpus', import.meta.url));

/** The first file of a folder of the corpus whose name has these words. */
function found(folder, words) {
  const path = `${corpus}/${folder}/`;
  const name = existsSync(path) ? readdirSync(path).find((name) => name.includes(words)) : undefined;
  return name && { name, bytes: readFileSync(path + name) };
}

const sampleOf = async (game) => ({ name: `sample.${game}`, bytes: await sampleBytes(7, game) });

const BEAT_SABER = { calls: 40, triangles: 60_000 };
const MELEE = { calls: 36, triangles: 20_000 };
const ROCKET_LEAGUE = { calls: 160, triangles: 30_000 };

const CASES = [
  ['the built-in sample of Beat Saber', await sampleOf('beat-saber'), BEAT_SABER],
  ['the built-in sample of Melee', await sampleOf('melee'), MELEE],
  ['the built-in sample of Rocket League', await sampleOf('rocket-league'), ROCKET_LEAGUE],
  ['many notes a second', found('beat-saber/bsor', '33158f13'), BEAT_SABER],
  ['four fighters', found('slippi/good', 'doubles'), MELEE],
  ['items', found('slippi/good', 'itemExport'), MELEE],
  ['rumble', found('rocket-league/good', 'RUMBLE_FULL'), ROCKET_LEAGUE],
];
/** Times that are looked at, evenly through the replay. */
const TIMES = 40;

let s;
before(async () => (s = await stage({ viewport: { width: 640, height: 360 } })));
after(async () => {
  await s?.close();
  assert.deepEqual(s.failures, []);
});

for (const [name, file, budget] of CASES) {
  test(`${name}: within ${budget.calls} calls and ${budget.triangles} triangles`, { skip: file ? false : 'corpus absent' }, async () => {
    await s.open('?clock=manual');
    await drop(s.page, file.name, file.bytes);
    await s.page.waitForFunction(() => window.ghostreel.state().status === 'ready' && window.ghostreel.state().cameras.length > 0);
    const most = await s.page.evaluate((count) => {
      const { start, end } = window.ghostreel.state();
      const most = { calls: 0, triangles: 0 };
      for (let i = 0; i <= count; i++) {
        window.ghostreel.seek(start + ((end - start) * i) / count);
        const { drawn } = window.ghostreel.state();
        for (const what of ['calls', 'triangles']) most[what] = Math.max(most[what], drawn[what]);
      }
      return most;
    }, TIMES);
    console.log(`# ${name}: ${most.calls} calls, ${most.triangles} triangles`);
    for (const what of ['calls', 'triangles']) assert.ok(most[what] > 0 && most[what] <= budget[what], `${most[what]} ${what}`);
  });
}
