import { Quaternion, Vector3 } from 'three';
import type { NumericArray, Replay } from '../../../decoder';
import { at, type Columns, columnsOf, noColumns, valueAt } from '../../../stage/columns';
import { lastAt } from '../../../stage/times';
import { AWAY, OVERLAP, SILENCE } from '../rules';
import { Motion, SAMPLE, type Samples, samplesOf } from './motion';
import type { Pose } from './pose';
import { type Boost, boostOf } from './tank';

/* Everything is in Unreal units: x, y, z with z up, left-handed. Blue defends y < 0. */

/** One body from its appearance to its end: rows of `cars` or `ball`, by time. */
export interface Track {
  /** Row of `players`; null for the ball. */
  player: number | null;
  rows: number[];
  /** Time of its last frame. */
  end: number;
  columns: Columns;
  samples: Samples;
  motion: Motion | null;
  object: string;
  /** Stretches of time in which it hangs on a car. */
  welds: Weld[];
  /** How far it had gone forwards, in uu, at each row: wheels turn by it. */
  travel: Float32Array;
}

interface Weld {
  time: number;
  end: number;
  car: Track;
  /** From the car's middle, in its own axes. */
  offset: Vector3;
}

export interface Player {
  /** Row of `players`. */
  index: number;
  name: string;
  /** 0 blue, 1 orange. */
  team: number;
  /** Product id of the car. */
  body: number;
  tracks: Track[];
  /** Rows of `inputs`. */
  inputs: number[];
  /** Rows of `components`, in which parts of the car begin and end to act. */
  parts: number[];
  boost: Boost[];
  cameras: number[];
  /** Rows of `items`. */
  items: number[];
  scores: number[];
  /** Times at which the car was destroyed. */
  demolished: number[];
}

const BODY = ['time', 'actor', 'life', 'player', ...SAMPLE];
const WANTED = {
  frames: ['time'],
  players: ['name', 'team', 'body'],
  cars: BODY,
  ball: BODY,
  inputs: ['time', 'player', 'throttle', 'steer', 'handbrake'],
  boost: ['time', 'player', 'is_active', 'tank', 'drain'],
  components: ['time', 'player', 'component', 'is_active'],
  pads: ['x', 'y', 'is_big'],
  pads_taken: ['pad', 'time'],
  items: ['time', 'player', 'item', 'is_used'],
  damage: ['time', 'panel', 'state'],
  scoreboard: ['time', 'blue', 'orange', 'seconds_remaining', 'is_overtime', 'countdown', 'state', 'counts_up'],
  match_time: ['time', 'played'],
  demolitions: ['time', 'attacker', 'victim'],
  player_scores: ['time', 'player', 'score'],
  cameras: ['time', 'player', 'is_ball_cam', 'is_behind_view', 'fov', 'height', 'pitch', 'distance', 'stiffness', 'transition_speed'],
  touches: ['time', 'player'],
  actors: ['object', 'last_frame'],
  welds: ['time', 'actor', 'held', 'offset.x', 'offset.y', 'offset.z'],
};

type Tables = Record<keyof typeof WANTED, Columns>;

export interface Game extends Tables {
  times: NumericArray;
  /** The players of a team: blue first. */
  who: Player[];
  /** Rolling at once: most matches have one. A new ball is in the place of the one before. */
  balls: Track[][];
  /** The codes of `scoreboard.state`. */
  states: string[];
  /** The codes of `damage.panel`, of `items.item` and of `components.component`. */
  panels: string[];
  itemNames: string[];
  partNames: string[];
}

/** One trip to the decoder for everything. */
export async function load(replay: Replay, module: Promise<Motion> = Motion.load()): Promise<Game> {
  const [motion, tables, called, states, objects, panels, itemNames, partNames] = await Promise.all([
    module,
    columnsOf(replay, WANTED),
    replay.dict('players.name'),
    replay.dict('scoreboard.state'),
    replay.dict('actors.object'),
    replay.dict('damage.panel'),
    replay.dict('items.item'),
    replay.dict('components.component'),
  ]);
  return gameOf(tables, motion, called, states, objects, panels, itemNames, partNames);
}

export const empty = (): Tables => noColumns(WANTED);

const rowsOf = (columns: Columns): number[] => Array.from({ length: columns.time?.length ?? 0 }, (_, row) => row);

