import { at } from '../../../stage/columns';
import { FRAME_RATE } from '../rules';
import { type Game, indexAt } from './data';
import type { Loss } from './events';
import { isAway, isDead, isStar } from './states';
import type { Edges } from './stages';

/** The bounds that the picture must hold at each frame: left, right, top and bottom, in game units. */
export interface Framing {
  left: Float32Array;
  right: Float32Array;
  top: Float32Array;
  bottom: Float32Array;
}

/** Room around a fighter's feet: aside, above with head and pointer, and below. */
const ASIDE = 16;
const ABOVE = 27;
const BELOW = 8;
/** A fighter at the very edge of the picture is seen in part. */
const EDGE = 4;
/** A fighter off a stage of known place is shown with so much of the way back. */
const CONTEXT = 30;
/** Frames for which a lost stock's beam is there, how far in it is bright, and half its width. */
const BEAM_FRAMES = 54;
const BEAM_REACH = 75;
const BEAM_ASIDE = 9;
/** The part of the way that the picture makes in a frame: out, ahead of the need, and back in. */
const OUT = 0.12;
const IN = 0.045;
/** Corners of that way are rounded over so many frames to both sides. */
const ROUND = 4;

/** Where a beam starts, at the edge of the world, and how far it is bright. */
const beamOf = ({ x, y, turn }: Loss): [x: number, y: number, far: number, up: number] => [
  x,
  y,
  x - Math.sin(turn) * BEAM_REACH,
  y + Math.cos(turn) * BEAM_REACH,
];

/** The beams at a time. */
export const beamsAt = (losses: readonly Loss[], time: number) =>
  losses.filter((loss) => loss.time <= time && time < loss.time + BEAM_FRAMES / FRAME_RATE).map(beamOf);

/** Frames around all who are in play, as far as the game's own camera goes, and around the beams of lost stocks. Worked out once for the
 * whole replay, so that the picture at a time is the same from wherever one comes, and is there before it is needed. */
export function framingOf(game: Game, losses: readonly Loss[], sight: Edges, isStageKnown: boolean): Framing {
  const count = game.times.length;
  const needed = neededOf(game, losses, sight, isStageKnown);
  // Outwards is up for all of them.
  const side = (values: Float32Array, out: 1 | -1) => eased(values.map((value) => value * out)).map((value) => value * out);
  return count === 0
    ? needed
    : { left: side(needed.left, -1), right: side(needed.right, 1), top: side(needed.top, 1), bottom: side(needed.bottom, -1) };
}

function neededOf(game: Game, losses: readonly Loss[], [left, right, top, bottom]: Edges, isStageKnown: boolean): Framing {
  const count = game.times.length;
  const from = (value: number) => new Float32Array(count).fill(value);
  const needed: Framing = { left: from(Infinity), right: from(-Infinity), top: from(-Infinity), bottom: from(Infinity) };
  const include = (i: number, x1: number, x2: number, y1: number, y2: number) => {
    needed.left[i] = Math.min(needed.left[i]!, x1);
    needed.right[i] = Math.max(needed.right[i]!, x2);
    needed.bottom[i] = Math.min(needed.bottom[i]!, y1);
    needed.top[i] = Math.max(needed.top[i]!, y2);
  };
  const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));
  for (const { rows } of game.tracks) {
    rows.forEach((row, i) => {
      if (row < 0) return;
      const state = at(game.frames, 'post.action_state_id', row);
      const [x, y] = [at(game.frames, 'post.position_x', row), at(game.frames, 'post.position_y', row)];
      // A fighter comes back from high above: not before they are down.
      if (isAway(state) || state === 12 || (isDead(state) && !isStar(state))) return;
      if (isStar(state)) include(i, x - ASIDE, x + ASIDE, y - BELOW, y + ABOVE);
      else {
        const [x1, x2] = [clamp(x - ASIDE, left - EDGE, right), clamp(x + ASIDE, left, right + EDGE)];
        include(i, x1, x2, clamp(y - BELOW, bottom - EDGE, top), clamp(y + ABOVE, bottom, top + EDGE));
      }
    });
  }
  const [middle, ground] = [(left + right) / 2, 0];
  for (let i = 0; isStageKnown && i < count; i++) {
    const [x1, x2, y1, y2] = [needed.left[i]!, needed.right[i]!, needed.bottom[i]!, needed.top[i]!];
    needed.left[i] = Math.min(x1, Math.max(x1 - CONTEXT, middle));
    needed.right[i] = Math.max(x2, Math.min(x2 + CONTEXT, middle));
    needed.bottom[i] = Math.min(y1, Math.max(y1 - CONTEXT, ground - BELOW));
    needed.top[i] = Math.max(y2, Math.min(y2 + CONTEXT, ground + BELOW));
  }
  for (const loss of losses) {
    const [x, y, far, up] = beamOf(loss);
    const wide = Math.abs(Math.cos(loss.turn)) * BEAM_ASIDE;
    const high = Math.abs(Math.sin(loss.turn)) * BEAM_ASIDE;
    const first = indexAt(game, loss.time);
    for (let i = first; i < Math.min(count, first + BEAM_FRAMES); i++) {
      include(i, Math.min(x, far) - wide, Math.max(x, far) + wide, Math.min(y, up) - high, Math.max(y, up) + high);
    }
  }
  return needed;
}

/** A curve that is never below the values: quick and ahead of them going up, slow going down, and round. */
function eased(values: Float32Array): Float32Array {
  const count = values.length;
  const curve = held(values);
  for (let i = 1; i < count; i++) curve[i] = Math.max(curve[i]!, curve[i - 1]! + (curve[i]! - curve[i - 1]!) * IN);
  for (let i = count - 2; i >= 0; i--) curve[i] = Math.max(curve[i]!, curve[i + 1]! + (curve[i]! - curve[i + 1]!) * OUT);
  return rounded(curve);
}

/** While no fighter is there, the last one counts, and before the first that one. */
function held(values: Float32Array): Float32Array {
  const first = values.find((value) => Number.isFinite(value)) ?? 0;
  let last = first;
  return values.map((value) => (last = Number.isFinite(value) ? value : last));
}

/** The mean around each value of the highest around it. */
function rounded(values: Float32Array): Float32Array {
  const last = values.length - 1;
  const around = (of: Float32Array, i: number, offset: number) => of[Math.min(last, Math.max(0, i + offset))]!;
  const highest = values.map((value, i) => {
    for (let offset = -ROUND; offset <= ROUND; offset++) value = Math.max(value, around(values, i, offset));
    return value;
  });
  return highest.map((_, i) => {
    let sum = 0;
    for (let offset = -ROUND; offset <= ROUND; offset++) sum += around(highest, i, offset);
    return sum / (2 * ROUND + 1);
  });
}
