import { TEAM_NAMES } from './rules';

export const teamName = (id: number): string => TEAM_NAMES[id] ?? `Team ${id}`;

/** The colour of a team: one of those of the four ports, 1 to 4. */
export const teamHue = (id: number): number => [1, 2, 4][id] ?? 3;
