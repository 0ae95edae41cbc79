// What a visitor has to download.
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { source } from './support/decoder.mjs';
import { dist } from './support/pages.mjs';

const gzipped = async (path) => gzipSync(await readFile(path), { level: 9 }).length;

test('scripts within 250 KB, the decoders of each game within 150 KB, gzipped', async () => {
  const scripts = (await readdir(`${dist}/assets`)).filter((name) => name.endsWith('.js'));
  let total = 0;
  for (const name of scripts) total += await gzipped(`${dist}/assets/${name}`);
  console.log(`# scripts ${(total / 1000).toFixed(1)} KB gzipped`);
  assert.ok(total <= 250_000);
  const { FORMATS } = await source('src/library/games.ts');
  const modules = await readdir(`${dist}/decoders`);
  assert.deepEqual(modules.sort(), [...new Set(FORMATS.map(({ game }) => `${game}.wasm`))].sort());
  for (const name of modules) {
    const size = await gzipped(`${dist}/decoders/${name}`);
    console.log(`# ${name} ${(size / 1000).toFixed(1)} KB gzipped`);
    assert.ok(size <= 150_000, name);
  }
});

test('pages hold no inline script, so that the content security policy may forbid them', async () => {
  for (const name of ['index.html', 'player.html']) {
    const page = await readFile(`${dist}/${name}`, 'utf8');
    assert.doesNotMatch(page, /<script(?![^>]*\bsrc=)[^>]*>/);
    assert.doesNotMatch(page, /\son[a-z]+=/);
    assert.doesNotMatch(page, /(src|href)="\//, 'addresses are relative, for hosts that serve from a folder');
  }
});
