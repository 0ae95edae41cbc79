import { signal } from '@preact/signals';
import { lastAtOrBefore } from '../../../stage/times';
import { percent } from '../../../ui/format';
import type { NumericArray } from '../../../decoder';
import { HITS_TO_RAISE, RANKS } from '../rules';
import { type Data, column } from './data';

/** The numbers on the display at a time, straight from the `score` table: the decoder did the counting. */
export class Score {
  readonly row = signal(-2);
  /** Of the song. */
  readonly second = signal(0);
  /** The picture looks along the lane, so there is a left and a right of it. */
  readonly isAhead = signal(true);
  /** Whether the file has the notes that all but score and combo are counted from. Without them these do not change. */
  readonly isCounted: boolean;
  score = 0;
  maxScore = 0;
  accuracy = 1;
  /** The game's letters for it. */
  rank: string = RANKS.at(-1)!;
  combo = 0;
  maxCombo = 0;
  multiplier = 1;
  /** Towards the next multiplier, 0..1. */
  progress = 0;
  energy: number;
  private readonly times: Float64Array;
  readonly columns: Record<string, NumericArray>;

  /** `startEnergy`: with which the song begins. */
  constructor(
    data: Data,
    private readonly startEnergy: number,
  ) {
    this.columns = data.score;
    this.times = Float64Array.from(column(data.score, 'time'));
    this.energy = startEnergy;
    this.isCounted = !Number.isNaN(column(data.score, 'max_score')[0]);
  }

  get end(): number {
    return this.times.at(-1) ?? 0;
  }

  get length(): number {
    return this.times.length;
  }

  update(time: number): void {
    this.second.value = Math.max(0, Math.floor(time));
    const row = lastAtOrBefore(this.times, time);
    const at = (name: string, before: number): number => (row < 0 ? before : column(this.columns, name)[row]!);
    this.score = at('score', 0);
    this.combo = at('combo', 0);
    this.maxCombo = at('max_combo', 0);
    if (this.isCounted) this.updateCounts(at);
    // Last: a view of these numbers wakes up only when the row has changed.
    this.row.value = row;
  }

  /** As text; a dash where it is unknown. */
  get accuracyText(): string {
    return this.isCounted ? percent(this.accuracy) : '–';
  }

  private updateCounts(at: (name: string, before: number) => number): void {
    this.maxScore = at('max_score', 0);
    this.accuracy = at('accuracy', 1);
    this.rank = RANKS[at('rank', RANKS.length - 1)]!;
    this.multiplier = at('multiplier', 1);
    const hits = (HITS_TO_RAISE as Record<string, number>)[this.multiplier];
    this.progress = hits ? at('multiplier_progress', 0) / hits : 1;
    this.energy = Math.min(1, Math.max(0, at('energy', this.startEnergy)));
  }
}
