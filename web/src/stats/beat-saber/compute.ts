/**
 * A Beat Saber replay's statistics, under BeatLeader's names and by its rules, from the columns of `notes`, `walls`
 * and `score`. Pure: no page, no decoder.
 */
import type { NumericArray } from '../../decoder/types';

/** The columns that the statistics are made of. */
export const COLUMNS = {
  time: 'notes.event_time',
  event: 'notes.event_type',
  scoring: 'notes.scoring_type',
  line: 'notes.line',
  layer: 'notes.layer',
  color: 'notes.color',
  points: 'notes.points',
  before: 'notes.points_before',
  distance: 'notes.points_distance',
  after: 'notes.points_after',
  most: 'notes.max_points',
  saber: 'notes.cut.saber_type',
  timing: 'notes.cut.time_deviation',
  preswing: 'notes.cut.before_cut_rating',
  postswing: 'notes.cut.after_cut_rating',
  wallTime: 'walls.event_time',
  scoreTime: 'score.time',
  scoreNote: 'score.note',
  scoreWall: 'score.wall',
  score: 'score.score',
  maxScore: 'score.max_score',
  accuracy: 'score.accuracy',
  combo: 'score.combo',
  maxCombo: 'score.max_combo',
  energy: 'score.energy',
} as const;

export type Columns = Record<keyof typeof COLUMNS, NumericArray>;

export const LEFT = 0;
export const RIGHT = 1;
export type Hand = typeof LEFT | typeof RIGHT;
/** A value for the left hand and one for the right. */
export type Hands<T> = readonly [T, T];

export const GOOD = 0;
export const BAD = 1;
export const MISS = 2;
export const BOMB = 3;

export interface HandStats {
  /** Mean cut score out of 115: `accLeft`, `accRight`. Null if nothing was cut, as are all means. */
  acc: number | null;
  /** Mean points before, for distance and after: `leftAverageCut` … */
  averageCut: readonly [number | null, number | null, number | null];
  /** Mean seconds off the beat, early above 0 and late below: `leftTiming` … */
  timing: number | null;
  /** Mean swing ratings, 1 for a full swing: `leftPreswing` … */
  preswing: number | null;
  postswing: number | null;
  good: number;
  misses: number;
  badCuts: number;
  bombs: number;
  /** How often each cut score from 0 to 115 came, among the notes that can give all 115. */
  histogram: Uint32Array;
}

export interface Mistake {
  kind: 'miss' | 'bad' | 'bomb' | 'wall';
  time: number;
  /** Null for walls, and for bombs, which either hand may hit. */
  hand: Hand | null;
  /** Null for walls. */
  line: number | null;
  layer: number | null;
}

export interface Stats {
  hands: Hands<HandStats>;
  /** Mean cut score for each place in the grid, index layer × 4 + line; null where nothing was cut. */
  gridAcc: (number | null)[];
  /** How many cuts each of these means stands for. */
  gridCuts: number[];
  score: number;
  maxScore: number;
  /** Null before the first note. */
  accuracy: number | null;
  /** What the accuracy would have been without mistakes, by the quality of the other cuts. */
  fcAcc: number;
  maxCombo: number;
  /** Longest run of 115s. */
  maxStreak: number;
  walls: number;
  mistakes: Mistake[];
  fullCombo: boolean;
}

/** Swing and distance count towards the means only where the scoring type leaves them to the player. */
const BEFORE_VARIES: ReadonlySet<number> = new Set([0, 3, 4, 6, 11]);
const AFTER_VARIES: ReadonlySet<number> = new Set([0, 3, 5]);
const CHAIN_LINKS: ReadonlySet<number> = new Set([7, 10]);
const CHAIN_HEAD = 6;
/** Types of the game's older versions that score nothing. */
const WORTHLESS: ReadonlySet<number> = new Set([1, 2]);
const FULL = 115;
/** Ratings above are not swings but faults of the recording. */
const SANE_RATING = 5;

export function computeStats(columns: Columns): Stats {
  const hands: Hands<HandSums> = [newSums(), newSums()];
  const grid = Array.from({ length: 12 }, () => new Mean());
  const mistakes: Mistake[] = [];
  const { event, color, points, scoring } = columns;
  for (let i = 0; i < event.length; i++) {
    const hand: Hand = color[i] === LEFT ? LEFT : RIGHT;
    switch (event[i]) {
      case GOOD:
        addCut(hands[hand], columns, i);
        if (hasDistance(scoring[i]!)) grid[cellOf(columns, i)]!.add(points[i]!);
        break;
      case BAD:
        // By the saber that did it, not by the colour it should have been.
        hands[columns.saber[i] === LEFT ? LEFT : RIGHT].badCuts++;
        mistakes.push(mistakeAt('bad', columns, i, hand));
        break;
      case MISS:
        hands[hand].misses++;
        mistakes.push(mistakeAt('miss', columns, i, hand));
        break;
      case BOMB:
        hands[hand].bombs++;
        mistakes.push(mistakeAt('bomb', columns, i, null));
        break;
    }
  }
  for (const time of columns.wallTime) mistakes.push({ kind: 'wall', time, hand: null, line: null, layer: null });
  mistakes.sort((a, b) => a.time - b.time);

  const last = columns.score.length - 1;
  const maxScore = columns.maxScore[last] ?? 0;
  return {
    hands: [means(hands[LEFT]), means(hands[RIGHT])],
    gridAcc: grid.map((cell) => cell.value),
    gridCuts: grid.map((cell) => cell.count),
    score: columns.score[last] ?? 0,
    maxScore,
    accuracy: maxScore > 0 ? columns.accuracy[last]! : null,
    fcAcc: fullComboAccuracy(columns),
    maxCombo: columns.maxCombo[last] ?? 0,
    maxStreak: longestStreak(columns),
    walls: columns.wallTime.length,
    mistakes,
    fullCombo: event.length > 0 && mistakes.length === 0,
  };
}

