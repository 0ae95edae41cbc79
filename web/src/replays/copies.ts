import { answerOf } from './ask';

/** A stretch of two replays that agrees: of A, the one that was asked for, and of B, the other; each in its own seconds. */
export interface Passage {
  fromA: number;
  toA: number;
  fromB: number;
  toB: number;
  /** A is so many times as fast as B. */
  speed: number;
  /** A is B's mirror image. */
  mirrored: boolean;
}

/** Another replay that agrees with the one that was asked for (docs/server.md). */
export interface Copy {
  /** Of the other. */
  id: string;
  /** What the one that was asked for is of the two. */
  role: 'copy' | 'original' | 'undecided';
  verdict: 'copy' | 'same-match';
  /** Why, a sentence each; the first is the one that was asked for, the second the other. */
  reasons: string[];
  passages: Passage[];
}

export interface Copies {
  held: boolean;
  copies: Copy[];
}

/** Which replays a replay agrees with; null if the server knows no such replay. */
export const copiesOf = async (id: string): Promise<Copies | null> => answerOf<Copies>(`api/replays/${id}/copies`, 'copies');

/** What the one that was asked for is of the other, as the beginning of a sentence that the other's title ends. */
export function relationOf({ role, verdict }: Copy): string {
  if (verdict === 'same-match') return 'The same match as';
  return { copy: 'Copied from', original: 'The original of', undecided: 'The same as' }[role];
}
