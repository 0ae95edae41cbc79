import { type ReadonlySignal, signal } from '@preact/signals';
import type { NumericArray, Replay } from '../../../decoder';
import { ask } from '../ask';
import type { LostPoints } from '../questions.types';
import type { ByPattern } from '../stats/statistics.types';

const DIRECTIONS = ['Up', 'Down', 'Left', 'Right', 'Up left', 'Up right', 'Down left', 'Down right', 'Any direction'];
const SPEEDS = ['Below 15 m/s', 'Below 20 m/s', 'Below 25 m/s', 'Below 30 m/s', '30 m/s and more'];

/** Each pattern by its name, in the order of lists. */
export function named<T>({ directions, crossovers, resets, streams, doubles, oneSwing, speeds }: ByPattern<T>): [string, T][] {
  return [
    ...directions.map((of, i): [string, T] => [DIRECTIONS[i]!, of]),
    ['Crossovers', crossovers],
    ['Resets', resets],
    ['Streams', streams],
    ['Doubles', doubles],
    ['One swing', oneSwing],
    ...speeds.map((of, i): [string, T] => [SPEEDS[i]!, of]),
  ];
}

/** Seconds of run-up to a note that is jumped to. */
const LEAD = 0.6;
/** So near to the note that was jumped to last, in seconds, the next jump goes on from it. */
const NEAR = 1;
/** What `notes.event_type` says of a note that was cut as it should be. */
const GOOD = 0;

/** A note of the pattern that is looked at. */
export interface PatternNote {
  time: number;
  isMistake: boolean;
}

/** What is lost in a replay, and the pattern that is looked at: it is kept while the panel comes and goes. */
export class Lost {
  readonly pattern = signal<string | null>(null);
  /** The note of it that was jumped to, from 0. */
  readonly at = signal(-1);
  private readonly rows: Map<string, number[]>;

  private constructor(
    readonly points: LostPoints,
    private readonly times: NumericArray,
    private readonly types: NumericArray,
  ) {
    this.rows = new Map(named(points.patterns));
  }

  static async of(replay: Replay): Promise<Lost> {
    const [points, [times, types]] = await Promise.all([
      ask(replay, 'lost-points'),
      replay.numbers(['notes.event_time', 'notes.event_type']),
    ]);
    return new Lost(points!, times!, types!);
  }

  /** Looks at a pattern; at none, if it is looked at already. */
  choose(pattern: string): void {
    this.pattern.value = this.pattern.peek() === pattern ? null : pattern;
    this.at.value = -1;
  }

  /** The notes of the pattern that is looked at, by time. */
  notes(): PatternNote[] {
    const rows = this.rows.get(this.pattern.value ?? '') ?? [];
    const notes = rows.map((row) => ({ time: this.times[row]!, isMistake: this.types[row] !== GOOD }));
    return notes.filter(({ time }) => Number.isFinite(time)).sort((a, b) => a.time - b.time);
  }

  /** Where to go for the next or the last note; null if there is none. */
  jump(direction: 1 | -1, time: ReadonlySignal<number>): number | null {
    const notes = this.notes();
    const now = time.peek() + LEAD;
    const last = notes[this.at.peek()];
    const isNear = last && Math.abs(last.time - now) < NEAR;
    const next = direction > 0 ? notes.findIndex((note) => note.time > now) : notes.findLastIndex((note) => note.time < now);
    const at = isNear ? this.at.peek() + direction : next;
    const note = notes[at];
    if (!note) return null;
    this.at.value = at;
    return Math.max(0, note.time - LEAD);
  }
}
