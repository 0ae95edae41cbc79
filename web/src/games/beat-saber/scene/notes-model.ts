import { at, type Columns, valueAt } from '../../../stage/columns';
import { EVENTS, SHAPES } from '../rules';
import { column } from './data';
import type { Flights } from './flights';
import { Lane } from './lane';

export const Event = EVENTS;
export type Event = (typeof EVENTS)[keyof typeof EVENTS];

export type Shape = (typeof SHAPES)[number];

/** A note, a link or a bomb with everything that does not change while it is played. */
export interface Note {
  /** Its row in the table `flights`. */
  flight: number;
  /** Its row in the table `notes`; null for notes that the replay has no event of. */
  row: number | null;
  id: number;
  /** When it is due. */
  time: number;
  event: Event;
  eventTime: number;
  shape: Shape;
  dot: boolean;
  /** 0 left, 1 right; null for a bomb. */
  color: number | null;
  lane: Lane;
  /** Where it is due, across its lane. */
  x: number;
  points: number;
  maxPoints: number;
}

/** All of them, as the table `flights` has them. `events`: the table `notes`. */
export function notesOf({ tables: { flights } }: Flights, events: Columns): Note[] {
  return Array.from(column(flights, 'time'), (time, flight) => {
    const value = (name: string): number => at(flights, name, flight);
    const row = valueAt(flights, 'note', flight);
    const shape = SHAPES[value('kind')]!;
    const own = {
      flight,
      row,
      time,
      shape,
      dot: !value('has_arrow'),
      color: valueAt(flights, 'color', flight),
      lane: Lane.at(value('rotation')),
      x: value('x'),
    };
    // It was let pass, or the run had ended.
    if (row === null) return { ...own, id: -1, event: Event.Miss, eventTime: shape === 'bomb' ? Infinity : time, points: 0, maxPoints: 0 };
    const noted = (name: string): number => at(events, name, row);
    return {
      ...own,
      id: noted('note_id'),
      event: noted('event_type') as Event,
      eventTime: noted('event_time'),
      points: noted('points'),
      maxPoints: noted('max_points'),
    };
  });
}
