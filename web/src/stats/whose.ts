import type { Moment } from '../decoder';
import type { Whose } from './types';

/** Whether two mean the same player or team. */
export const isSame = (a: Whose | null, b: Whose | null): boolean => keyOf(a) === keyOf(b);

/** A text for a choice; empty for anybody. */
export const keyOf = (whose: Whose | null): string =>
  whose === null ? '' : 'team' in whose ? `team-${whose.team}` : `player-${whose.player}`;

/** Whether a moment is a player's or a team's. */
export const isOf = ({ player, team }: Moment, whose: Whose | null): boolean =>
  whose === null || ('team' in whose ? team === whose.team : player === whose.player);
