import type { NumericArray } from '../../../../decoder';
import { at, type Columns } from '../../../../stage/columns';
import { type Arc, curve } from '../arcs';
import { directionAngle, isDot, lanes, laneX, LANE_WIDTH, layerStartY, layerTopY } from '../grid';
import { WALL_PLANE } from '../jump';
import { Lane } from '../lane';
import { CHAIN_HEADS, Event, type Lift, type Note } from '../notes-model';
import { upright, type Wall } from '../walls';

/** Metres: no wall is shorter than this. */
const SHORTEST_WALL = 0.06;

/** A note of the map. `row`: that of the replay's notes which is about it, if one is. */
export interface Placed {
  note: Note;
  row: number;
  isPlayed: boolean;
}

const rowsOf = (table: Columns): number[] => Array.from({ length: table.time?.length ?? 0 }, (_, row) => row);

/** Scoring types of a replay's notes by the map: before game 1.40, replays have that of an arc in place of a chain's. */
export function resolved(types: NumericArray, notes: Columns): NumericArray {
  const all = types.slice();
  for (const row of rowsOf(notes)) {
    const note = at(notes, 'note', row);
    if (note >= 0) all[note] = at(notes, 'scoring_type', row);
  }
  return all;
}

export function notesOf(notes: Columns, lift: Lift): Placed[] {
  return rowsOf(notes).map((row) => {
    const value = (name: string): number => at(notes, name, row);
    const note = still(value('time'), value('line'), value('layer'), value('rotation'), lift);
    const direction = value('direction');
    const dot = isDot(direction);
    const shape = value('is_link') ? 'link' : CHAIN_HEADS.has(value('scoring_type')) ? 'head' : 'note';
    const own = {
      dot,
      shape,
      color: value('color') === 1 ? 1 : 0,
      angle: directionAngle(direction) + value('angle_offset'),
      // The replay has no event of it: it was let pass, or the run had ended.
      eventTime: note.time,
      turnsToPlayer: shape !== 'link',
    } as const;
    return { note: { ...note, ...own }, row: value('note'), isPlayed: value('note') >= 0 };
  });
}

export function bombsOf(bombs: Columns, lift: Lift): Note[] {
  const avoided = rowsOf(bombs).filter((row) => at(bombs, 'note', row) < 0);
  return avoided.map((row) => {
    const value = (name: string): number => at(bombs, name, row);
    const bomb = still(value('time'), value('line'), value('layer'), value('rotation'), lift);
    return { ...bomb, shape: 'bomb', color: -1 };
  });
}

export function wallsOf(walls: Columns, lift: Lift): Wall[] {
  return rowsOf(walls).map((row) => {
    const value = (name: string): number => at(walls, name, row);
    const enter = value('time');
    return {
      row,
      enter,
      exit: Math.max(value('end_time'), enter),
      ahead: WALL_PLANE,
      lane: Lane.at(value('rotation')),
      left: laneX(value('line')) - LANE_WIDTH / 2,
      width: lanes(value('width')) * LANE_WIDTH,
      ...upright(value('layer'), value('height'), lift(enter)),
      shortest: SHORTEST_WALL,
      hit: value('is_hit') ? [value('hit_time'), value('hit_end_time')] : null,
    };
  });
}

export function arcsOf(arcs: Columns, lift: Lift, played: readonly Note[]): Arc[] {
  return rowsOf(arcs).map((row) => {
    const value = (name: string): number => at(arcs, name, row);
    const end = (before: string) => {
      const [time, direction] = [value(`${before}time`), value(`${before}direction`)];
      const [x, y] = [laneX(value(`${before}line`)), layerTopY(value(`${before}layer`)) + lift(time)];
      const pull = isDot(direction) ? 0 : value(`${before}length`);
      return { x, y, time, angle: directionAngle(direction), dot: isDot(direction), pull };
    };
    const [head, tail] = [end(''), end('end_')];
    return {
      color: value('color') === 1 ? 1 : 0,
      from: head.time,
      to: tail.time,
      loose: false,
      held: played[value('note')]?.event === Event.Good,
      points: curve(head, tail, value('mid_anchor')),
      turns: [value('rotation'), value('end_rotation')],
    };
  });
}

/** Something that comes and that nobody touches. */
function still(time: number, line: number, layer: number, rotation: number, lift: Lift): Note {
  const x = laneX(line);
  return {
    row: -1,
    id: -1,
    time,
    lane: Lane.at(rotation),
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
    turnsToPlayer: false,
  };
}
