/** What the page knows about games without asking the server. */
export interface Game {
  id: string;
  name: string;
  modes: readonly string[];
}

export interface Format {
  id: string;
  name: string;
  game: string;
  extension: string;
}

export const GAMES: readonly Game[] = [
  {
    id: 'beat-saber',
    name: 'Beat Saber',
    modes: ['Standard', 'OneSaber', 'NoArrows', '90Degree', '360Degree', 'Lawless'],
  },
  { id: 'melee', name: 'Super Smash Bros. Melee', modes: ['ranked', 'unranked', 'direct', 'online', 'versus'] },
  {
    id: 'rocket-league',
    name: 'Rocket League',
    modes: ['ranked-duels', 'ranked-doubles', 'ranked-standard', 'unranked-duels', 'unranked-doubles', 'unranked-standard', 'private', 'offline'],
  },
];

export const FORMATS: readonly Format[] = [
  { id: 'bsor', name: 'BS Open Replay', game: 'beat-saber', extension: '.bsor' },
  { id: 'slp', name: 'Slippi', game: 'melee', extension: '.slp' },
  { id: 'replay', name: 'Rocket League Replay', game: 'rocket-league', extension: '.replay' },
];

export const EXTENSIONS: readonly string[] = FORMATS.map((format) => format.extension);

/** Whether a file is no replay but a table of attributes, which tells how to decode those of Rocket League. */
export const isTable = ({ name }: File): boolean => name.toLowerCase().endsWith('.tsv');

/** The game of files that end like this one, by its name or address; null where that does not tell. */
export function gameOfName(name: string): string | null {
  const path = name.replace(/[?#].*$/, '').toLowerCase();
  return FORMATS.find(({ extension }) => path.endsWith(extension))?.game ?? null;
}

/** A game's name; its id if a newer server knows more games than this page. */
export function gameName(id: string): string {
  return GAMES.find((game) => game.id === id)?.name ?? id;
}

/** `ExpertPlus` as people write it. */
export function difficultyName(difficulty: string): string {
  return difficulty === 'ExpertPlus' ? 'Expert+' : difficulty;
}
