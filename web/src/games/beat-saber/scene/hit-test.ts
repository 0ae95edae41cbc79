import { type Camera, Vector3 } from 'three';

/** Something in the picture that can be pressed: so many metres across and up, facing the viewer. */
export interface Target<T> {
  of: T;
  at: Vector3;
  width: number;
  height: number;
  /** How far its middle is above its place. */
  up?: number;
  /** It stands before everything else. */
  isSign?: boolean;
}

/** Fingers and far notes: so far beside a target a press still means it, in halves of the picture's height. */
const REACH = 0.022;

/** The target at a point of the picture, −1 to 1 from its left and its bottom: a sign, else the nearest to the viewer. */
export function hitAt<T>(targets: readonly Target<T>[], x: number, y: number, eye: Camera): T | null {
  const { projectionMatrix, matrixWorldInverse } = eye;
  const [wide, high] = [projectionMatrix.elements[0]!, projectionMatrix.elements[5]!];
  const view = new Vector3();
  let [best, least]: [T | null, number] = [null, Infinity];
  for (const { of, at, width, height, up = 0, isSign = false } of targets) {
    view.copy(at).applyMatrix4(matrixWorldInverse);
    const depth = -view.z;
    if (depth <= 0.3) continue;
    view.y += up;
    view.applyMatrix4(projectionMatrix);
    // In halves of the picture's height.
    const across = (Math.abs(view.x - x) * high) / wide;
    const along = Math.abs(view.y - y);
    const scale = high / depth / 2;
    if (across > width * scale + REACH || along > height * scale + REACH) continue;
    // Signs are told apart by how near to their middle the press is.
    const order = isSign ? Math.hypot(across, along) - 1e3 : depth;
    if (order < least) [best, least] = [of, order];
  }
  return best;
}
