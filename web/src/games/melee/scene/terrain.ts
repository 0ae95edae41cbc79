import { at } from '../../../stage/columns';
import type { Game, Track } from './data';
import type { Edges } from './stages';

/** Ground on a stage of unknown shape: the places where fighters were seen to stand. */
export interface Terrain {
  /** Lines that stay where they are: points from left to right. */
  lines: [number, number][][];
  /** The moving ground, by fighter: only the part under somebody's feet is known. */
  underfoot: Underfoot[];
}

/** The piece of moving ground that a fighter stands on, frame by frame; NaN where there is none. */
export interface Underfoot {
  x: Float32Array;
  y: Float32Array;
  /** 1 while the fighter stands there; just before and after, the piece is where it will be or was. */
  known: Uint8Array;
}

/** Width of a step in which feet are gathered, and the widest gap in a line. */
const STEP = 3;
const GAP = 9;
/** Heights in one step further apart than this are of a ground that moves. */
const SPREAD = 2.5;
/** The idle state. */
const WAIT = 14;
/** A fighter that moves less in a frame, in units, is at rest. */
const AT_REST = 0.01;
const SAME_PACE = 0.002;
/** Frames for which a ground must take somebody along, to be one that moves. */
const CARRIED = 12;
/** Frames for which a piece of moving ground is shown before and after somebody stands on it. */
const LINGER = 24;

/** The number of the ground that a fighter stands on; files before 2.0 do not say it, so grounds of one height count as one. */
function groundOf(game: Game, row: number, y: number): number {
  return game.frames['post.last_ground_id'] ? at(game.frames, 'post.last_ground_id', row) : Math.round(y / SPREAD);
}

/** Somebody's feet on the ground. */
interface Feet {
  index: number;
  x: number;
  y: number;
  waits: boolean;
}

export function terrainOf(game: Game): Terrain {
  const seen = new Map<number, Feet[]>();
  const moving = new Set<number>();
  const standers = game.tracks.map((track) => feetOf(game, track));
  for (const stander of standers) {
    for (const [id, feet] of stander) seen.set(id, [...(seen.get(id) ?? []), ...feet]);
    for (const [id, feet] of stander) if (carries(feet)) moving.add(id);
  }
  // Where some ground moves, others stay only if somebody was seen to rest there.
  const rested = new Set(standers.flatMap((stander) => [...stander].flatMap(([id, feet]) => (holds(feet) ? [id] : []))));
  if (moving.size > 0) for (const id of seen.keys()) if (!rested.has(id)) moving.add(id);
  const terrain: Terrain = { lines: [], underfoot: [] };
  for (const [id, feet] of seen) {
    const steps = new Map<number, { sum: number; count: number; low: number; high: number }>();
    for (const { x, y } of feet) {
      const key = Math.round(x / STEP);
      const step = steps.get(key) ?? { sum: 0, count: 0, low: y, high: y };
      steps.set(key, { sum: step.sum + y, count: step.count + 1, low: Math.min(step.low, y), high: Math.max(step.high, y) });
    }
    const ordered = [...steps].sort((a, b) => a[0] - b[0]);
    const steep = ordered.filter(([, { low, high }]) => high - low > SPREAD).length;
    if (steep * 4 > ordered.length) moving.add(id);
    if (moving.has(id)) continue;
    let line: [number, number][] = [];
    let last = -Infinity;
    for (const [key, { sum, count }] of ordered) {
      const point: [number, number] = [key * STEP, sum / count];
      if (point[0] - last > GAP) terrain.lines.push((line = []));
      line.push(point);
      last = point[0];
    }
  }
  if (moving.size > 0) terrain.underfoot = standers.map((stander) => underfootOf(game, stander, moving));
  for (const line of terrain.lines) {
    line.unshift([line[0]![0] - STEP / 2, line[0]![1]]);
    line.push([line.at(-1)![0] + STEP / 2, line.at(-1)![1]]);
  }
  return terrain;
}

