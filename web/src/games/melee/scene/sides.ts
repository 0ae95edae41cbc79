import { goesByCharacter } from '../names';
import type { Game } from './data';

/** Players who play together: a team, or one alone. */
export interface Side {
  /** Null without teams. */
  team: number | null;
  players: Game['who'][number][];
}

/** The sides, by the first port of each, as the title names them. */
export function sidesOf({ who, teams }: Game): Side[] {
  const sides = new Map<number, Side>();
  for (const player of who.filter((player) => player?.name)) {
    const team = teams ? player.team : null;
    const key = team ?? -1 - player.port;
    const side = sides.get(key) ?? { team, players: [] };
    sides.set(key, { ...side, players: [...side.players, player] });
  }
  return [...sides.values()];
}

/** Whether somebody has a name of their own. Who has none goes by the character. */
export const isAnybodyNamed = (game: Game): boolean =>
  sidesOf(game).some(({ players }) => players.some(({ name, character }) => !goesByCharacter(name, character)));
