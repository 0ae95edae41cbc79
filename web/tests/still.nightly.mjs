// How long clicks and keys wait while a picture that stands still becomes sharp: by the clock and in processor time, on the machine
// as it is and beside other work.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { test } from 'node:test';
import { source } from './support/decoder.mjs';
import { largestReplays } from './support/largest.mjs';
import { sampleBytes, stage } from './support/pages.mjs';

const { GAMES } = await source('src/games/registry.ts');

/** Milliseconds of the main thread's own work for a picture. */
const LONGEST_WORK = 50;
/** Milliseconds that the main thread waits for one, of which other programs take their share: a sharp picture of 200 ms that was begun
 * before they did. A picture that moves is never waited for less. */
const LONGEST_WAIT = 400;
/** How often it is stopped. */
const STOPS = 5;
/** Chrome reports tasks from here on. */
const LONG = 50;

const files = {};
for (const { id, formats } of GAMES) {
  const [{ extension }] = formats;
  const [[, bytes] = []] = largestReplays(id, extension, 1);
  files[`${id}${extension}`] = bytes ?? (await sampleBytes(7, id));
}

/** Keeps the machine busy until the result is called: as many programs as it has cores. */
function otherWork() {
  const programs = Array.from({ length: availableParallelism() }, () => spawn(process.execPath, ['-e', 'for (;;);']));
  return () => programs.forEach((program) => program.kill());
}

/** The tasks of the page's main thread while `act` goes on: how long each took by the clock, and of the processor, in milliseconds. */
async function tasksDuring(s, act) {
  const cdp = await s.context.newCDPSession(s.page);
  const events = [];
  cdp.on('Tracing.dataCollected', ({ value }) => events.push(...value));
  await cdp.send('Tracing.start', { traceConfig: { includedCategories: ['toplevel'] }, transferMode: 'ReportEvents' });
  await act();
  const complete = new Promise((resolve) => cdp.once('Tracing.tracingComplete', resolve));
  await cdp.send('Tracing.end');
  await complete;
  const threads = events.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain');
  const isMain = ({ pid, tid }) => threads.some((thread) => thread.pid === pid && thread.tid === tid);
  // One that goes on when the trace begins or ends has no duration.
  const tasks = events.filter((event) => event.name === 'ThreadControllerImpl::RunTask' && isMain(event) && event.tdur !== undefined);
  assert.ok(tasks.length > 0, 'tasks are seen');
  return tasks.map(({ dur, tdur }) => ({ wall: dur / 1000, work: tdur / 1000 }));
}

const longest = (tasks, measure) => Math.round(Math.max(0, ...tasks.map((task) => task[measure])));

for (const name of Object.keys(files)) {
  test(`${name}: a picture that stands still holds nothing up, on a machine that is idle or busy`, async () => {
    const s = await stage({ files, sharp: true });
    let end = () => {};
    try {
      await s.open(`?replay=files/${name}`);
      for (const machine of ['idle', 'busy']) {
        if (machine === 'busy') end = otherWork();
        const moving = await tasksDuring(s, async () => {
          await s.page.evaluate(() => window.ghostreel.play());
          await s.page.waitForTimeout(1500);
        });
        const still = await tasksDuring(s, async () => {
          for (let stop = 0; stop < STOPS; stop++) {
            await s.page.evaluate(() => window.ghostreel.pause());
            await s.settled();
            await s.page.evaluate(() => window.ghostreel.play());
          }
        });
        const [wall, work, usual] = [longest(still, 'wall'), longest(still, 'work'), longest(moving, 'wall')];
        const long = still.filter((task) => task.wall > LONG).length;
        console.log(
          `# ${name}, ${machine}: ${wall} ms at the longest, ${work} ms of work, ${long} of more than ${LONG} ms; while it moves ${usual} ms`,
        );
        assert.ok(work <= LONGEST_WORK, `${work} ms of work`);
        assert.ok(wall <= Math.max(LONGEST_WAIT, usual), `${wall} ms, ${usual} ms while it moves`);
      }
      assert.deepEqual(s.failures, []);
    } finally {
      end();
      await s.close();
    }
  });
}
