import type { Description } from '../../../decoder';
import type { Marker } from '../../../stage/scene';
import { type Data, column } from './data';
import { Event, type Note } from './notes-model';
import type { Wall } from './walls';

/** The gravest last. */
export const MARKER_KINDS = ['pause', 'wall', 'miss', 'bad', 'bomb', 'fail'] as const;

type MarkerKind = (typeof MARKER_KINDS)[number];

export function markersOf(meta: Description, data: Data, notes: Note[], walls: Wall[]): Marker[] {
  const hand = (note: Note): string => (note.color === 1 ? 'right' : 'left');
  const markers: Marker[] = [];
  const add = (time: number, kind: MarkerKind, label: string) =>
    Number.isFinite(time) && markers.push({ time, kind, label });
  for (const note of notes) {
    if (note.event === Event.Miss) add(note.eventTime, 'miss', `Miss, ${hand(note)}`);
    if (note.event === Event.Bad) add(note.eventTime, 'bad', `Bad cut, ${hand(note)}`);
    if (note.event === Event.Bomb) add(note.eventTime, 'bomb', 'Bomb hit');
  }
  for (const wall of walls) add(wall.enter, 'wall', 'Head in a wall');
  const durations = column(data.pauses, 'duration');
  column(data.pauses, 'time').forEach((time, i) =>
    add(time, 'pause', `Paused for ${Math.max(0, durations[i] ?? 0)} s`),
  );
  const fail = Number(meta.details.fail_time ?? 0);
  if (fail > 0.01) add(fail, 'fail', 'Failed');
  return markers.sort((a, b) => a.time - b.time);
}
