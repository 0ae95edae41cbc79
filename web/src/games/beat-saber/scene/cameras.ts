import { Matrix4, Quaternion, Vector3 } from 'three';
import type { CameraPose, CameraSpec } from '../../../stage/scene';
import type { Lane } from './lane';
import type { Poses } from './poses';

/** Seconds to either side that the calm player view averages over. */
const WINDOW = 0.22;
const TAPS = 13;
const UP = new Vector3(0, 1, 0);

/** `laneAt`: the lane that is played at a time. */
export function camerasOf(poses: Poses, laneAt: (time: number) => Lane): CameraSpec[] {
  const calm = new Smoothed(poses);
  const turning = (spec: CameraSpec): CameraSpec => ({ ...spec, place: turned(spec, laneAt) });
  return [
    // So high that notes come over the headset.
    turning(fixed('behind', 'Behind', [0, 2.9, 2.5], [0, 0.78, -3.4], 58, 62)),
    {
      name: 'player',
      label: 'Player',
      fov: 74,
      across: 66,
      place: (time, out) => calm.place(time, out),
    },
    {
      name: 'raw',
      label: 'Player, as recorded',
      fov: 74,
      across: 66,
      place: (time, out) => void poses.sample('head', time, out),
    },
    turning(fixed('side', 'Side', [4.5, 1.85, -1.0], [0, 0.82, -1.75], 52, 62)),
    turning(fixed('top', 'Top', [0, 7.6, -0.9], [0, 0, -1.75], 54, 40)),
    { ...fixed('free', 'Free', [2.3, 2.2, 2.6], [0, 1.1, -1.2], 55, 58), orbit: { target: [0, 1.1, -1.2] } },
  ];
}

function fixed(name: string, label: string, from: Triple, at: Triple, fov: number, across: number): CameraSpec {
  const position = new Vector3(...from);
  const rotation = new Quaternion().setFromRotationMatrix(new Matrix4().lookAt(position, new Vector3(...at), UP));
  return {
    name,
    label,
    fov,
    across,
    place(_time, out) {
      out.position.copy(position);
      out.rotation.copy(rotation);
    },
  };
}

/** Goes round the player with the lane. */
function turned({ place }: CameraSpec, laneAt: (time: number) => Lane): CameraSpec['place'] {
  return (time, out, view) => {
    place(time, out, view);
    const lane = laneAt(time);
    lane.out(out.position);
    out.rotation.premultiply(lane.rotation);
  };
}

type Triple = [number, number, number];

/**
 * The head's way averaged over a moment before and after. A replay knows what comes next, so this neither lags nor
 * depends on what was drawn before. The horizon is kept level: a tilting one makes watchers sick, not wearers.
 */
class Smoothed {
  private readonly pose: CameraPose = { position: new Vector3(), rotation: new Quaternion() };
  private readonly forward = new Vector3();
  private readonly sum = new Vector3();
  private readonly matrix = new Matrix4();

  constructor(private readonly poses: Poses) {}

  place(time: number, out: CameraPose): void {
    const here = this.poses.stretchAt(time);
    out.position.set(0, 0, 0);
    this.sum.set(0, 0, 0);
    let weights = 0;
    for (let i = 0; i < TAPS; i++) {
      const u = (2 * i) / (TAPS - 1) - 1;
      const at = time + u * WINDOW;
      if (this.poses.stretchAt(at) !== here) continue;
      const weight = Math.exp(-2.5 * u * u);
      this.poses.sample('head', at, this.pose);
      out.position.addScaledVector(this.pose.position, weight);
      this.sum.addScaledVector(this.forward.set(0, 0, -1).applyQuaternion(this.pose.rotation), weight);
      weights += weight;
    }
    out.position.divideScalar(weights);
    this.matrix.lookAt(out.position, this.sum.normalize().add(out.position), UP);
    out.rotation.setFromRotationMatrix(this.matrix);
  }
}
