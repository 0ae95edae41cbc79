import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** As vite.config.ts has it, but without style sheets: this page is not shown. */
const RUNNER = {
  configFile: false,
  logLevel: 'error',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  plugins: [
    {
      name: 'no-styles',
      enforce: 'pre',
      resolveId: (id) => (id.endsWith('.css') ? '\0no-styles' : null),
      load: (id) => (id === '\0no-styles' ? '' : null),
    },
  ],
};

const imported = new Map();

/** A module of the page's source, for tests that need no browser. `path` is relative to web/. */
export function source(path) {
  if (!imported.has(path)) imported.set(path, runnerImport(here(`../../${path}`), RUNNER));
  return imported.get(path).then(({ module }) => module);
}

/** A module as an address that needs no server. */
function address(name) {
  const wasm = readFileSync(here(`../../public/decoders/${name}.wasm`)).toString('base64');
  return `data:application/wasm;base64,${wasm}`;
}

/** The decoders of a game as the page's Worker has them at first, in this process: without what works out statistics. */
export async function loadFirstPart(game) {
  const { Module } = await source('src/decoder/abi.ts');
  return Module.load(address(game), () => address(`${game}-statistics`));
}

/** The decoders of a game as the page's Worker has them, in this process. */
export async function loadDecoder(game = 'beat-saber') {
  const module = await loadFirstPart(game);
  await module.withStatistics();
  return module;
}

/** The module of reels as the page's Worker has it, in this process. */
export async function loadReels() {
  const { ReelModule } = await source('src/decoder/reel.ts');
  return ReelModule.load(address('reel'));
}

/** A replay as scenes have it, answered by the decoder in this process. */
export async function replayOf(bytes, game) {
  const { momentsOf } = await source('src/decoder/moments.ts');
  const decoder = await loadDecoder(game);
  const { handle, description } = decoder.open(bytes);
  const types = new Map(description.tables.flatMap((t) => t.columns.map((c) => [`${t.name}.${c.name}`, c.type])));
  const views = { i8: Int8Array, i32: Int32Array, u8: Uint8Array, bool: Uint8Array, u16: Uint16Array, u32: Uint32Array };
  const view = (name) => ({ ...views, dict: Uint32Array, f32: Float32Array, f64: Float64Array })[types.get(name)];
  return {
    meta: description,
    has: (name) => types.has(name),
    numbers: async (names) => names.map((name) => new (view(name))(decoder.column(handle, name))),
    dict: async (name) => decoder.dict(handle, name),
    ask: async (question) => decoder.ask(handle, question, {}),
    moments() {
      return momentsOf(this);
    },
  };
}

/** A game's built-in sample, from the very module that the page uses. */
export async function sample(seed = 1, game = 'beat-saber') {
  return new Uint8Array((await loadDecoder(`${game}-sample`)).sample(seed));
}

/** All games' decoders as the page's Worker has them; `fetched` are the games whose module was asked for, in order. */
export async function loadDecoders() {
  const { Decoders } = await source('src/decoder/decoders.ts');
  const { FORMATS } = await source('src/games/registry.ts');
  const fetched = [];
  const decoders = new Decoders((game) => {
    fetched.push(game);
    return address(game);
  }, FORMATS);
  return { decoders, fetched };
}

/** That of several modules that is surest to read a file. */
export function surest(modules, bytes) {
  const claims = modules.map((module) => module.probe(bytes.subarray(0, 64)));
  return modules[['yes', 'maybe'].map((claim) => claims.indexOf(claim)).find((index) => index >= 0)];
}