export function gameOf(
  tables: Tables,
  motion: Motion | null,
  names: string[],
  states: string[],
  objects: string[],
  panels: string[] = [],
  itemNames: string[] = [],
  partNames: string[] = [],
): Game {
  const times = tables.frames.time?.length ? tables.frames.time : new Float32Array(1);
  const tracksOf = (columns: Columns): Track[] => {
    const tracks = new Map<number, Track>();
    const samples = samplesOf(columns);
    for (const row of rowsOf(columns)) {
      const life = at(columns, 'life', row);
      let track = tracks.get(life);
      if (!track) {
        const end = times[at(tables.actors, 'last_frame', life)] ?? Infinity;
        const object = objects[at(tables.actors, 'object', life)] ?? '';
        tracks.set(
          life,
          (track = { player: null, rows: [], end, columns, samples, motion, object, welds: [], travel: new Float32Array() }),
        );
      }
      track.player = valueAt(columns, 'player', row) ?? track.player;
      track.rows.push(row);
    }
    for (const track of tracks.values()) track.travel = travelOf(track);
    return [...tracks.values()];
  };
  const cars = tracksOf(tables.cars);
  const balls = tracksOf(tables.ball);
  weld(tables.welds, cars, balls);
  const mine = (columns: Columns, index: number, name = 'player') => rowsOf(columns).filter((row) => at(columns, name, row) === index);
  const who =
    names.length === 0
      ? []
      : Array.from(
          tables.players.name ?? [],
          (code, index): Player => ({
            index,
            parts: mine(tables.components, index),
            name: names[code]!,
            team: at(tables.players, 'team', index),
            body: at(tables.players, 'body', index),
            tracks: cars.filter((track) => track.player === index),
            inputs: mine(tables.inputs, index),
            boost: boostOf(tables, (table) => mine(table, index), partNames.indexOf('Boost')),
            cameras: mine(tables.cameras, index),
            items: mine(tables.items, index),
            scores: mine(tables.player_scores, index),
            demolished: mine(tables.demolitions, index, 'victim').map((row) => at(tables.demolitions, 'time', row)),
          }),
        );
  return {
    ...tables,
    times,
    who: who.filter((player) => player.team >= 0 && player.tracks.length > 0).sort((a, b) => a.team - b.team || a.index - b.index),
    balls: lanesOf(balls),
    states,
    panels,
    itemNames,
    partNames,
  };
}

/** Forward speed, summed up over time. */
function travelOf({ columns, rows }: Track): Float32Array {
  const travel = new Float32Array(rows.length);
  const [ahead, turn, velocity] = [new Vector3(), new Quaternion(), new Vector3()];
  for (let i = 1; i < rows.length; i++) {
    const [row, step] = [rows[i - 1]!, sampledAt(columns, rows[i]!) - sampledAt(columns, rows[i - 1]!)];
    readVector(columns, 'velocity', row, velocity);
    ahead.set(1, 0, 0).applyQuaternion(readTurn(columns, row, turn));
    travel[i] = travel[i - 1]! + (step > SILENCE ? 0 : velocity.dot(ahead) * step);
  }
  return travel;
}

/** How far a car had gone forwards, in uu. */
export function travelAt(tracks: Track[], time: number): number {
  const track = trackAt(tracks, time);
  if (!track) return 0;
  const { columns, rows, travel } = track;
  const i = Math.max(0, rowIn(track, time));
  const next = Math.min(i + 1, rows.length - 1);
  const [from, to] = [sampledAt(columns, rows[i]!), sampledAt(columns, rows[next]!)];
  return travel[i]! + (to > from ? (travel[next]! - travel[i]!) * Math.min(1, Math.max(0, time - from) / (to - from)) : 0);
}

/** When a row of `cars` or `ball` was so: frames are written later than that. */
const sampledAt = (columns: Columns, row: number): number => (columns.tick_time ?? columns.time)?.[row] ?? 0;

const trackAt = (tracks: Track[], time: number): Track | undefined =>
  tracks[lastAt(tracks.length, (i) => sampledAt(tracks[i]!.columns, tracks[i]!.rows[0]!), time)] ?? tracks[0];
const rowIn = ({ columns, rows }: Track, time: number): number => lastAt(rows.length, (i) => sampledAt(columns, rows[i]!), time);

