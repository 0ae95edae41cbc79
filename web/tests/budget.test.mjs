// The cost of pictures, in calls, triangles and memory of the GPU: a laptop's own graphics draws these sixty times a second.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { countGpuMemory } from './support/gpu-memory.mjs';
import { sampleBytes, stage } from './support/pages.mjs';
import { noteStorm } from './support/storm.mjs';
import { corpus, ghostreel } from './support/places.mjs';

/** The first file of a folder of the corpus whose name has these words. */
function found(folder, words) {
  const path = corpus(folder);
  const name = existsSync(path) && readdirSync(path).find((name) => name.includes(words));
  return name ? () => readFileSync(path + name) : null;
}

/** A made-up replay of the command line's. */
function variant(game, name) {
  if (!ghostreel) return null;
  return () => {
    const folder = mkdtempSync(join(tmpdir(), 'ghostreel-'));
    try {
      execFileSync(ghostreel, ['sample', game, join(folder, name), '--variant', name]);
      return readFileSync(join(folder, name));
    } finally {
      rmSync(folder, { recursive: true });
    }
  };
}

const STORM = 'a storm of notes for two hours';
const STORM_SECONDS = 2 * 60 * 60;
/** So many times its file the page may keep of it. */
const STORM_MEMORY = 2.5;

/** Textures and buffers in bytes. */
const BEAT_SABER = { ending: '.bsor', calls: 40, triangles: 60_000, textures: 6_000_000, buffers: 2_000_000 };
const MELEE = { ending: '.slp', calls: 40, triangles: 20_000, textures: 1_000_000, buffers: 1_000_000 };
const ROCKET_LEAGUE = { ending: '.replay', calls: 160, triangles: 30_000, textures: 2_500_000, buffers: 1_500_000 };
const HELD = ['calls', 'triangles', 'textures', 'buffers'];

/** A picture, where its bytes come from, and its limits. */
const CASES = [
  ['the built-in sample of Beat Saber', () => sampleBytes(7), BEAT_SABER],
  ['the built-in sample of Melee', () => sampleBytes(7, 'melee'), MELEE],
  ['the built-in sample of Rocket League', () => sampleBytes(7, 'rocket-league'), ROCKET_LEAGUE],
  [STORM, () => noteStorm(STORM_SECONDS), BEAT_SABER],
  ['four made-up fighters with items', variant('melee', 'everything'), MELEE],
  ['eight made-up cars in rumble', variant('rocket-league', 'rumble-4v4'), ROCKET_LEAGUE],
  ['many notes a second', found('beat-saber/bsor', '33158f13'), BEAT_SABER],
  ['four fighters', found('slippi/good', 'doubles'), MELEE],
  ['items', found('slippi/good', 'itemExport'), MELEE],
  ['rumble', found('rocket-league/good', 'RUMBLE_FULL'), ROCKET_LEAGUE],
];
/** Times that are looked at, evenly through the replay. */
const TIMES = 40;

const files = {};
let s;
before(async () => {
  s = await stage({ files, viewport: { width: 640, height: 360 } });
  await countGpuMemory(s.context);
});
after(async () => {
  await s?.close();
  assert.deepEqual(s.failures, []);
});

for (const [name, bytes, { ending, ...budget }] of CASES) {
  const most = HELD.map((what) => `${budget[what].toLocaleString('en')} ${what}`).join(', ');
  test(`${name}: within ${most}`, { skip: bytes ? false : 'there is no ghostreel program, or no corpus' }, async () => {
    const file = `replay${ending}`;
    files[file] = await bytes();
    await s.open(`?clock=manual&replay=files/${file}`);
    const taken = await s.page.evaluate((count) => {
      const { start, end, error } = window.ghostreel.state();
      if (error) throw new Error(JSON.stringify(error));
      const most = { calls: 0, triangles: 0, textures: 0, buffers: 0 };
      for (let i = 0; i <= count; i++) {
        window.ghostreel.seek(start + ((end - start) * i) / count);
        const now = { ...window.ghostreel.state().drawn, ...window.gpuMemory() };
        for (const what in most) most[what] = Math.max(most[what], now[what]);
      }
      return most;
    }, TIMES);
    console.log(`# ${name}: ${HELD.map((what) => `${taken[what].toLocaleString('en')} ${what}`).join(', ')}`);
    for (const what of HELD) assert.ok(taken[what] > 0 && taken[what] <= budget[what], `${taken[what]} ${what}`);
  });
}

test('the page keeps no more of the storm than some times its file', async () => {
  const file = 'storm.bsor';
  files[file] = await noteStorm(STORM_SECONDS);
  await s.open(`?clock=manual&replay=files/${file}`);
  const { duration } = await s.state();
  const devtools = await s.context.newCDPSession(s.page);
  // Files that are not needed any more may be there for a while.
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize, backingStorageSize } = await devtools.send('Runtime.getHeapUsage');
  const times = (usedSize + backingStorageSize) / files[file].length;
  console.log(`# storm: ${files[file].length} bytes, memory ${times.toFixed(1)} times the file`);
  assert.ok(duration > STORM_SECONDS - 60);
  assert.ok(times <= STORM_MEMORY, `${times}`);
});
