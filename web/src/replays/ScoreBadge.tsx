import type { ScoreVerdict } from './api.types';

/** How much of the score is confirmed; nothing where that is not judged. */
export function ScoreBadge({ verdict }: { verdict?: ScoreVerdict | null }) {
  if (!verdict) return null;
  return (
    <span class="score-level" data-state={verdict.verdict} title={verdict.said.join(' ')}>
      {verdict.label}
    </span>
  );
}
