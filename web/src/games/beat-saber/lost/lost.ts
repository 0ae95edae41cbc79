import { type ReadonlySignal, signal } from '@preact/signals';
import type { NumericArray, Replay } from '../../../decoder';
import { ask } from '../ask';
import type { LostPoints } from '../questions.types';
import { PATTERNS } from '../rules';
import type { ByPattern } from '../stats/statistics.types';

/** Each pattern by its name, in the order of lists. */
export function named<T>(patterns: ByPattern<T>): [string, T][] {
  return PATTERNS.map(({ label, place: [member, at] }) => {
    const of = patterns[member];
    return [label, at === undefined ? (of as T) : (of as T[])[at]!];
  });
}

/** Seconds of run-up to a note that is jumped to. */
const LEAD = 0.6;
/** So near to the note that was jumped to last, in seconds, the next jump goes on from it. */
const NEAR = 1;
/** A note of the pattern that is looked at. */
export interface PatternNote {
  time: number;
  isMistake: boolean;
}

/** The lost points of a replay, and the chosen pattern: it is kept while the panel comes and goes. */
export class Lost {
  readonly pattern = signal<string | null>(null);
  /** The note of it that was jumped to, from 0. */
  readonly at = signal(-1);
  private readonly rows: Map<string, number[]>;

  private constructor(
    readonly points: LostPoints,
    private readonly times: NumericArray,
    /** The rows of the table `notes` that were mistakes. */
    private readonly mistakes: ReadonlySet<number>,
  ) {
    this.rows = new Map(named(points.patterns));
  }

  static async of(replay: Replay): Promise<Lost> {
    const names = ['notes.event_time', 'score.note', 'score.mistake'];
    const [points, [times, notes, mistake]] = await Promise.all([ask(replay, 'lost-points'), replay.numbers(names)]);
    return new Lost(points!, times!, new Set(notes!.filter((_, row) => mistake![row])));
  }

  /** Looks at a pattern; at none, if it is looked at already. */
  choose(pattern: string): void {
    this.pattern.value = this.pattern.peek() === pattern ? null : pattern;
    this.at.value = -1;
  }

  /** The notes of the pattern that is looked at, by time. */
  notes(): PatternNote[] {
    const rows = this.rows.get(this.pattern.value ?? '') ?? [];
    const notes = rows.map((row) => ({ time: this.times[row]!, isMistake: this.mistakes.has(row) }));
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
