import type { TableInfo } from '../../decoder';
import { ownerOf } from './bodies';
import type { Session } from './session';
import { spaced } from './text';

/** So many stretches of time a plot is drawn from: in each, the least and the greatest value. */
const BUCKETS = 700;
const MOST_LINES = 8;

/** A column over time, a line for each that the table has rows of. */
export interface Series {
  /** Rising; the same for all lines. */
  times: number[];
  lines: { label: string; values: (number | null | undefined)[] }[];
}

interface Line {
  low: Float64Array;
  high: Float64Array;
  /** Whether the greatest came first. */
  falls: Uint8Array;
}

/** The loaded values of a column. Where none are loaded, lines end; where a table has no row, they go on. */
export function seriesOf(session: Session, table: TableInfo, column: string): Series {
  const { start, end } = session.span;
  const rows = session.windows.reduce((sum, window) => sum + (window?.get(table.name)?.times.length ?? 0), 0);
  const count = Math.max(2, Math.min(BUCKETS, rows));
  const width = (end - start) / count || 1;
  const bucketOf = (time: number) => Math.min(count - 1, Math.max(0, Math.floor((time - start) / width)));
  const owner = ownerOf(table);
  const lines = new Map<string, Line>();
  const lineOf = (label: string) => {
    const known = lines.get(label);
    if (known) return known;
    const made = { low: new Float64Array(count).fill(NaN), high: new Float64Array(count).fill(NaN), falls: new Uint8Array(count) };
    lines.set(label, made);
    return made;
  };
  session.windows.forEach((window) => {
    const found = window?.get(table.name);
    const values = found?.columns[column];
    if (!found || !values) return;
    const codes = owner === null ? undefined : found.columns[owner];
    const texts = owner === null ? undefined : found.texts[owner];
    let [last, line] = [NaN, lines.get('')];
    for (let row = 0; row < values.length; row++) {
      const code = codes?.[row] ?? 0;
      if (code !== last) line = lineOf(codes ? (texts?.[code] ?? `${spaced(owner!)} ${code}`) : '');
      last = code;
      const value = values[row]!;
      if (!Number.isFinite(value)) continue;
      const at = bucketOf(found.times[row]!);
      if (!(line!.low[at]! <= value)) [line!.low[at], line!.falls[at]] = [value, 1];
      if (!(line!.high[at]! >= value)) [line!.high[at], line!.falls[at]] = [value, 0];
    }
  });
  const isHere = Array.from({ length: count }, (_, at) => session.windows[session.indexAt(start + (at + 0.5) * width)] !== undefined);
  return {
    times: Array.from({ length: 2 * count }, (_, i) => start + (i / 2 + 0.25) * width),
    lines: [...lines].slice(0, MOST_LINES).map(([label, { low, high, falls }]) => ({
      label,
      values: Array.from({ length: 2 * count }, (_, i) => {
        const at = i >> 1;
        const first = falls[at] ? high[at]! : low[at]!;
        const second = falls[at] ? low[at]! : high[at]!;
        const value = i % 2 === 0 ? first : second;
        return Number.isNaN(value) ? (isHere[at] ? undefined : null) : value;
      }),
    })),
  };
}
