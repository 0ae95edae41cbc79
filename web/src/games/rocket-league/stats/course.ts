import { useEffect, useState } from 'preact/hooks';
import type { Replay } from '../../../decoder';
import { at, type Columns, columnsOf } from '../../../stage/columns';
import { type Shape, shapeOf } from '../scene/arenas';

/* What the recording has over time: where cars were, and what was in their tanks. */

const PLACE = ['position.x', 'position.y', 'position.z'];
const WANTED = {
  cars: ['time', 'actor', 'player', ...PLACE],
  ball: PLACE,
  boost: ['time', 'player', 'amount', 'is_active'],
  match_time: ['time', 'played'],
};

export interface Course {
  cars: Columns;
  boost: Columns;
  matchTime: Columns;
  shape: Shape;
}

/** Null until it is there. */
export function useCourse(replay: Replay): Course | null {
  const [course, setCourse] = useState<Course | null>(null);
  useEffect(() => {
    let gone = false;
    setCourse(null);
    // Whether it can be read, the statistics say already.
    columnsOf(replay, WANTED).then(
      ({ cars, ball, boost, match_time: matchTime }) => {
        const { map } = replay.meta;
        if (!gone) setCourse({ cars, boost, matchTime, shape: shapeOf(map?.id ?? '', map?.name ?? '', { cars, ball }) });
      },
      () => {},
    );
    return () => {
      gone = true;
    };
  }, [replay]);
  return course;
}

/** How long was played until each of some rising times. */
export function playedUntil({ time, played }: Columns, times: ArrayLike<number>): Float64Array {
  let row = 0;
  return Float64Array.from(times, (now) => {
    if (!time?.length || !played) return now;
    while (row + 1 < time.length && time[row + 1]! <= now) row++;
    const length = (time[row + 1] ?? time[row]!) - time[row]!;
    const part = length > 0 ? Math.min(1, Math.max(0, (now - time[row]!) / length)) : 0;
    return played[row]! + part * ((played[row + 1] ?? played[row]!) - played[row]!);
  });
}

/** Where a field is divided, in uu, and how many seconds of play somebody was in each part. */
export interface Heat {
  /** Of the field from its middle. */
  wide: number;
  long: number;
  columns: number;
  rows: number;
  seconds: Float64Array;
}

const CELL = 256;

/** Where some players were while it was played: how long in which part of the field. */
export function heatOf({ cars, matchTime, shape }: Course, members: readonly number[]): Heat {
  const [wide, long] = reachOf(shape);
  const [columns, rows] = [Math.ceil((2 * wide) / CELL), Math.ceil((2 * long) / CELL)];
  const seconds = new Float64Array(columns * rows);
  const played = playedUntil(matchTime, cars.time ?? []);
  // Each car stays where it is until it is elsewhere.
  const before = new Map<number, { row: number; player: number }>();
  const count = cars.time?.length ?? 0;
  for (let row = 0; row < count; row++) {
    const actor = at(cars, 'actor', row);
    const last = before.get(actor);
    const player = Math.max(at(cars, 'player', row), last?.player ?? -1);
    before.set(actor, { row, player });
    if (!last || !members.includes(last.player)) continue;
    const column = Math.floor((wide - at(cars, 'position.x', last.row)) / CELL);
    const line = Math.floor((long - at(cars, 'position.y', last.row)) / CELL);
    const stays = Math.min(LONGEST, played[row]! - played[last.row]!);
    if (column >= 0 && column < columns && line >= 0 && line < rows) seconds[line * columns + column]! += stays;
  }
  return { wide, long, columns, rows, seconds: spread(spread(seconds, columns), columns) };
}

/** As a mean over what is around. */
function spread(seconds: Float64Array, columns: number): Float64Array {
  const rows = seconds.length / columns;
  return seconds.map((_, i) => {
    let sum = 0;
    for (let dy = -1; dy <= 1; dy++)
      for (let dx = -1; dx <= 1; dx++) {
        const [x, y] = [(i % columns) + dx, Math.floor(i / columns) + dy];
        if (x >= 0 && x < columns && y >= 0 && y < rows) sum += seconds[y * columns + x]!;
      }
    return sum / 9;
  });
}

/** Of whom nothing is heard for longer is gone, in seconds. */
const LONGEST = 5;

/** How far the walls and the goals are from the middle. */
function reachOf({ walls, goals }: Shape): [wide: number, long: number] {
  const straight = (degrees: number) => Math.max(...walls.filter(([way]) => way === degrees).map(([, distance]) => distance), 0);
  const deep = goals.map(({ y, depth, ring }) => (ring ? 0 : Math.abs(y) + depth));
  return [straight(0) || 4096, Math.max(straight(90) || 5120, ...deep)];
}

/** What was in a tank over the time of the recording, in percent, at some rising times; null before anything is known. */
export function tankOf({ boost }: Course, player: number, times: ArrayLike<number>): (number | null)[] {
  const rows = Array.from({ length: boost.time?.length ?? 0 }, (_, row) => row).filter((row) => at(boost, 'player', row) === player);
  let i = -1;
  return Array.from(times, (now) => {
    while (i + 1 < rows.length && at(boost, 'time', rows[i + 1]!) <= now) i++;
    if (i < 0) return null;
    const [row, next] = [rows[i]!, rows[i + 1]];
    const amount = at(boost, 'amount', row);
    const [from, to] = [at(boost, 'time', row), next === undefined ? now : at(boost, 'time', next)];
    const later = next === undefined ? amount : at(boost, 'amount', next);
    // While it is used the tank empties towards the next amount; a pad fills it at once.
    const part = at(boost, 'is_active', row) === 1 && later < amount && to > from ? (now - from) / (to - from) : 0;
    return ((amount + (later - amount) * part) * 100) / 255;
  });
}
