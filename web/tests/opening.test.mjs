// What the page is busy with while a replay opens.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { source } from './support/decoder.mjs';
import { sampleBytes, stage } from './support/pages.mjs';

const { GAMES } = await source('src/games/registry.ts');

/** So long a task of the main thread may take, in milliseconds: nobody can click or type meanwhile. */
const LONGEST_TASK = 200;
/** Other programs on the machine make tasks longer and never shorter: the best of so many tries counts … */
const TRIES = 3;
/** … and what they take of the processor is measured in so many milliseconds of work, and taken off. */
const WORK = 300;

const files = {};
for (const { id, formats } of GAMES) files[`sample${formats[0].extension}`] = await sampleBytes(7, id);

/** Milliseconds of the longest task, from the page's beginning to the first second of play. */
async function longestTask(file) {
  const s = await stage({ files });
  try {
    await s.context.addInitScript(() => {
      window.tasks = [0];
      const note = (entries) => window.tasks.push(...entries.getEntries().map(({ duration }) => duration));
      new PerformanceObserver(note).observe({ type: 'longtask', buffered: true });
    });
    await s.open(`?replay=files/${file}`);
    await s.page.waitForTimeout(1000);
    assert.ok((await s.state()).timing.picture > 0);
    assert.deepEqual(s.failures, []);
    return await s.page.evaluate(() => Math.max(...window.tasks));
  } finally {
    await s.close();
  }
}

/** How many times as long as the work itself it takes to do some work, as other programs are done in between. */
function busyness() {
  const [began, before] = [performance.now(), process.cpuUsage()];
  let used = 0;
  while (used < WORK) {
    const { user, system } = process.cpuUsage(before);
    used = (user + system) / 1000;
  }
  return Math.max(1, (performance.now() - began) / used);
}

for (const { id, formats } of GAMES) {
  test(`${id}: no task of more than ${LONGEST_TASK} ms while a replay opens`, async () => {
    const tries = [];
    do {
      const before = busyness();
      const longest = await longestTask(`sample${formats[0].extension}`);
      const busy = (before + busyness()) / 2;
      console.log(`# ${id}: longest task ${longest} ms on a machine that takes ${busy.toFixed(1)} times as long as its work`);
      tries.push(longest / busy);
    } while (Math.min(...tries) > LONGEST_TASK && tries.length < TRIES);
    assert.ok(Math.min(...tries) <= LONGEST_TASK);
  });
}
