import { useEffect, useState } from 'preact/hooks';
import type { Replay } from '../../../decoder';
import { at, type Columns, columnsOf } from '../../../stage/columns';
import { type Shape, shapeOf } from '../scene/arenas';
import { FIELD, SQUARE } from '../rules';
import { boostAt, percentOf, tankRows } from '../scene/tank';

/* The recording over time: where cars were, and the boost in their tanks. */

const PLACE = ['time', 'position.x', 'position.y', 'position.z'];
const WANTED = {
  // On unmeasured maps, the places of everything give the field.
  cars: PLACE,
  ball: PLACE,
  heat_map: ['player', 'x', 'y', 'seconds'],
  boost: ['time', 'player', 'is_active', 'tank', 'drain'],
  match_time: ['time', 'played'],
};

export interface Course {
  heatMap: Columns;
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
      ({ cars, ball, heat_map: heatMap, boost, match_time: matchTime }) => {
        const { map } = replay.meta;
        if (!gone) setCourse({ heatMap, boost, matchTime, shape: shapeOf(map?.id ?? '', map?.name ?? '', { cars, ball }) });
      },
      () => {},
    );
    return () => {
      gone = true;
    };
  }, [replay]);
  return course;
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

/** Where some players were while it was played: how long in which part of the field. */
export function heatOf({ heatMap, shape }: Course, members: readonly number[]): Heat {
  const [wide, long] = reachOf(shape).map((reach) => Math.ceil(reach / SQUARE) * SQUARE) as [number, number];
  const [columns, rows] = [(2 * wide) / SQUARE, (2 * long) / SQUARE];
  const seconds = new Float64Array(columns * rows);
  heatMap.player?.forEach((player, row) => {
    if (!members.includes(player)) return;
    const column = Math.floor((wide - at(heatMap, 'x', row)) / SQUARE);
    const line = Math.floor((long - at(heatMap, 'y', row)) / SQUARE);
    if (column >= 0 && column < columns && line >= 0 && line < rows) seconds[line * columns + column]! += at(heatMap, 'seconds', row);
  });
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

/** How far the walls and the goals are from the middle. */
function reachOf({ walls, goals }: Shape): [wide: number, long: number] {
  const straight = (degrees: number) => Math.max(...walls.filter(([way]) => way === degrees).map(([, distance]) => distance), 0);
  const deep = goals.map(({ y, depth, ring }) => (ring ? 0 : Math.abs(y) + depth));
  return [straight(0) || FIELD.side, Math.max(straight(90) || FIELD.back, ...deep)];
}

/** A tank over the time of the recording, in percent, at some rising times; null before anything is known. */
export function tankOf({ boost }: Course, player: number, times: ArrayLike<number>): (number | null)[] {
  const rows = Array.from({ length: boost.time?.length ?? 0 }, (_, row) => row).filter((row) => at(boost, 'player', row) === player);
  const tank = tankRows(boost, rows);
  return Array.from(times, (time) => {
    const { amount } = boostAt(tank, time);
    return percentOf(amount);
  });
}
