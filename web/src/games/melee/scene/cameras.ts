import { Matrix4, Vector3 } from 'three';
import { at } from '../../../stage/columns';
import type { CameraPose, CameraSpec } from '../../../stage/scene';
import { FIRST_FRAME, FPS, type Game } from './data';
import type { StageShape } from './stages';
import { isAway, isDead } from './states';

/** Game units are a tenth of the player's: the stage then has the size that its cameras are made for. */
export const SCALE = 0.1;
const FOV = 34;
const ACROSS = 57;
const PAD = 26;
const LEAST = 55;
const EASE = 0.05;
/** Of a picture that the path is made for: width by height. */
const WIDE = 1.6;
/** How far the picture is moved down, in halves of its height, and the least room around a fighter, in units. */
const LOW = 0.16;
const EDGE = 12;
const UP = new Vector3(0, 1, 0);

/** What cameras read; a replay that grows renews it. */
export interface Filming {
  game: Game;
  blast: StageShape['blast'];
  path: Path;
}

interface Path {
  x: Float32Array;
  y: Float32Array;
  /** Half the height of the picture. */
  half: Float32Array;
}

export function camerasOf(filming: Filming): CameraSpec[] {
  const whole = (out: CameraPose) => {
    const [left, right, top, bottom] = filming.blast;
    look(out, (left + right) / 2, (top + bottom) * 0.3, Math.max((top - bottom) / 2, (right - left) / 2 / WIDE) * 0.74);
  };
  const shared = { fov: FOV, across: ACROSS };
  return [
    {
      name: 'follow',
      label: 'Follow',
      ...shared,
      place(time, out) {
        const { game, path } = filming;
        const exact = Math.min(game.times.length - 1, Math.max(0, time * FPS - FIRST_FRAME));
        const index = Math.floor(exact);
        const next = Math.min(index + 1, game.times.length - 1);
        const mix = (values: Float32Array) => values[index]! + (values[next]! - values[index]!) * (exact - index);
        look(out, mix(path.x), mix(path.y), mix(path.half));
      },
    },
    { name: 'fixed', label: 'Whole stage', ...shared, place: (_time, out) => whole(out) },
    { name: 'free', label: 'Free', ...shared, place: (_time, out) => whole(out), orbit: { target: [0, 2, 0] } },
  ];
}

/** Looks at a point so that `half` of the picture's height, in game units, is above it: from a little above, so that
 * ground has depth, and past it, because numbers cover the picture's foot. */
function look(out: CameraPose, x: number, y: number, half: number): void {
  const distance = half / Math.tan((FOV * Math.PI) / 360);
  const target = new Vector3(x, y - half * LOW, 0).multiplyScalar(SCALE);
  out.position.set(x, y - half * LOW + distance * 0.1, distance).multiplyScalar(SCALE);
  out.rotation.setFromRotationMatrix(new Matrix4().lookAt(out.position, target, UP));
}

/** Where the game's camera would be, frame by frame: eased towards a frame around all who are in play. Worked out once
 * for the whole replay, so that the picture at a time is the same from wherever one comes. */
export function pathOf(game: Game, [left, right, top, bottom]: StageShape['blast']): Path {
  const count = game.times.length;
  const path = { x: new Float32Array(count), y: new Float32Array(count), half: new Float32Array(count) };
  const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));
  let [x, y, half] = [0, 12, LEAST];
  for (let i = 0; i < count; i++) {
    let [x1, x2, y1, y2] = [Infinity, -Infinity, Infinity, -Infinity];
    for (const { rows } of game.tracks) {
      const row = rows[i]!;
      const state = at(game.frames, 'post.action_state_id', row);
      // Who comes back comes from high above: not before they are down.
      if (row < 0 || isDead(state) || isAway(state) || state === 12) continue;
      const px = clamp(at(game.frames, 'post.position_x', row), left, right);
      const py = clamp(at(game.frames, 'post.position_y', row) + 6, bottom, top);
      [x1, x2, y1, y2] = [Math.min(x1, px), Math.max(x2, px), Math.min(y1, py), Math.max(y2, py)];
    }
    if (x1 <= x2) {
      const most = Math.max((top - bottom) / 2, (right - left) / 2 / WIDE);
      const wanted = Math.min(most, Math.max(LEAST, (y2 - y1) / 2 + PAD, ((x2 - x1) / 2 + PAD) / WIDE));
      const ease = i === 0 ? 1 : EASE;
      // Never quite on the fighters, since the stage is what shows where they are, and never past the edge of the world.
      const within = (value: number, low: number, high: number) => (low > high ? (low + high) / 2 : clamp(value, low, high));
      x += (within(((x1 + x2) / 2) * 0.9, left + wanted * WIDE, right - wanted * WIDE) - x) * ease;
      y += (within(((y1 + y2) / 2) * 0.85 + 3, bottom + wanted, top - wanted) - y) * ease;
      half += (wanted - half) * (wanted > half ? Math.min(1, ease * 1.8) : ease);
      // Whoever flies faster than the camera is kept in the picture all the same.
      half = Math.max(half, (y2 - y + EDGE * 1.7) / (1 - LOW), (y - y1 + EDGE) / 0.95, (x2 - x + EDGE) / WIDE, (x - x1 + EDGE) / WIDE);
    }
    path.x[i] = x;
    path.y[i] = y;
    path.half[i] = half;
  }
  return path;
}
