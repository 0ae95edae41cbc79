import type { AccuracyTracker, BeatSaberStatistics } from './statistics.types';

/** Absent of nothing, and in lists null; null, too, where a damaged file has no numbers. */
export type Mean = number | null | undefined;

/** What the statistics hold of one hand. */
export interface Hand {
  /** Out of 115. */
  acc: Mean;
  averageCut: AccuracyTracker['leftAverageCut'];
  /** Seconds off the beat, early above 0 and late below. */
  timing: Mean;
  /** 1 for a full swing. */
  preswing: Mean;
  postswing: Mean;
  good: number;
  badCuts: number;
  misses: number;
  histogram: readonly number[];
}

export function leftHand({ hitTracker, accuracyTracker, details }: BeatSaberStatistics): Hand {
  return {
    acc: accuracyTracker.accLeft,
    averageCut: accuracyTracker.leftAverageCut,
    timing: hitTracker.leftTiming,
    preswing: accuracyTracker.leftPreswing,
    postswing: accuracyTracker.leftPostswing,
    good: details.leftGoodCuts,
    badCuts: hitTracker.leftBadCuts,
    misses: hitTracker.leftMiss,
    histogram: details.leftHistogram,
  };
}

export function rightHand({ hitTracker, accuracyTracker, details }: BeatSaberStatistics): Hand {
  return {
    acc: accuracyTracker.accRight,
    averageCut: accuracyTracker.rightAverageCut,
    timing: hitTracker.rightTiming,
    preswing: accuracyTracker.rightPreswing,
    postswing: accuracyTracker.rightPostswing,
    good: details.rightGoodCuts,
    badCuts: hitTracker.rightBadCuts,
    misses: hitTracker.rightMiss,
    histogram: details.rightHistogram,
  };
}