/** Sum and count, in doubles and in order, so that the mean is the reference's to the last digits. */
class Mean {
  private sum = 0;
  count = 0;

  add(value: number): void {
    this.sum += value;
    this.count++;
  }

  get value(): number | null {
    return this.count === 0 ? null : this.sum / this.count;
  }
}

interface HandSums {
  acc: Mean;
  before: Mean;
  distance: Mean;
  after: Mean;
  preswing: Mean;
  postswing: Mean;
  timing: Mean;
  misses: number;
  badCuts: number;
  bombs: number;
  histogram: Uint32Array;
}

const newSums = (): HandSums => ({
  acc: new Mean(),
  before: new Mean(),
  distance: new Mean(),
  after: new Mean(),
  preswing: new Mean(),
  postswing: new Mean(),
  timing: new Mean(),
  misses: 0,
  badCuts: 0,
  bombs: 0,
  histogram: new Uint32Array(FULL + 1),
});

function addCut(sums: HandSums, columns: Columns, i: number): void {
  const type = columns.scoring[i]!;
  const points = columns.points[i]!;
  sums.timing.add(columns.timing[i]!);
  if (hasDistance(type)) {
    // A chain head's swing ends with its chain: put on the scale of the others.
    sums.acc.add(type === CHAIN_HEAD ? points + 30 : points);
    sums.distance.add(columns.distance[i]!);
  }
  if (BEFORE_VARIES.has(type) && columns.preswing[i]! < SANE_RATING) {
    sums.before.add(columns.before[i]!);
    sums.preswing.add(columns.preswing[i]!);
  }
  if (AFTER_VARIES.has(type) && columns.postswing[i]! < SANE_RATING) {
    sums.after.add(columns.after[i]!);
    sums.postswing.add(columns.postswing[i]!);
  }
  if (columns.most[i] === FULL) sums.histogram[Math.min(FULL, Math.max(0, points))]!++;
}

function means(sums: HandSums): HandStats {
  return {
    acc: sums.acc.value,
    averageCut: [sums.before.value, sums.distance.value, sums.after.value],
    timing: sums.timing.value,
    preswing: sums.preswing.value,
    postswing: sums.postswing.value,
    good: sums.timing.count,
    misses: sums.misses,
    badCuts: sums.badCuts,
    bombs: sums.bombs,
    histogram: sums.histogram,
  };
}

const hasDistance = (type: number): boolean => !CHAIN_LINKS.has(type) && !WORTHLESS.has(type);

/** Mapping Extensions put notes outside of the grid; the reference counts those in its first cell. */
function cellOf({ line, layer }: Columns, i: number): number {
  const cell = layer[i]! * 4 + line[i]!;
  return cell >= 0 && cell < 12 ? cell : 0;
}

function mistakeAt(kind: Mistake['kind'], { time, line, layer }: Columns, i: number, hand: Hand | null): Mistake {
  return { kind, time: time[i]!, hand, line: line[i]!, layer: layer[i]! };
}

/** The score of a walk in which every mistake on a note is worth what notes were worth on average until then. */
function fullComboAccuracy(columns: Columns): number {
  const { scoreNote, maxScore, event, most, points } = columns;
  let score = 0;
  let accuracy = 1;
  for (let row = 0; row < scoreNote.length; row++) {
    const note = scoreNote[row]!;
    // The multiplier that a run without mistakes has here shows in how the possible score grew.
    const gain = maxScore[row]! - (row > 0 ? maxScore[row - 1]! : 0);
    if (note >= 0 && event[note] !== BOMB && most[note]! > 0) {
      const level = gain / most[note]!;
      score += event[note] === GOOD ? level * points[note]! : roundHalfToEven(gain * accuracy);
    }
    if (maxScore[row]! > 0) accuracy = score / maxScore[row]!;
  }
  return accuracy;
}

/** As .NET rounds. */
function roundHalfToEven(value: number): number {
  const floor = Math.floor(value);
  if (value - floor !== 0.5) return Math.round(value);
  return floor % 2 === 0 ? floor : floor + 1;
}

/** Longest run of full scores in order of play; bombs and walls do not end it, chain links do not count. */
function longestStreak({ scoreNote, scoring, event, points }: Columns): number {
  let longest = 0;
  let run = 0;
  for (const note of scoreNote) {
    if (note < 0 || event[note] === BOMB || CHAIN_LINKS.has(scoring[note]!)) continue;
    run = event[note] === GOOD && points[note] === FULL ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}
