import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** A module of the page's source, for tests that need no browser. `path` is relative to web/. */
export async function source(path) {
  return (await runnerImport(here(`../../${path}`), { configFile: false, logLevel: 'error' })).module;
}

/** The decoder as the page's Worker has it, in this process. */
export async function loadDecoder() {
  const { Module } = await source('src/decoder/abi.ts');
  const wasm = readFileSync(here('../../public/ghostreel.wasm')).toString('base64');
  return Module.load(`data:application/wasm;base64,${wasm}`);
}
