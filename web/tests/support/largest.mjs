// The largest real replays at hand.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { corpus } from './places.mjs';

/** Where real replays of a game are. */
const FOLDERS = { 'beat-saber': 'beat-saber/bsor', melee: 'slippi/good', 'rocket-league': 'rocket-league/good' };

/** The names and bytes of so many of the largest real replays of a game, the largest first; none where there is no corpus. */
export function largestReplays(game, extension, count) {
  const folder = corpus(FOLDERS[game]);
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(extension)) : [];
  if (names.length === 0) console.log(`# no real replays of ${game} here`);
  const size = (name) => statSync(`${folder}/${name}`).size;
  names.sort((a, b) => size(b) - size(a));
  return names.slice(0, count).map((name) => [name, readFileSync(`${folder}/${name}`)]);
}
