import { capitalized, type ResultOf } from '../../stats/result';
import type { MeleeStatistics } from './stats/statistics.types';
import { winnersOf } from './stats/winners';

export const resultOf: ResultOf = async (replay) => {
  const stats = (await replay.stats()) as MeleeStatistics;
  const won = winnersOf(stats);
  const names = stats.players.filter(({ playerIndex }) => won.includes(playerIndex)).map(({ name }) => name);
  const lines = stats.players.map(({ playerIndex, name, character }) => {
    const overall = stats.overall.find((one) => one.playerIndex === playerIndex);
    const kills = overall?.killCount ?? 0;
    return {
      name: `${name}, ${character}`,
      value: `${kills} ${kills === 1 ? 'KO' : 'KOs'}, ${Math.round(overall?.totalDamage ?? 0)} % dealt`,
      won: won.includes(playerIndex),
    };
  });
  const outcome = capitalized(replay.meta.outcome ?? 'The end');
  return { headline: names.length === 0 ? outcome : `${names.join(' & ')} ${names.length === 1 ? 'wins' : 'win'}`, lines };
};
