import type { Replay } from '../decoder';

/** How a replay ended, for the card that is shown at its end. */
export interface Result {
  /** In a few words. */
  headline: string;
  lines: ResultLine[];
}

export interface ResultLine {
  name: string;
  value: string;
  /** Of those who won. */
  won?: boolean;
}

/** Works out how a replay ended from what the decoder says of it. */
export type ResultOf = (replay: Replay) => Promise<Result>;

/** As an outcome stands in a headline. */
export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
