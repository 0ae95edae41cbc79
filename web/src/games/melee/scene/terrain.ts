import { at } from '../../../stage/columns';
import type { Game } from './data';
import type { Edges } from './stages';

/** Ground on a stage of which no shape is known: what fighters were seen to stand on. */
export interface Terrain {
  /** Lines that stay where they are: points from left to right. */
  lines: [number, number][][];
  /** Grounds that move, by number, and where each is at each frame: x and y pairs, NaN where nobody stands on it. */
  moving: Float32Array[];
}

/** Width of a step in which feet are gathered, and the widest gap in a line. */
const STEP = 3;
const GAP = 9;
/** Heights in one step further apart than this are of a ground that moves. */
const SPREAD = 2.5;

/** Whether a fighter stands; files before 2.0 do not say, so the state decides. */
function stands(game: Game, row: number): boolean {
  const state = at(game.frames, 'post.action_state_id', row);
  if (state < 14 || (state >= 252 && state <= 263) || (state >= 322 && state <= 324)) return false;
  if (game.frames['post.is_airborne']) return at(game.frames, 'post.is_airborne', row) === 0;
  return state <= 24 || (state >= 39 && state <= 64) || (state >= 70 && state <= 74) || (state >= 178 && state <= 201);
}

/** The number of the ground that a fighter stands on; files before 2.0 do not say it, so grounds of one height count as one. */
function groundOf(game: Game, row: number, y: number): number {
  return game.frames['post.last_ground_id'] ? at(game.frames, 'post.last_ground_id', row) : Math.round(y / SPREAD);
}

export function terrainOf(game: Game): Terrain {
  const seen = new Map<number, { index: number; x: number; y: number }[]>();
  for (const { rows } of game.tracks) {
    rows.forEach((row, index) => {
      if (row < 0 || !stands(game, row)) return;
      const [x, y] = [at(game.frames, 'post.position_x', row), at(game.frames, 'post.position_y', row)];
      const id = groundOf(game, row, y);
      let list = seen.get(id);
      if (!list) seen.set(id, (list = []));
      list.push({ index, x, y });
    });
  }
  const terrain: Terrain = { lines: [], moving: [] };
  for (const feet of seen.values()) {
    const steps = new Map<number, { sum: number; count: number; low: number; high: number }>();
    for (const { x, y } of feet) {
      const key = Math.round(x / STEP);
      const step = steps.get(key) ?? { sum: 0, count: 0, low: y, high: y };
      steps.set(key, { sum: step.sum + y, count: step.count + 1, low: Math.min(step.low, y), high: Math.max(step.high, y) });
    }
    const ordered = [...steps].sort((a, b) => a[0] - b[0]);
    const steep = ordered.filter(([, { low, high }]) => high - low > SPREAD).length;
    if (steep * 4 > ordered.length) {
      const way = new Float32Array(game.times.length * 2).fill(NaN);
      for (const { index, x, y } of feet) way.set([x, y], index * 2);
      terrain.moving.push(way);
      continue;
    }
    let line: [number, number][] = [];
    let last = -Infinity;
    for (const [key, { sum, count }] of ordered) {
      const point: [number, number] = [key * STEP, sum / count];
      if (point[0] - last > GAP) terrain.lines.push((line = []));
      line.push(point);
      last = point[0];
    }
  }
  for (const line of terrain.lines) {
    line.unshift([line[0]![0] - STEP / 2, line[0]![1]]);
    line.push([line.at(-1)![0] + STEP / 2, line.at(-1)![1]]);
  }
  return terrain;
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
