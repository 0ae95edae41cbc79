import type { Copies, Copy } from './api.types';
import { answerOf } from './ask';

export type { Copy, Passage } from './api.types';

/** Which replays a replay agrees with; null if the server knows no such replay. */
export const copiesOf = async (id: string): Promise<Copies | null> => answerOf<Copies>(`api/replays/${id}/copies`, 'copies');

/** The role of the one that was asked for, as the beginning of a sentence that the other's title ends. */
export function relationOf({ role, verdict }: Copy): string {
  if (verdict === 'same-match') return 'The same match as';
  return { copy: 'Copied from', original: 'The original of', undecided: 'The same as' }[role];
}
