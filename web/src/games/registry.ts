import { beatSaber } from './beat-saber/manifest';
import type { Description } from '../decoder';
import type { Format, FormatOption, Game, Views } from './game';
import { generic } from './generic/manifest';
import { melee } from './melee/manifest';
import { rocketLeague } from './rocket-league/manifest';

/** The games that the pages know: the only list of them. A visitor without a file sees a sample of the first. */
export const GAMES: readonly [Game, ...Game[]] = [beatSaber, melee, rocketLeague];

/** Undefined if a newer server knows more games than this page. */
export const gameById = (id: string): Game | undefined => GAMES.find((game) => game.id === id);

/** The scene that shows a replay; a reel's own tables are shown alike for every game. Undefined if there is none. */
export const viewsOf = ({ game, reel }: Description): Views | undefined => (reel ? generic : gameById(game));

/** A game's name; its id if it is not known. */
export const gameName = (id: string): string => gameById(id)?.name ?? id;

/** `game`: the id of the game whose files are of this format. */
export const FORMATS: readonly (Format & { game: string })[] = GAMES.flatMap(({ id, formats }) =>
  formats.map((format) => ({ ...format, game: id })),
);

/** The format that people look for: of those with the same ending, the first. */
export const KNOWN_FILES = FORMATS.filter(({ extension }, i) => FORMATS.findIndex((other) => other.extension === extension) === i);

const REEL = '.reel';

/** The endings of files with replays: those of the games, and reels of any game. */
export const EXTENSIONS: readonly string[] = [...KNOWN_FILES.map(({ extension }) => extension), REEL];

export const isReelName = (name: string): boolean => name.toLowerCase().endsWith(REEL);

/** `game`: the id of the game whose files are read by the option. */
export const FORMAT_OPTIONS: readonly (FormatOption & { game: string })[] = FORMATS.flatMap(({ game, options = [] }) =>
  options.map((option) => ({ ...option, game })),
);

/** The game of files that end like this one, by its name or address; null if no game has this ending. A packed file has one more. */
export function gameOfName(name: string): string | null {
  const path = name
    .replace(/[?#].*$/, '')
    .toLowerCase()
    .replace(/\.reel$/, '');
  return FORMATS.find(({ extension }) => path.endsWith(extension))?.game ?? null;
}
