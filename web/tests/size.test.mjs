// The bytes that a visitor has to download.
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { source } from './support/decoder.mjs';
import { dist, sampleBytes, stage } from './support/pages.mjs';

/** Bytes of scripts, gzipped, that a visit may fetch. The limits for decoders are in xtask/src/sizes.rs. */
const LIBRARY = 30_000;
const PLAYER = 240_000;

const inKb = (bytes) => `${bytes / 1000} KB gzipped`;

const gzipped = async (path) => gzipSync(await readFile(path), { level: 9 }).length;

/** Chunks that a visit fetches: other games' scenes and panels are not among them, and cost this visitor nothing. */
async function scriptsOf(visit) {
  const files = {};
  for (const game of games) files[game] = await sampleBytes(1, game);
  const s = await stage({ files });
  const names = new Set();
  s.context.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.endsWith('.js')) names.add(pathname.slice(1));
  });
  try {
    await visit(s);
  } finally {
    await s.close();
  }
  let total = 0;
  for (const name of names) total += await gzipped(`${dist}/${name}`);
  return { total, names: [...names] };
}

const { FORMATS, GAMES } = await source('src/games/registry.ts');
const games = GAMES.map(({ id }) => id);

for (const { id: game, stats } of GAMES) {
  test(`watching ${game}${stats ? ', with its statistics' : ''}: scripts within ${inKb(PLAYER)}`, async () => {
    const { total, names } = await scriptsOf(async (s) => {
      await s.open(`?replay=files/${game}&clock=manual`);
      await s.page.evaluate(() => globalThis.ghostreel.play());
      if (!stats) return;
      await s.page.keyboard.press('s');
      await s.page.locator('.stats h3').first().waitFor();
    });
    console.log(`# ${game}: ${(total / 1000).toFixed(1)} KB in ${names.length} scripts`);
    assert.ok(
      names.some((name) => name.includes('worker')),
      'the decoder Worker counts too',
    );
    assert.ok(total <= PLAYER, `${total} bytes: ${names}`);
  });
}

test(`the library: scripts within ${inKb(LIBRARY)}`, async () => {
  const { total, names } = await scriptsOf(async (s) => {
    await s.page.goto(`${s.server.origin}/`);
    await s.page.locator('h1').first().waitFor();
  });
  console.log(`# library: ${(total / 1000).toFixed(1)} KB in ${names.length} scripts`);
  assert.ok(names.length > 0 && total <= LIBRARY, `${total} bytes: ${names}`);
});

test('the page has the decoders of each game that it knows, the maker of its samples, the opener of reels, and no others', async () => {
  const modules = await readdir(`${dist}/decoders`);
  const decoders = FORMATS.flatMap(({ game, inference, module, maps }) => [
    game,
    ...(inference ? [`${game}-inference`] : []),
    ...(maps ? [`${game}-map`] : []),
    ...(module ? [`${game}-${module}`] : []),
  ]);
  const others = FORMATS.flatMap(({ game, maps }) => [`${game}-sample`, ...(maps ? [`${game}-flight`] : [])]);
  // Its scene alone asks where bodies are between their samples.
  others.push('rocket-league-motion');
  const known = new Set([...decoders.flatMap((name) => [name, `${name}-statistics`]), ...others, 'reel']);
  assert.deepEqual(modules.sort(), [...known].map((name) => `${name}.wasm`).sort());
});

test('pages hold no inline script, so that the content security policy may forbid them', async () => {
  for (const name of ['index.html', 'player.html', 'compare.html']) {
    const page = await readFile(`${dist}/${name}`, 'utf8');
    assert.doesNotMatch(page, /<script(?![^>]*\bsrc=)[^>]*>/);
    assert.doesNotMatch(page, /\son[a-z]+=/);
    assert.doesNotMatch(page, /(src|href)="\//, 'addresses are relative, for hosts that serve from a folder');
  }
});
