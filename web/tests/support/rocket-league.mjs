// Rocket League's real replays in this process, as the scene has them.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { loadDecoder, source } from './decoder.mjs';
import { corpus, oneOf } from './places.mjs';

/** The module that places bodies, as the page has it. */
export async function motion() {
  const { Motion } = await source('src/games/rocket-league/scene/motion.ts');
  const path = fileURLToPath(new URL('../../public/decoders/rocket-league-motion.wasm', import.meta.url));
  return Motion.of(await WebAssembly.instantiate(await WebAssembly.compile(readFileSync(path))));
}

const good = corpus('rocket-league/good');

/** The names of all files. */
export const all = existsSync(good) ? readdirSync(good).sort() : [];
/** Of some by day, and of all by night. */
export const files = oneOf(6, all);
/** For shares, which a few files say nothing of. */
export const manyFiles = oneOf(3, all);
/** For tests that are about them. */
export const options = { skip: files.length ? false : `there are no real replays at ${good}` };

export const bytesOf = (name) => readFileSync(good + name);

/** The opener of files: gives the scene's data, the moments, the decoder's description of a file, and its answers to some questions. */
export async function opener(...questions) {
  const module = await loadDecoder('rocket-league-inference');
  const { Replay } = await source('src/decoder/index.ts');
  const { load } = await source('src/games/rocket-league/scene/data.ts');
  return async (bytes) => {
    const { handle, description } = module.open(bytes);
    const answers = { columns: ({ names }) => module.columns(handle, names), dict: ({ name }) => module.dict(handle, name) };
    const replay = new Replay({ ask: async (request) => answers[request.call](request) }, handle, description);
    const [game, moments] = [await load(replay, motion()), await replay.moments()];
    const answered = Object.fromEntries(questions.map((question) => [question, module.ask(handle, question, {})]));
    module.close(handle);
    return { game, moments, meta: description, ...answered };
  };
}
