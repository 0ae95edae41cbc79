import { Vector3 } from 'three';
import type { Replay } from '../../../decoder';
import { at, columnsOf } from '../../../stage/columns';
import type { Arc } from './arcs';
import { directionAngle, isDot, lanes, laneX, LANE_WIDTH, layerStartY, layerTopY } from './grid';
import { Event, type Note } from './notes-model';
import type { Wall } from './walls';

/** Metres by which an arc of length 1 is pulled in the direction of its end. */
const REACH = 2.5;
/** Metres of a step of a wall's height, and how high the lowest step is. */
const WALL_STEP = 0.6;
const WALL_FOOT = 0.1;
/** Metres: no wall is shorter than this. */
const SHORTEST_WALL = 0.06;

const WANTED = {
  map: ['note_jump_speed'],
  map_notes: ['time', 'line', 'layer', 'color', 'direction', 'scoring_type', 'angle_offset', 'is_link', 'note'],
  map_bombs: ['time', 'line', 'layer', 'note'],
  map_walls: ['time', 'end_time', 'line', 'layer', 'width', 'height'],
  map_arcs: ['color', 'time', 'line', 'layer', 'direction', 'length', 'end_time', 'end_line', 'end_layer', 'end_direction', 'end_length'],
} as const;

/** What the map adds to a replay: what was not touched, and where everything really is. */
export interface MapOfReplay {
  /** Metres a second at which notes come. */
  speed: number;
  /** Notes and bombs that the replay has no event of. `lift`: by how much the player's height raises them at a time. */
  untouched(lift: (time: number) => number): Note[];
  walls: Wall[];
  arcs(lift: (time: number) => number): Arc[];
}

export async function loadMap(replay: Replay): Promise<MapOfReplay> {
  const { map, map_notes: notes, map_bombs: bombs, map_walls: walls, map_arcs: arcs } = await columnsOf(replay, WANTED);
  const rows = (table: Record<string, ArrayLike<number>>) => Array.from({ length: table.time?.length ?? 0 }, (_, row) => row);
  return {
    speed: at(map, 'note_jump_speed', 0),
    untouched: (lift) => [
      ...rows(notes)
        .filter((row) => at(notes, 'note', row) < 0 && !at(notes, 'is_link', row))
        .map((row) => {
          const note = still(at(notes, 'time', row), at(notes, 'line', row), at(notes, 'layer', row), lift);
          const direction = at(notes, 'direction', row);
          const dot = isDot(direction);
          return {
            ...note,
            dot,
            color: at(notes, 'color', row) === 1 ? 1 : 0,
            angle: directionAngle(direction) - at(notes, 'angle_offset', row),
            // The replay has no event of it: it was let pass, or the run had ended.
            eventTime: note.time,
            wobbles: !dot,
            turnsToPlayer: true,
          };
        }),
      ...rows(bombs)
        .filter((row) => at(bombs, 'note', row) < 0)
        .map((row): Note => {
          const bomb = still(at(bombs, 'time', row), at(bombs, 'line', row), at(bombs, 'layer', row), lift);
          return { ...bomb, shape: 'bomb', color: -1 };
        }),
    ],
    walls: rows(walls).map((row) => {
      const [enter, exit] = [at(walls, 'time', row), at(walls, 'end_time', row)];
      return {
        row,
        enter,
        exit: Math.max(exit, enter),
        left: laneX(at(walls, 'line', row)) - LANE_WIDTH / 2,
        width: lanes(at(walls, 'width', row)) * LANE_WIDTH,
        bottom: Math.max(0, WALL_FOOT + at(walls, 'layer', row) * WALL_STEP),
        height: at(walls, 'height', row) * WALL_STEP,
        shortest: SHORTEST_WALL,
      };
    }),
    arcs: (lift) => rows(arcs).map((row) => arcOf((name) => at(arcs, name, row), lift)),
  };
}

/** Something that comes and that nobody touches. */
function still(time: number, line: number, layer: number, lift: (time: number) => number): Note {
  const x = laneX(line);
  return {
    row: -1,
    id: -1,
    time,
    event: Event.Miss,
    eventTime: Infinity,
    shape: 'note',
    dot: true,
    color: 0,
    arcHead: false,
    arcTail: false,
    points: 0,
    maxPoints: 0,
    x,
    startY: layerStartY(0),
    topY: layerTopY(layer) + lift(time),
    flipX: x,
    flipSide: 0,
    angle: 0,
    wobbles: false,
    turnsToPlayer: false,
    cut: null,
  };
}

function arcOf(value: (name: string) => number, lift: (time: number) => number): Arc {
  const [from, to] = [value('time'), value('end_time')];
  const a = new Vector3(laneX(value('line')), layerTopY(value('layer')) + lift(from), from);
  const d = new Vector3(laneX(value('end_line')), layerTopY(value('end_layer')) + lift(to), to);
  const pulled = (end: Vector3, other: Vector3, direction: number, length: number) => {
    const angle = (directionAngle(direction) * Math.PI) / 180;
    const reach = isDot(direction) ? 0 : REACH * length;
    return new Vector3(end.x + Math.sin(angle) * reach, end.y - Math.cos(angle) * reach, end.z + (other.z - end.z) / 3);
  };
  const b = pulled(a, d, value('direction'), value('length'));
  const c = pulled(d, a, value('end_direction'), -value('end_length'));
  return { color: value('color') === 1 ? 1 : 0, from, to, loose: false, points: [a, b, c, d] };
}
