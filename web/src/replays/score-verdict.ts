import { percent } from '../ui/format';
import type { ScoreVerdict } from './record.types';

const WORDS: Record<string, string> = { consistent: 'score confirmed', inconsistent: 'motion does not fit' };

/** How much of a score is confirmed, in a word or two. */
export function verdictWords({ verdict, by_map, confirmed_share }: ScoreVerdict): string {
  if (WORDS[verdict]) return WORDS[verdict];
  if (confirmed_share === 0) return 'score not confirmed';
  return by_map ? `${percent(confirmed_share)} confirmed` : `${percent(confirmed_share)} by motion`;
}
