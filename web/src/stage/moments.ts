import type { Moment, MomentKind } from '../decoder';
import type { Marker } from './scene';

/** The markers of the event lane. */
export const markersOf = (moments: readonly Moment[]): Marker[] =>
  moments.map((moment) => {
    const { time, kind, team, label } = moment;
    return { time, kind: kind.color === 'team' ? teamColor(team) : kind.color, label, moment };
  });

/** Colours of markers, the gravest last: the first kinds are the gravest of their severity. */
export function markerKindsOf(kinds: readonly MomentKind[]): string[] {
  const shown = kinds.filter(({ severity }) => severity > 0);
  const rising = shown.reverse().sort((a, b) => a.severity - b.severity);
  return [...new Set(rising.flatMap(({ color }) => (color === 'team' ? [0, 1].map(teamColor) : [color])))];
}

const teamColor = (team: number | null): string => `team-${team}`;