/** Hangs balls on the cars that carry them. */
function weld(welds: Columns, cars: Track[], balls: Track[]): void {
  const trackOf = (tracks: Track[], actor: number, time: number) =>
    tracks.findLast(
      ({ columns, rows, end }) => at(columns, 'actor', rows[0]!) === actor && at(columns, 'time', rows[0]!) <= time && time <= end,
    );
  const carried = new Map<number, Weld>();
  for (const row of rowsOf(welds)) {
    const [time, actor] = [at(welds, 'time', row), at(welds, 'actor', row)];
    const [car, ball] = [trackOf(cars, actor, time), trackOf(balls, at(welds, 'held', row), time)];
    const before = carried.get(actor);
    if (before) before.end = time;
    carried.delete(actor);
    if (!car || !ball) continue;
    const next = { time, end: car.end, car, offset: readVector(welds, 'offset', row, new Vector3()) };
    ball.welds.push(next);
    carried.set(actor, next);
  }
}

/** Tracks, each after one that has ended when it begins. */
function lanesOf(tracks: Track[]): Track[][] {
  const lanes: Track[][] = [];
  for (const track of tracks) {
    const begin = at(track.columns, 'time', track.rows[0]!);
    const lane = lanes.find((lane) => lane.at(-1)!.end <= begin + OVERLAP);
    if (lane) lane.push(track);
    else lanes.push([track]);
  }
  return lanes;
}

/** An item of Rumble that a player has, or that acts. */
export interface Item {
  name: string;
  isUsed: boolean;
}

/** Seconds that an item acts if the replay does not have its end. */
const ACTING = 5;

export function itemAt({ items, itemNames }: Game, player: Player, time: number): Item | null {
  const last = lastAt(player.items.length, (i) => at(items, 'time', player.items[i]!), time);
  if (last < 0) return null;
  const [row, before] = [player.items[last]!, player.items[last - 1] ?? -1];
  const isUsed = at(items, 'is_used', row) === 1;
  // An item that is no longer in use is used up.
  const isOver = isUsed
    ? time - at(items, 'time', row) > ACTING
    : at(items, 'is_used', before) === 1 && at(items, 'item', before) === at(items, 'item', row);
  return isOver ? null : { name: itemNames[at(items, 'item', row)] ?? '', isUsed };
}

/** The last of some rows of a table; −1 if none has begun. */
export const rowAt = (columns: Columns, rows: number[], time: number): number =>
  rows[lastAt(rows.length, (i) => at(columns, 'time', rows[i]!), time)] ?? -1;

/** The last row of a whole table. */
export const stepAt = (columns: Columns, time: number): number =>
  lastAt(columns.time?.length ?? 0, (row) => at(columns, 'time', row), time);

const readVector = (columns: Columns, name: string, row: number, out: Vector3) =>
  out.set(at(columns, `${name}.x`, row), at(columns, `${name}.y`, row), at(columns, `${name}.z`, row));
const readTurn = (columns: Columns, row: number, out: Quaternion) =>
  out.set(at(columns, 'rotation.x', row), at(columns, 'rotation.y', row), at(columns, 'rotation.z', row), at(columns, 'rotation.w', row));

/** Where a body is: between two rows along the way that their velocities and spins give. False where it is gone; `out` then
 * has where it was last. */
export function poseAt(tracks: Track[], time: number, out: Pose): boolean {
  const track = trackAt(tracks, time);
  if (!track?.motion) return false;
  // The car that took it last has it: another may have lost it without saying so.
  const weld = track.welds[lastAt(track.welds.length, (i) => track.welds[i]!.time, time)];
  if (weld && time < weld.end && poseAt([weld.car], time, out)) {
    out.position.add(weld.offset.clone().applyQuaternion(out.rotation));
    return true;
  }
  const { rows, samples, motion, end } = track;
  const i = Math.max(0, rowIn(track, time));
  return motion.place(samples, rows[i]!, rows[i + 1] ?? -1, end, time, out);
}

/** As `poseAt`, and a car that was destroyed is gone until it is back. */
export function carAt(player: Player, time: number, out: Pose): boolean {
  const there = poseAt(player.tracks, time, out);
  const last = player.demolished[lastAt(player.demolished.length, (i) => player.demolished[i]!, time)];
  return there && (last === undefined || time - last > AWAY);
}
