import { Quaternion, Vector3 } from 'three';

/** How a body is at some time, and how it moves. */
export class Pose {
  readonly position = new Vector3();
  readonly rotation = new Quaternion();
  readonly velocity = new Vector3();
  /** In radians a second, about axes of the world. */
  readonly spin = new Vector3();
  /** Nothing was recorded of the body for a while, and it is held where it was. */
  isHeld = false;
}
