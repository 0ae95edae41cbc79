import type { Moment, MomentKind } from '../decoder';
import type { Marker } from './scene';

/** What stands on the event lane: all but details. */
export const markersOf = (moments: readonly Moment[]): Marker[] =>
  moments
    .filter(({ severity }) => severity > 0)
    .map(({ time, kind, team, label }) => ({ time, kind: kind.color === 'team' ? teamColor(team) : kind.color, label }));

/** Colours of markers, the gravest last: the first kinds are the gravest of their severity. */
export function markerKindsOf(kinds: readonly MomentKind[]): string[] {
  const shown = kinds.filter(({ severity }) => severity > 0);
  const rising = shown.reverse().sort((a, b) => a.severity - b.severity);
  return [...new Set(rising.flatMap(({ color }) => (color === 'team' ? [0, 1].map(teamColor) : [color])))];
}

const teamColor = (team: number): string => `team-${team}`;
