import type { Player } from './statistics.types';

/** 1 to 4: the colour of the port, or in teams the team's, which are red, blue and green. */
export const hueOf = ({ port, teamId }: Player): number => (teamId === undefined ? port : ([1, 2, 4][teamId] ?? 3));
