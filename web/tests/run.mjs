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

// One at a time: two browsers drawing without a graphics card would only wait for each other.
run({ files, concurrency: 1, timeout: 10 * 60_000 })
  .on('test:fail', () => (process.exitCode = 1))
  .compose(new spec())
  .pipe(process.stdout);
