import { type ReplayRecord, namesOf } from '../replays/record';

/** The head of the games of a set that follow in the list: who played it, and its score. */
export function SetHead({ record: { set, sides }, shown }: { record: ReplayRecord; shown: number }) {
  if (!set) return null;
  const best = Math.max(...set.score);
  const isEven = set.score.every((wins) => wins === best);
  return (
    <li class="set-head">
      <b class="set-name">Set</b>
      <span class="set-score num">
        {sides.map((side, i) => (
          <span class={!isEven && set.score[i] === best ? 'won' : undefined}>
            <bdi>{namesOf(side)}</bdi> <span>{set.score[i]}</span>
          </span>
        ))}
      </span>
      <span class="set-games">{shown < set.games ? `${shown} of ${set.games} games` : `${set.games} games`}</span>
    </li>
  );
}
