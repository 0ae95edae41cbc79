import { at, type Columns } from '../../../stage/columns';
import { lastAt } from '../../../stage/times';
import type { Span } from '../../../stage/scene';
import { FULL_TANK } from '../rules';

/** A player's tank from a time on. */
export interface Boost {
  time: number;
  /** 0 to 255; null if the replay does not have it, as in replays before 868.12. */
  tank: number | null;
  /** Its loss in a second. */
  drain: number;
  active: boolean;
}

/** Some rows of the table `boost`. */
export const tankRows = (boost: Columns, rows: readonly number[]): Boost[] =>
  rows.map((row) => {
    const read = (name: string) => at(boost, name, row);
    return { time: read('time'), tank: read('tank'), drain: read('drain'), active: read('is_active') === 1 };
  });

/** A player's tank over time; in replays without amounts, when parts of the car say that it boosts. */
export function boostOf(
  { boost, components }: { boost: Columns; components: Columns },
  rowsIn: (table: Columns) => number[],
  booster: number,
): Boost[] {
  const rows = rowsIn(boost);
  if (rows.length > 0) return tankRows(boost, rows);
  return rowsIn(components)
    .filter((row) => at(components, 'component', row) === booster)
    .map((row) => ({ time: at(components, 'time', row), tank: null, drain: 0, active: at(components, 'is_active', row) === 1 }));
}

/** The amount in the tank, 0 to 255, and whether the car boosts. */
export function boostAt(boost: readonly Boost[], time: number): { amount: number | null; active: boolean } {
  const step = boost[lastAt(boost.length, (i) => boost[i]!.time, time)];
  if (!step) return { amount: null, active: false };
  const amount = step.tank === null ? null : Math.max(0, step.tank - step.drain * (time - step.time));
  return { amount, active: step.active && amount !== 0 };
}

/** When a player boosts, by time. One that no row ends is over at once. */
export function boostsOf(boost: readonly Boost[]): Span[] {
  const spans: Span[] = [];
  boost.forEach(({ time, tank, drain, active }, i) => {
    if (!active || tank === 0) return;
    const isEmptyAt = tank !== null && drain > 0 ? time + tank / drain : Infinity;
    const end = Math.min(isEmptyAt, boost[i + 1]?.time ?? time);
    const last = spans.at(-1);
    if (last && last.end >= time) last.end = end;
    else spans.push({ start: time, end });
  });
  return spans;
}

/** Of a full tank, in percent. */
export const percentOf = (amount: number | null): number | null => (amount === null ? null : (amount * 100) / FULL_TANK);

/** The same as it is read. */
export function wholePercentOf(amount: number | null): number | null {
  const percent = percentOf(amount);
  return percent === null ? null : Math.round(percent);
}
