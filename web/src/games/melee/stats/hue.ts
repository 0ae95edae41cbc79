import type { PlayerInfo } from './types';

/** 1 to 4: the colour of the port, or in teams the team's, which are red, blue and green. */
export const hueOf = ({ port, teamId }: PlayerInfo): number => (teamId === undefined ? port : ([1, 2, 4][teamId] ?? 3));
