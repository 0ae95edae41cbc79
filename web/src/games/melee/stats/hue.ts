import { teamHue } from '../teams';
import type { Player } from './statistics.types';

/** 1 to 4: the colour of the port, or in teams that of the team. */
export const hueOf = ({ port, teamId }: Player): number => (teamId === undefined ? port : teamHue(teamId));
