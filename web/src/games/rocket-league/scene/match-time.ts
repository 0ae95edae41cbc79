import { at, type Columns } from '../../../stage/columns';
import { lastAtOrBefore } from '../../../stage/times';
import { clockText } from '../../../ui/format';

/** How long was played until a time of the recording, in seconds; of a replay without play, how long it is recorded. */
export function playedAt({ time, played }: Columns, start: number, now: number): number {
  if (!time?.length || !played) return now - start;
  const row = Math.max(0, lastAtOrBefore(time, now));
  const [from, to] = [time[row]!, time[row + 1] ?? time[row]!];
  const part = to > from ? Math.min(1, Math.max(0, (now - from) / (to - from))) : 0;
  return played[row]! + part * ((played[row + 1] ?? played[row]!) - played[row]!);
}

/** The game's own clock, which counts down, and up in overtime. */
export const gameClockText = (scoreboard: Columns, row: number): string =>
  `${isOvertime(scoreboard, row) ? '+' : ''}${clockText(Math.max(0, at(scoreboard, 'seconds_remaining', row)))}`;

/** Whether the clock counts up, and nothing is left of it. */
export const countsUp = (scoreboard: Columns, row: number): boolean => at(scoreboard, 'counts_up', row) === 1;

export const isOvertime = (scoreboard: Columns, row: number): boolean => at(scoreboard, 'is_overtime', row) === 1;
