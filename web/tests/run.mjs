// Runs every *.test.mjs here, or those whose names are or contain an argument: `--node` those that need no browser, `--browser` the others.
// `--pictures` keeps pictures for somebody to look at in test-results/, `--whole` takes all replays where a sample is enough by day, and
// `--nightly` runs the *.nightly.mjs instead: measurements by the clock. Node 20 knows no patterns, Windows' shell neither.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { Account } from './support/account.mjs';
import { serveBrowser } from './support/browser.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const words = process.argv.slice(2);
const isAsked = (flag) => words.includes(flag);
const wanted = words.filter((word) => !word.startsWith('--'));
const isNightly = isAsked('--nightly');
if (isAsked('--pictures')) process.env.GHOSTREEL_WEB_PICTURES = 'kept';
if (isAsked('--whole')) process.env.GHOSTREEL_NIGHTLY = 'whole';

/** The import of a file that opens a browser. */
const OPENS = /from '\.\/support\/(browser|pages|panel|line-up|hits)\.mjs'/;

const groups = { node: [], browser: [] };
for (const name of (await readdir(here)).sort()) {
  if (!name.endsWith(isNightly ? '.nightly.mjs' : '.test.mjs')) continue;
  const isWanted = (word) => (word.endsWith('.mjs') ? name === word : name.includes(word));
  if (wanted.length > 0 && !wanted.some(isWanted)) continue;
  groups[OPENS.test(await readFile(here + name, 'utf8')) ? 'browser' : 'node'].push(here + name);
}

/** The demo has one module of all games, under the names of all. */
async function isOfDemo() {
  const module = (name) => readFile(`${here}../public/decoders/${name}.wasm`).catch(() => null);
  const [one, other] = await Promise.all(['beat-saber', 'melee'].map(module));
  return one !== null && other !== null && one.equals(other);
}

if (await isOfDemo()) {
  console.error('The modules in web/public/decoders are those of `cargo xtask demo`. `cargo xtask web` makes those that are tested.');
  process.exit(1);
}

const account = new Account();

// Who ends this program ends its tests: a browser that is served would keep it alive.
const stop = new AbortController();
for (const [signal, code] of [
  ['SIGTERM', 143],
  ['SIGHUP', 129],
]) {
  process.on(signal, () => {
    stop.abort();
    setTimeout(() => process.exit(code), 500);
  });
}

/** Runs files, so many at a time. */
function runFiles(files, concurrency) {
  return new Promise((resolve) => {
    account
      .listen(run({ files, concurrency, timeout: 10 * 60_000, signal: stop.signal }))
      .compose(new spec())
      .on('end', resolve)
      .pipe(process.stdout, { end: false });
  });
}

if (!isAsked('--browser') && groups.node.length > 0) await runFiles(groups.node, 2);
if (!isAsked('--node') && groups.browser.length > 0) {
  const browser = await serveBrowser();
  // The files inherit it.
  process.env.GHOSTREEL_WEB_BROWSER = browser.wsEndpoint();
  // Tests that measure by the clock run alone.
  await runFiles(groups.browser, isNightly ? 1 : 2);
  await browser.close();
}

console.log(account.summary());
const result = process.env.GHOSTREEL_WEB_RESULT;
if (result) await writeFile(result, `${JSON.stringify(account.result(), null, 2)}\n`);
if (account.failed > 0) process.exitCode = 1;
