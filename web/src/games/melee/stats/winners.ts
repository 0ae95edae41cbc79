import type { MeleeStatistics } from './statistics.types';

/** The players who won, by index; nobody in modes in which there is nobody to win against. */
export const winnersOf = ({ stadium, isTeams, winners }: MeleeStatistics): number[] =>
  stadium ? [] : winners.filter(({ position }) => isTeams || position === 0).map(({ playerIndex }) => playerIndex);
