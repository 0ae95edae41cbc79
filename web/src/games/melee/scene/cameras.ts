import { Matrix4, Vector3 } from 'three';
import type { CameraPose, CameraSpec, View } from '../../../stage/scene';
import { FIRST_FRAME, FRAME_RATE } from '../rules';
import type { Game } from './data';
import type { Framing } from './framing';
import type { Edges } from './stages';

/** Game units are a tenth of the player's: the stage then has the size that its cameras are made for. */
export const SCALE = 0.1;
const FOV = 34;
/** However close all are, so much is seen to both sides of the middle: the stage shows where they are. */
const LEAST_UP = 34;
const LEAST_ASIDE = 50;
/** So much of the way from the game's sight to the edge of the world is on the picture of the whole stage. */
const BEYOND = 0.35;
/** Low parts of the picture are nearer than high ones, as it looks down a little: all must fit nevertheless. */
const MARGIN = 1.045;
/** Of a picture that is not shown. */
const WIDE = 1.6;
const UP = new Vector3(0, 1, 0);

/** The data that cameras read; a replay that grows renews it. */
export interface Filming {
  game: Game;
  blast: Edges;
  sight: Edges;
  framing: Framing;
}

export function camerasOf(filming: Filming): CameraSpec[] {
  const whole = (out: CameraPose, view: View) => {
    const edges = filming.sight.map((edge, i) => edge + (filming.blast[i]! - edge) * BEYOND) as Edges;
    frame(out, edges, filming.blast, view);
  };
  // The narrowest picture gets the angle that is asked for too: no camera here needs a wider angle.
  const shared = { fov: FOV, across: 1, inRoom: true };
  return [
    {
      name: 'follow',
      label: 'Follow',
      ...shared,
      place(time, out, view) {
        const { game, framing } = filming;
        const exact = Math.min(game.times.length - 1, Math.max(0, time * FRAME_RATE - FIRST_FRAME));
        const index = Math.floor(exact);
        const next = Math.min(index + 1, game.times.length - 1);
        const mix = (values: Float32Array) => values[index]! + (values[next]! - values[index]!) * (exact - index);
        frame(out, [mix(framing.left), mix(framing.right), mix(framing.top), mix(framing.bottom)], filming.blast, view);
      },
    },
    { name: 'fixed', label: 'Whole stage', ...shared, place: (_time, out, view) => whole(out, view) },
    { name: 'free', label: 'Free', ...shared, place: (_time, out, view) => whole(out, view), orbit: { target: [0, 2, 0] } },
  ];
}

/** Looks at all within some edges, and not past the edge of the world where that can be helped. */
function frame(out: CameraPose, [left, right, top, bottom]: Edges, blast: Edges, { eye }: View): void {
  const aspect = eye?.aspect ?? WIDE;
  const up = Math.max(LEAST_UP, LEAST_ASIDE / aspect, (top - bottom) / 2, (right - left) / 2 / aspect);
  const x = centred(left, right, up * aspect, blast[0], blast[1]);
  const y = centred(bottom, top, up, blast[3], blast[2]);
  // From a little above, so that ground has depth.
  const distance = (MARGIN * up) / Math.tan((FOV * Math.PI) / 360);
  const target = new Vector3(x, y, 0).multiplyScalar(SCALE);
  out.position.set(x, y + distance * 0.1, distance).multiplyScalar(SCALE);
  out.rotation.setFromRotationMatrix(new Matrix4().lookAt(out.position, target, UP));
}

/** The middle of a picture that reaches `half` to both sides: the middle of its contents, but within the world. */
function centred(low: number, high: number, half: number, least: number, most: number): number {
  const middle = (low + high) / 2;
  const within = least + half > most - half ? middle : Math.min(most - half, Math.max(least + half, middle));
  return Math.min(low + half, Math.max(high - half, within));
}
