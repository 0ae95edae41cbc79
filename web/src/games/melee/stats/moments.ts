// What the lists name: conversions, combos and deaths, each with its time.
import { NAMES } from './facts';
import type { Combo, Conversion, MeleeStatistics } from './types';

/** One line of a list. `by` and `on` are player indices; whoever dies by their own hand has no `by`. */
export interface Moment {
  /** Where it begins, in seconds. */
  time: number;
  by?: number;
  on: number;
  what: string;
  aside: string;
  kill: boolean;
}

export const FRAME_RATE = 60;
/** A death is looked at from here before it, in frames. */
const LEAD = 120;

export function conversions(stats: MeleeStatistics): Moment[] {
  return stats.conversions.map((conversion) => moment(conversion, NAMES[conversion.openingType]));
}

export function combos(stats: MeleeStatistics): Moment[] {
  return stats.combos.filter((combo) => combo.moves.length > 1).map((combo) => moment(combo, ''));
}

export function deaths(stats: MeleeStatistics): Moment[] {
  const sides = { up: 'off the top', down: 'off the bottom', left: 'off the left', right: 'off the right' };
  return stats.details.deaths.map((death) => ({
    time: (death.frame - LEAD) / FRAME_RATE,
    by: death.killedBy,
    on: death.playerIndex,
    what: `${Math.floor(death.percent)}%`,
    aside: [death.killedBy === undefined ? 'Self-destruct' : (death.moveName ?? 'Grab'), death.direction && sides[death.direction]]
      .filter(Boolean)
      .join(', '),
    kill: false,
  }));
}

/** Damage that the moves did, as it is counted everywhere else. */
const damage = ({ moves }: Combo): number => moves.reduce((sum, move) => sum + move.damage, 0);

function moment(run: Combo | Conversion, how: string): Moment {
  const { moves, startFrame, lastHitBy, playerIndex, didKill } = run;
  const names = moves.length === 0 ? 'Grab' : moves.length <= 2 ? moves.map((m) => m.moveName).join(', ') : `${moves.length} moves`;
  return {
    time: startFrame / FRAME_RATE,
    by: moves[0]?.playerIndex ?? lastHitBy,
    on: playerIndex,
    what: `${Math.round(damage(run))}%`,
    aside: [names, how].filter(Boolean).join(' · '),
    kill: didKill,
  };
}
