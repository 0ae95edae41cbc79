/** Beat Saber's statistics as the decoder gives them; docs/json.md lists all members, these are those that are shown. */
export interface BeatSaberStatistics {
  game: 'beat-saber';
  winTracker: { totalScore: number };
  hitTracker: Numbers<'maxCombo' | 'leftMiss' | 'rightMiss' | 'leftBadCuts' | 'rightBadCuts' | 'leftBombs' | 'rightBombs'> &
    Means<'leftTiming' | 'rightTiming'>;
  accuracyTracker: Means<'accLeft' | 'accRight' | 'leftPreswing' | 'rightPreswing' | 'leftPostswing' | 'rightPostswing'> & {
    leftAverageCut: AverageCut;
    rightAverageCut: AverageCut;
    /** Of each place in the grid, layer × 4 + line. */
    gridAcc: Mean[];
    fcAcc: number;
  };
  details: Numbers<'notes' | 'leftGoodCuts' | 'rightGoodCuts' | 'walls'> & {
    accuracy?: number;
    fullCombo: boolean;
    /** How often each cut score from 0 to 115 came. */
    leftHistogram: number[];
    rightHistogram: number[];
    gridCuts: number[];
    mistakes: { time: number }[];
  };
}

type Numbers<Names extends string> = Record<Names, number>;
type Means<Names extends string> = Partial<Record<Names, Mean>>;

/** Absent of nothing, and in lists null; null, too, where a damaged file has no numbers. */
export type Mean = number | null | undefined;

/** Means of the points before the cut, for the distance and after the cut. */
export type AverageCut = readonly [Mean, Mean, Mean];
