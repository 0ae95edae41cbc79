import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { after, afterEach } from 'node:test';
import { sampleBytes, stage } from './pages.mjs';
import { corpus } from './places.mjs';

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * The panel of a game's statistics on a page `s` of its own, for the tests of one file.
 * `folder`: the game's in the corpus; `extension`: the ending of its files.
 */
export async function panel({ game, folder, extension }) {
  const replays = corpus(folder);
  const good = existsSync(`${replays}good`) ? readdirSync(`${replays}good`) : [];
  if (good.length === 0) console.log(`# skipped: no replays of ${game} here`);
  /** The whole name of a real replay. */
  const file = (start) => good.find((name) => name.startsWith(start));
  const files = { [`sample${extension}`]: await sampleBytes(1, game) };
  const folders = good.length > 0 ? { '/real/': `${replays}good` } : {};
  const s = await stage({ files, folders, viewport: { width: 1280, height: 800 } });
  after(() => s.close());
  afterEach(() => assert.deepEqual(s.failures.splice(0), [], 'no error was thrown on the page'));
  return {
    s,
    axe,
    /** For tests that need real replays. */
    options: { skip: good.length === 0 },
    /** A synthetic replay, which is always at hand. */
    sample: `files/sample${extension}`,
    file,
    real: (start) => `real/${file(start)}`,
    /** Statistics of a replay by other programs. */
    oracle: (path) => JSON.parse(readFileSync(replays + path, 'utf8')),
    /** Opens a replay, with the panel. */
    async open(replay) {
      await s.open(`?replay=${replay}&clock=manual`);
      await s.page.keyboard.press('s');
      await s.page.locator(`.stats.${game} .facts`).first().waitFor();
    },
    block: (title) => s.page.locator('.stats .block', { has: s.page.getByRole('heading', { name: title, exact: true }) }),
  };
}
