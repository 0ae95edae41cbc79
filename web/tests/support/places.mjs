// Where tests find what is not theirs: real replays, and programs that cargo built.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const replays = process.env.GHOSTREEL_CORPUS ?? join(root, '../shared/corpus');

/** A folder of the corpus, with a slash after it; it may be absent. */
export const corpus = (folder) => join(replays, folder, '/');

/** Of many files one of so many; all of them where GHOSTREEL_NIGHTLY is set, as `npm test -- --whole` does. */
export const oneOf = (many, files) => files.filter((_, at) => process.env.GHOSTREEL_NIGHTLY || at % many === 0);

/** Sizes and themes that a sheet is read in: width, height and theme. */
const LOOKS = [
  [1280, 800, 'dark'],
  [390, 844, 'light'],
  [390, 844, 'dark'],
  [1280, 800, 'light'],
];

/** So many of them for one of many sheets, others for the next; all of them where GHOSTREEL_NIGHTLY is set. */
export const looks = (sheet, count = 1) =>
  process.env.GHOSTREEL_NIGHTLY ? LOOKS : Array.from({ length: count }, (_, i) => LOOKS[(sheet + i) % LOOKS.length]);

const suffix = process.platform === 'win32' ? '.exe' : '';
const built = ['debug', 'release'].map((profile) => join(root, 'target', profile, `ghostreel${suffix}`));

/** The ghostreel program, if there is one. */
export const ghostreel = process.env.GHOSTREEL_BIN ?? built.find((path) => existsSync(path));

/** For tests that need it. */
export const skip = ghostreel ? false : 'there is no ghostreel program; GHOSTREEL_BIN names one';

/** The program and first arguments that run an example of a crate: the one that was built with the ghostreel program, or cargo. */
export function example(crate, name) {
  const path = join(dirname(ghostreel ?? built[0]), 'examples', name + suffix);
  return existsSync(path) ? [path] : ['cargo', 'run', '--quiet', '--package', crate, '--example', name, '--'];
}
