// Made by `npm run types` from what Rust serialises (crates/analysis): do not edit. docs/json.md says what the members mean.

export type AccuracyTracker = {
  accLeft?: number;
  accRight?: number;
  leftPreswing?: number;
  rightPreswing?: number;
  leftPostswing?: number;
  rightPostswing?: number;
  leftTimeDependence?: number;
  rightTimeDependence?: number;
  leftAverageCut: [number | null, number | null, number | null];
  rightAverageCut: [number | null, number | null, number | null];
  gridAcc: Array<number | null>;
  fcAcc: number;
};

export type BeatSaberStatistics = {
  winTracker: WinTracker;
  hitTracker: HitTracker;
  accuracyTracker: AccuracyTracker;
  scoreGraphTracker: ScoreGraphTracker;
  details: Details;
};

export type ByPattern<T> = { directions: Array<T>; crossovers: T; resets: T; streams: T; doubles: T; oneSwing: T; speeds: Array<T> };

export type Details = {
  accuracy?: number;
  rank?: string;
  modifiers: Modifiers;
  energy: Energy;
  fullCombo: boolean;
  notes: number;
  leftGoodCuts: number;
  rightGoodCuts: number;
  walls: number;
  leftHistogram: Array<number>;
  rightHistogram: Array<number>;
  gridCuts: Array<number>;
  patterns: ByPattern<PatternCount>;
  worstSections: Array<Section>;
  mistakes: Array<Mistake>;
  limit?: string;
};

export type Energy = { start: number; end: number; lowest: number; lowestAt?: number; emptyAt?: number };

export type Hand = 'left' | 'right';

export type HitTracker = {
  maxCombo: number;
  maxStreak: number;
  leftTiming?: number;
  rightTiming?: number;
  leftMiss: number;
  rightMiss: number;
  leftBadCuts: number;
  rightBadCuts: number;
  leftBombs: number;
  rightBombs: number;
};

export type Mistake = { kind: MistakeKind; time: number; hand?: Hand; line?: number; layer?: number };

export type MistakeKind = 'miss' | 'bad' | 'bomb' | 'wall' | 'combo';

export type Modifiers = {
  list: Array<UsedModifier>;
  positiveMultiplier: number;
  negativeMultiplier: number;
  modifiedScore: number;
  rankedMultiplier: number;
  rankedScore: number;
};

export type PatternCount = { notes: number; mistakes: number; meanPoints?: number; lost: number };

export type Position = { x: number; y: number; z: number };

export type ScoreGraphTracker = { graph: Array<number> };

export type Section = { start: number; end: number; lost: number };

export type UsedModifier = { code: string; name?: string; unranked?: number; ranked?: number };

export type WinTracker = {
  won: boolean;
  endTime: number;
  failTime: number;
  nbOfPause: number;
  totalPauseDuration: number;
  jumpDistance: number;
  averageHeight: number;
  averageHeadPosition: Position;
  totalScore: number;
  maxScore: number;
};
