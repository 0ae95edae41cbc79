// Runs every *.test.mjs here, or those whose names contain an argument. Node 20 knows no patterns, Windows' shell neither.
import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';

const here = fileURLToPath(new URL('.', import.meta.url));
const wanted = process.argv.slice(2);
const files = (await readdir(here))
  .filter((name) => name.endsWith('.test.mjs') && (wanted.length === 0 || wanted.some((part) => name.includes(part))))
  .sort()
  .map((name) => here + name);

/** Runs them, and says in which files a test failed. */
function failing(files) {
  const failed = new Set();
  return new Promise((resolve) => {
    // One at a time: two browsers drawing without a graphics card would only wait for each other.
    run({ files, concurrency: 1, timeout: 10 * 60_000 })
      .on('test:fail', ({ file }) => failed.add(file))
      .compose(new spec())
      .on('end', () => resolve([...failed]))
      .pipe(process.stdout, { end: false });
  });
}

// Other programs on the machine make a test fail that waits for a page; a fault of ours fails again.
const failed = await failing(files);
if (failed.length > 0) {
  console.log(`Once more, as a test failed: ${failed.join(', ')}`);
  if ((await failing(failed)).length > 0) process.exitCode = 1;
  else console.log(`Passed at the second try only: ${failed.join(', ')}`);
}
