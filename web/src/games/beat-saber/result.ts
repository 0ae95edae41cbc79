import { capitalized, type ResultLine, type ResultOf } from '../../stats/result';
import { grouped, percent } from '../../ui/format';
import type { BeatSaberStatistics } from './stats/statistics.types';

export const resultOf: ResultOf = async (replay) => {
  const { winTracker, hitTracker, details } = (await replay.stats()) as BeatSaberStatistics;
  const hands = hitTracker;
  const bombs = hands.leftBombs + hands.rightBombs;
  const mistakes = [
    count(hands.leftMiss + hands.rightMiss, 'miss', 'misses'),
    count(hands.leftBadCuts + hands.rightBadCuts, 'bad cut', 'bad cuts'),
    count(bombs, 'bomb', 'bombs'),
    count(details.walls, 'wall', 'walls'),
    count(details.mistakes.filter(({ kind }) => kind === 'combo').length, 'combo lost', 'combos lost'),
  ].filter(Boolean);
  const outcome = capitalized(replay.meta.outcome ?? 'The end');
  const lines: ResultLine[] = [
    { name: 'Score', value: grouped(winTracker.totalScore) },
    { name: 'Mistakes', value: details.fullCombo ? 'none, a full combo' : mistakes.join(', ') || 'none' },
    { name: 'Longest combo', value: grouped(hitTracker.maxCombo) },
  ];
  const share = details.accuracy === undefined ? null : percent(details.accuracy);
  return { headline: [outcome, details.rank, share].filter(Boolean).join(' · '), lines };
};

const count = (number: number, one: string, many: string): string => (number === 0 ? '' : `${number} ${number === 1 ? one : many}`);
