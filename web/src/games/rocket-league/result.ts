import { capitalized, type ResultOf } from '../../stats/result';
import { titleOf } from './stats/people';
import type { RocketLeagueStatistics } from './stats/statistics.types';

/** More players than these do not fit on the card. */
const MOST = 8;

export const resultOf: ResultOf = async (replay) => {
  const { blue, orange } = (await replay.stats()) as RocketLeagueStatistics;
  const lines = [blue, orange]
    .flatMap((team) => team.players.map((player) => ({ team, player, core: player.stats.core })))
    .sort((a, b) => b.core.score - a.core.score)
    .slice(0, MOST)
    .map(({ team, player, core }) => ({
      name: `${player.name || 'Nameless'}, ${titleOf(team)}`,
      value: `${core.score} points, ${core.goals} ${core.goals === 1 ? 'goal' : 'goals'}, ${core.saves} ${core.saves === 1 ? 'save' : 'saves'}`,
      won: core.mvp,
    }));
  const [ours, theirs] = [blue.final_score, orange.final_score];
  return { headline: `${capitalized(replay.meta.outcome ?? 'The end')}, ${Math.max(ours, theirs)} : ${Math.min(ours, theirs)}`, lines };
};
