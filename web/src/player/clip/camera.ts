import { Matrix4, Vector3 } from 'three';
import { type Eye, eyeAlong } from '../../stage/camera-path';
import type { CameraPose, CameraSpec, Scene } from '../../stage/scene';
import type { Player } from '../player';

const UP = new Vector3(0, 1, 0);

/** The camera that is on, for another picture of the replay: that of the hand goes along its path, or stays where it is. */
export function cameraOf(player: Player, scene: Scene): CameraSpec {
  const { camera, path, eyeNow } = player.picture;
  const spec = scene.cameras.find(({ name }) => name === camera.peek()) ?? scene.cameras[0]!;
  if (!spec.orbit || !eyeNow) return spec;
  const points = path.peek();
  const eyeAt = (time: number): Eye => (points.length > 1 ? eyeAlong(points, time) : eyeNow);
  const { name, label, fov, across } = spec;
  return { name, label, fov, across, place: (time, pose) => look(eyeAt(time), pose) };
}

function look([x, y, z, ...target]: Eye, { position, rotation }: CameraPose): void {
  position.set(x, y, z);
  rotation.setFromRotationMatrix(new Matrix4().lookAt(position, new Vector3(...target), UP));
}
