import type { MomentKind, Replay } from '../decoder';
import { columnsOf } from './columns';
import type { Marker } from './scene';

/** Something worth a look, as the decoder tells it: a row of the table `moments`. */
export interface Moment {
  time: number;
  kind: MomentKind;
  /** Rows of `players`: who does it, and whom it is done to; −1 for nobody. */
  player: number;
  other: number;
  /** −1 for no team's. */
  team: number;
  label: string;
  /** 0 a detail, 1 worth a look, 2 decides the game. */
  severity: number;
  /** In the kind's unit; NaN for nothing. */
  value: number;
}

const COLUMNS = ['time', 'player', 'other', 'team', 'severity', 'value', 'kind', 'label'] as const;

/** All moments of a replay, by time. */
export async function momentsOf(replay: Replay): Promise<Moment[]> {
  const [{ moments }, names, labels] = await Promise.all([
    columnsOf(replay, { moments: COLUMNS }),
    replay.dict('moments.kind'),
    replay.dict('moments.label'),
  ]);
  const column = (name: (typeof COLUMNS)[number]) => moments[name]!;
  const kinds = names.map((name) => replay.meta.moment_kinds.find((kind) => kind.name === name)!);
  return Array.from(column('time'), (time, row) => ({
    time,
    kind: kinds[column('kind')[row]!]!,
    player: column('player')[row]!,
    other: column('other')[row]!,
    team: column('team')[row]!,
    label: labels[column('label')[row]!]!,
    severity: column('severity')[row]!,
    value: column('value')[row]!,
  }));
}

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
