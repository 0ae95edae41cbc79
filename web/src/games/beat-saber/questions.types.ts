// Made by `npm run types` from what Rust serialises (crates/analysis): do not edit. docs/json.md says what the members mean.

export type ByMap = {
  checked: number;
  notesOff: number;
  notChecked: Array<[NotChecked, number]>;
  tried: Array<TriedRule>;
  reason: string | null;
  passed: Array<Omission>;
  score: ScoreByMap;
};

export type ByPattern<T> = { directions: Array<T>; crossovers: T; resets: T; streams: T; doubles: T; oneSwing: T; speeds: Array<T> };

export type ComparedCut = {
  note: number;
  time: number;
  hand: Hand;
  recorded: CutPlane;
  recomputed: CutPlane | null;
  blades: Array<[[number, number, number], [number, number, number]]>;
};

export type CutPlane = { point: [number, number, number]; normal: [number, number, number]; direction: [number, number, number] };

export type CutProperty =
  | 'event-time'
  | 'time-deviation'
  | 'normal-length'
  | 'cut-normal'
  | 'saber-direction'
  | 'cut-point'
  | 'before-cut-rating'
  | 'after-cut-rating'
  | 'cut-distance'
  | 'note-place'
  | 'cut-side'
  | 'cut-angle'
  | 'cut-dir-deviation'
  | 'cut-direction'
  | 'cut-flags'
  | 'saber-type'
  | 'out-of-reach'
  | 'met-before';

export type Differences = { summary: string; notes: Array<NoteDifference>; notesLeftOut: number };

export type Discrepancy = { note: number; frame: number | null; what: CutProperty; by: number | null };

export type Findings = {
  verdict: Verdict;
  said: string;
  notes: Array<Line>;
  notesLeftOut: number;
  besideMap: string | null;
  differences: Array<Line>;
  differencesLeftOut: number;
  omissions: Array<Line>;
  omissionsLeftOut: number;
  observations: Array<Line>;
  observationsLeftOut: number;
};

export type Hand = 'left' | 'right';

export type Line = { time: number | null; note: number | null; said: string };

export type LostPoints = { byBars: boolean; sections: Array<LostSection>; patterns: ByPattern<Array<number>> };

export type LostSection = { start: number; end: number; left: number; right: number };

export type Motion = {
  verdict: Verdict;
  checked: number;
  notesOff: number;
  withoutDetails: number;
  off: Array<Discrepancy>;
  score: RecordedScore;
  suggests: string | null;
  reason: string | null;
  observations: Array<Observation>;
  observationsLeftOut: number;
  byMap: ByMap | null;
  notByMap: string | null;
  finding: string | null;
  said: Array<string>;
};

export type NotChecked = 'no-note' | 'chain' | 'turned' | 'place' | 'no-details';

export type NoteDifference = { note: number | null; time: number; points: [number, number]; why: string; off: Array<CutProperty> };

export type Observation = { what: Observed; part: Part | null; time: number | null; frame: number | null; by: number | null };

export type Observed =
  | 'frame-gap'
  | 'teleport'
  | 'acceleration'
  | 'constant-rate'
  | 'frozen-pose'
  | 'smooth-motion'
  | 'repeated-swing'
  | 'even-timing'
  | 'song-speed';

export type Omission = { what: OmissionKind; time: number; note: number | null; frame: number | null; by: number | null };

export type OmissionKind = 'bomb' | 'wall' | 'miss';

export type Part = 'head' | 'left' | 'right';

export type RecordedScore = {
  recorded: number;
  byEvents: number;
  confirmed: number;
  byMapOnly: number;
  unconfirmed: number;
  confirmedShare: number;
};

export type Rule =
  | 'game-version'
  | 'other-speed'
  | 'speed-changes'
  | 'lanes'
  | 'chain-heads'
  | 'chain-links'
  | 'turned-notes'
  | 'bombs-in-columns';

export type ScoreByMap = {
  recorded: number;
  recomputed: number;
  byEvents: number;
  notesDiffer: number;
  recordedCombo: number;
  combo: number;
  recordedEnergy: number;
  energy: number;
  recordedFail: number | null;
  fail: number | null;
};

export type TriedRule = { rule: Rule; cuts: number; off: number; holds: boolean };

export type Verdict = 'consistent' | 'inconsistent' | 'not-enough-data';

export interface Questions {
  motion: { given: Record<string, never>; answer: Motion | null };
  findings: { given: Record<string, never>; answer: Findings | null };
  'lost-points': { given: Record<string, never>; answer: LostPoints | null };
  'compared-cut': { given: { note: number }; answer: ComparedCut | null };
  differences: { given: Record<string, never>; answer: Differences | null };
}
