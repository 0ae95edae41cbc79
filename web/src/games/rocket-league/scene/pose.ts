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

/** A change of the velocity that no car makes by driving, boosting, braking or falling, in uu/s², and by jumping at once, in uu/s. */
const CONTACT = 3500;
const JUMPED = 200;

const [way, change, chord] = [new Vector3(), new Vector3(), new Vector3()];

/** Moves a pose on, as far as `t`, from 0 to 1, to one that is sampled `step` seconds later. */
export function between(out: Pose, to: Pose, step: number, t: number): void {
  turn(out, to, step, t);
  way.copy(to.position).sub(out.position);
  change.copy(to.velocity).sub(out.velocity);
  const isHit = change.length() > Math.max(CONTACT * step, JUMPED);
  if (isHit || !isForwards(out.velocity, step) || !isForwards(to.velocity, step)) bounce(out, to, step, t);
  else curve(out, to, step, t);
}

/** Whether Hermite's curve, which begins or ends with that velocity, never goes back on `way`. */
function isForwards(velocity: Vector3, step: number): boolean {
  const along = chord.copy(velocity).multiplyScalar(step).dot(way);
  return along >= 0 && along <= 3 * way.lengthSq();
}

/** Hermite's curve: through both places with their velocities. */
function curve(out: Pose, to: Pose, step: number, t: number): void {
  const [t2, t3] = [t * t, t * t * t];
  out.position
    .multiplyScalar(2 * t3 - 3 * t2 + 1)
    .addScaledVector(out.velocity, (t3 - 2 * t2 + t) * step)
    .addScaledVector(to.position, 3 * t2 - 2 * t3)
    .addScaledVector(to.velocity, (t3 - t2) * step);
  out.velocity.lerp(to.velocity, t);
}

/** Something hit the body on its way: straight on until then, and straight from there. The time of the hit is the best for both. */
function bounce(out: Pose, to: Pose, step: number, t: number): void {
  const square = change.lengthSq();
  // The second velocity all along would lead past by this.
  chord.copy(way).addScaledVector(to.velocity, -step);
  const part = square > 0 ? Math.min(1, Math.max(0, -chord.dot(change) / square / step)) : 0.5;
  // Movement that neither velocity explains is made up for evenly.
  chord.addScaledVector(change, part * step);
  out.position
    .addScaledVector(out.velocity, Math.min(t, part) * step)
    .addScaledVector(to.velocity, Math.max(0, t - part) * step)
    .addScaledVector(chord, t);
  if (t >= part) out.velocity.copy(to.velocity);
}

const [ahead, axis] = [new Quaternion(), new Vector3()];

/** Turns on as each sample's spin says, more and more as the second's. */
function turn(out: Pose, to: Pose, step: number, t: number): void {
  spun(out.rotation, out.spin, t * step);
  spun(to.rotation, to.spin, (t - 1) * step);
  out.rotation.slerp(to.rotation, t * t * (3 - 2 * t));
  out.spin.lerp(to.spin, t);
}

function spun(rotation: Quaternion, spin: Vector3, seconds: number): void {
  const speed = spin.length();
  if (speed > 0) rotation.premultiply(ahead.setFromAxisAngle(axis.copy(spin).divideScalar(speed), speed * seconds));
}
