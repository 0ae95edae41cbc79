import { Matrix4, Vector3 } from 'three';
import type { CameraPose, CameraSpec, View } from '../../../stage/scene';

const FOV = 42;
const ACROSS = 44;
/** Radians that the camera goes around in a second. */
const TURN = 0.07;
const UP = new Vector3(0, 1, 0);
const BACK = new Vector3(0, 0, -1);

/** The subject of cameras: the middle of all motion and its reach, in the picture's metres. */
export interface Target {
  middle: Vector3;
  reach: number;
}

const look = (out: CameraPose, target: Vector3, up = UP) =>
  out.rotation.setFromRotationMatrix(new Matrix4().lookAt(out.position, target, up));

export function camerasOf({ middle, reach }: Target): CameraSpec[] {
  const away = (reach * 0.85) / Math.sin(((FOV / 2) * Math.PI) / 180);
  const around = (angle: number, height: number) => (out: CameraPose) => {
    const flat = away * Math.cos(height);
    out.position.set(middle.x + flat * Math.sin(angle), middle.y + away * Math.sin(height), middle.z + flat * Math.cos(angle));
    look(out, middle);
  };
  const spec = (name: string, label: string, place: CameraSpec['place']): CameraSpec => ({ name, label, fov: FOV, across: ACROSS, place });
  const orbit = (time: number, out: CameraPose, view: View) => around(0.6 + (view.reducedMotion ? 0 : time * TURN), 0.42)(out);
  return [
    spec('orbit', 'Orbit', orbit),
    spec('front', 'Front', (_, out) => around(0, 0.12)(out)),
    spec('side', 'Side', (_, out) => around(Math.PI / 2, 0.12)(out)),
    spec('top', 'Top', (_, out) => {
      out.position.set(middle.x, middle.y + away, middle.z);
      look(out, middle, BACK);
    }),
    { ...spec('free', 'Free', orbit), orbit: { target: [middle.x, middle.y, middle.z] } },
  ];
}
