import { type PerspectiveCamera, Vector3, type Vector3Tuple } from 'three';

/** Where each key flies: to the right, up, ahead. */
const WAYS: Readonly<Record<string, Vector3Tuple>> = {
  w: [0, 0, 1],
  s: [0, 0, -1],
  a: [-1, 0, 0],
  d: [1, 0, 0],
  e: [0, 1, 0],
  q: [0, -1, 0],
};

/** In the units of the picture a second, and how many times as fast with Shift. */
const SPEED = 6;
const FAST = 3;
/** A camera that flies turns about a point so near before it that it seems to turn on the spot. */
const AHEAD = 0.7;
/** It stays above the floor, and not farther from the middle than so. */
const LOWEST = 0.15;
const FARTHEST = 60;

/** Flies the camera that the hand moves, while keys are held. */
export class Flight {
  private readonly held = new Set<string>();
  private isFast = false;
  private readonly step = new Vector3();
  private readonly right = new Vector3();
  private readonly ahead = new Vector3();

  /** Takes a key that goes down; false if it flies nowhere. */
  press(key: string, isFast: boolean): boolean {
    if (!(key in WAYS)) return false;
    this.held.add(key);
    this.isFast = isFast;
    return true;
  }

  release(key: string): void {
    this.held.delete(key);
  }

  stop(): void {
    this.held.clear();
  }

  get isFlying(): boolean {
    return this.held.size > 0;
  }

  /** Moves the camera, and the point that it turns about. */
  move(camera: PerspectiveCamera, target: Vector3, seconds: number): void {
    camera.getWorldDirection(this.ahead);
    this.right.crossVectors(this.ahead, camera.up).normalize();
    this.step.set(0, 0, 0);
    for (const key of this.held) {
      const [right, up, ahead] = WAYS[key]!;
      this.step.addScaledVector(this.right, right).addScaledVector(camera.up, up).addScaledVector(this.ahead, ahead);
    }
    this.step.normalize().multiplyScalar(SPEED * (this.isFast ? FAST : 1) * seconds);
    camera.position.add(this.step).clampLength(0, FARTHEST);
    camera.position.y = Math.max(LOWEST, camera.position.y);
    target.copy(camera.position).addScaledVector(this.ahead, AHEAD);
  }
}