/** The pieces of ground under those who stand where nothing else is drawn, by fighter, on a stage of known shape. */
export function piecesUnder(game: Game, isHeld: (index: number, x: number, y: number) => boolean): Underfoot[] {
  return game.tracks.flatMap((track) => {
    const feet = [...feetOf(game, track).values()].flat().filter(({ index, x, y }) => !isHeld(index, x, y));
    return feet.length > 0 ? [underfootOf(game, new Map([[0, feet]]), new Set([0]))] : [];
  });
}

/** Where a fighter stood, by ground. */
function feetOf(game: Game, { rows }: Track): Map<number, Feet[]> {
  const stood = new Map<number, Feet[]>();
  rows.forEach((row, index) => {
    if (row < 0 || at(game.frames, 'stands', row) !== 1) return;
    const [x, y] = [at(game.frames, 'post.position_x', row), at(game.frames, 'post.position_y', row)];
    const id = groundOf(game, row, y);
    const feet = stood.get(id);
    const waits = at(game.frames, 'post.action_state_id', row) === WAIT;
    if (feet) feet.push({ index, x, y, waits });
    else stood.set(id, [{ index, x, y, waits }]);
  });
  return stood;
}

/** Whether a ground was seen to take somebody along: up or down one who does not go anywhere, or aside at one pace, which one who slides
 * to a halt does not have. */
function carries(feet: readonly Feet[]): boolean {
  let [upright, aside, pace] = [0, 0, 0];
  for (const [i, { index, x, y, waits }] of feet.entries()) {
    const before = feet[i - 1];
    if (!before || before.index !== index - 1) {
      aside = 0;
      continue;
    }
    const [dx, dy] = [x - before.x, y - before.y];
    if (Math.abs(dx) < AT_REST && Math.abs(dy) > AT_REST && Math.abs(dy) < SPREAD) upright++;
    aside = Math.abs(dx) > AT_REST && Math.abs(dx - pace) < SAME_PACE && waits ? aside + 1 : 0;
    pace = dx;
    if (upright >= CARRIED || aside >= CARRIED) return true;
  }
  return false;
}

/** Whether somebody was seen to rest on a ground. */
function holds(feet: readonly Feet[]): boolean {
  let still = 0;
  for (const [i, { index, x, y }] of feet.entries()) {
    const before = feet[i - 1];
    if (before?.index === index - 1 && Math.hypot(x - before.x, y - before.y) < AT_REST) still++;
  }
  return still >= CARRIED;
}

/** The pieces under a fighter's feet of grounds that move, and for a while before and after. */
function underfootOf(game: Game, stander: ReadonlyMap<number, Feet[]>, moving: ReadonlySet<number>): Underfoot {
  const count = game.times.length;
  const of = () => new Float32Array(count).fill(NaN);
  const piece: Underfoot = { x: of(), y: of(), known: new Uint8Array(count) };
  for (const [id, feet] of stander) {
    if (!moving.has(id)) continue;
    for (const { index, x, y } of feet) [piece.x[index], piece.y[index], piece.known[index]] = [x, y, 1];
  }
  // Where one leaves it, it stays for a while, and where one will come down, it is there a while before.
  const spread = (from: number, way: 1 | -1) => {
    for (let i = from + way, left = LINGER; left > 0 && i >= 0 && i < count && Number.isNaN(piece.x[i]!); i += way, left--)
      [piece.x[i], piece.y[i]] = [piece.x[from]!, piece.y[from]!];
  };
  const frames = Array.from(piece.known.keys()).filter((index) => piece.known[index] === 1);
  for (const index of frames) spread(index, 1);
  for (const index of frames) spread(index, -1);
  return piece;
}

/** Everywhere that somebody was, and some air around it: a frame for cameras where no edge of the world is known. */
export function extentOf(game: Game): Edges {
  let [left, right, top, bottom] = [-80, 80, 70, -40];
  for (const { rows } of game.tracks) {
    for (const row of rows) {
      if (row < 0) continue;
      const [x, y] = [at(game.frames, 'post.position_x', row), at(game.frames, 'post.position_y', row)];
      [left, right, top, bottom] = [Math.min(left, x), Math.max(right, x), Math.max(top, y), Math.min(bottom, y)];
    }
  }
  return [left - 30, right + 30, top + 30, bottom - 30];
}
