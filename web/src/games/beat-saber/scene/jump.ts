import { Euler, Matrix4, Quaternion, Vector3 } from 'three';
import type { Lane } from './lane';

/** Half of a jump, in seconds, where neither a map nor the cuts say how fast notes come. */
export const HALF_JUMP_SECONDS = 0.5;
/** The straight flight before the jump. */
export const APPROACH_SECONDS = 0.45;
const APPROACH_SPEED = 90;
/** Metres before the head at which a wall's front is at its time; notes are a little further ahead at theirs. */
export const WALL_PLANE = 0.65;
const HIT_PLANE = WALL_PLANE + 0.25;
const RAD = Math.PI / 180;

/** What of a note its flight depends on. Places are those in its lane. */
export interface Flight {
  time: number;
  lane: Lane;
  x: number;
  startY: number;
  topY: number;
  /** Lane that it starts in, if another one, and the side it goes round by. */
  flipX: number;
  flipSide: number;
  /** Degrees about the viewer's axis. */
  angle: number;
  /** Bombs and chain links neither wobble into place nor face the player. */
  turnsToPlayer: boolean;
}

const WOBBLES = [
  [-0.954, -0.118, 0.274],
  [0.768, -0.088, 0.634],
  [-0.678, 0.307, -0.668],
  [0.126, 0.94, 0.318],
  [0.365, -0.366, -0.856],
  [-0.879, -0.062, -0.473],
  [0.019, -0.807, 0.591],
  [-0.146, 0.89, 0.432],
  [0.077, 0.947, -0.311],
  [0.131, -0.251, -0.959],
] as const;

/** Added to a number and taken away again, this rounds it, and a half to the even side. */
const ROUNDING = 1.5 * 2 ** 52;

/** Which of the wobbles: the game takes it from time and place, in single precision. */
function wobbleOf({ time, x, startY }: Flight): number {
  const single = Math.fround;
  const number = single(single(single(single(time) * 10) + single(x) * 2) + single(startY) * 2);
  return (Math.abs(number + ROUNDING - ROUNDING) % 10) | 0;
}

/** How notes come at the player. Works in the game's axes (Z ahead) and answers in three.js's. */
export class Jump {
  private readonly euler = new Euler();
  private readonly middle = new Quaternion();
  private readonly look = new Quaternion();
  private readonly matrix = new Matrix4();
  private readonly up = new Vector3();
  private readonly eye = new Vector3();
  private readonly at = new Vector3();
  private readonly own = new Vector3();

  /** `set`: sets distance and half for a time, where the map changes its speed. */
  constructor(
    public distance: number,
    public half: number = HALF_JUMP_SECONDS,
    private readonly set?: (time: number, jump: Jump) => void,
  ) {}

  /** All that is in sight at a time comes at the speed of that time. */
  paceAt(time: number): void {
    this.set?.(time, this);
  }

  /** Metres a second while jumping. */
  get speed(): number {
    return this.distance / (2 * this.half);
  }

  /** Seconds before its time that a note comes into sight. */
  get ahead(): number {
    return this.half + APPROACH_SECONDS;
  }

  /** 0 where the jump starts, 0.5 where the note is to be cut, 1 where it ends. */
  progress(time: number, noteTime: number): number {
    return (time - (noteTime - this.half)) / (2 * this.half);
  }

  /** `headZ` in the game's axes. */
  z(t: number, headZ: number): number {
    const start = HIT_PLANE + this.distance / 2;
    const end = HIT_PLANE - this.distance / 2;
    if (t < 0) return start - t * 2 * this.half * APPROACH_SPEED;
    const follow = headZ * Math.min(1, 2 * t);
    let z = start + follow + (end + headZ - start - follow) * t;
    if (t > 0.75) z -= 500 * ((t - 0.75) / 0.25) ** 3;
    return z;
  }

  y(t: number, flight: Flight): number {
    if (t < 0) return flight.startY;
    const gravity = (2 * (flight.topY - flight.startY)) / this.half ** 2;
    const tau = 2 * this.half * t;
    let y = flight.startY + gravity * this.half * tau - (gravity * tau * tau) / 2;
    if (t < 0.25 && flight.flipSide !== 0) y += (0.5 - 0.5 * Math.cos(8 * Math.PI * t)) * flight.flipSide;
    return y;
  }

  x(t: number, flight: Flight): number {
    if (t >= 0.25 || flight.flipX === flight.x) return flight.x;
    const u = Math.max(0, 4 * t);
    const eased = u < 0.5 ? 2 * u * u : 1 - (2 - 2 * u) ** 2 / 2;
    return flight.flipX + (flight.x - flight.flipX) * eased;
  }

  /** `head` in three.js's axes. */
  position(time: number, flight: Flight, head: Vector3, out: Vector3): Vector3 {
    const t = this.progress(time, flight.time);
    const headZ = -flight.lane.into(this.own.copy(head)).z;
    return flight.lane.out(out.set(this.x(t, flight), this.y(t, flight), -this.z(t, headZ)));
  }

  /** Metres by which it is behind the head. */
  passed(position: Vector3, { lane }: Flight, head: Vector3): number {
    return lane.into(this.own.copy(position).sub(head)).z;
  }

  /** The share of the way from its jump's start to the head that something has come which is so far behind the head. */
  way(passed: number): number {
    return 1 + passed / (HIT_PLANE + this.distance / 2);
  }

  /** Turns its face to the player, besides. `head` in three.js's axes. */
  rotation(time: number, flight: Flight, head: Vector3, out: Quaternion): Quaternion {
    const t = this.progress(time, flight.time);
    this.turned(t, flight, out);
    if (t >= 0 && flight.turnsToPlayer) {
      this.faceThePlayer(Math.min(t, 0.5), flight, flight.lane.into(this.own.copy(head)), out);
    }
    return out.premultiply(flight.lane.rotation);
  }

  /** Turns out of its wobble into its cut direction, in its lane. */
  turned(t: number, flight: Flight, out: Quaternion): Quaternion {
    const angle = flight.angle * RAD;
    out.setFromEuler(this.euler.set(0, 0, angle));
    if (t < 0) return out.identity();
    if (t < 0.5 && flight.turnsToPlayer) {
      const [wx, wy, wz] = WOBBLES[wobbleOf(flight)]!;
      const k = 20 * RAD;
      // Unity turns about Z, X, Y in this order; about X and Y the other way round than three.js.
      this.middle.setFromEuler(this.euler.set(-wx * k, -wy * k, angle + wz * k, 'YXZ'));
      this.euler.order = 'XYZ';
      if (t < 0.125) out.identity().slerp(this.middle, Math.sin(4 * Math.PI * t));
      else out.copy(this.middle.slerp(out, Math.sin(2 * Math.PI * (t - 0.125))));
    } else if (t < 0.125) {
      this.middle.identity();
      out.copy(this.middle.slerp(out, Math.sin(4 * Math.PI * t)));
    }
    return out;
  }

  /** Past the player a note keeps the turn that it had on reaching the hit plane. `head` is that in the lane. */
  private faceThePlayer(t: number, flight: Flight, head: Vector3, rotation: Quaternion): void {
    this.at.set(this.x(t, flight), this.y(t, flight), -this.z(t, -head.z));
    // The head is pulled towards the note's height, or low notes would tip over.
    this.eye.set(head.x, head.y + (this.at.y - head.y) * 0.8, head.z);
    this.up.set(0, 1, 0).applyQuaternion(rotation);
    this.matrix.lookAt(this.eye, this.at, this.up);
    rotation.slerp(this.look.setFromRotationMatrix(this.matrix), 2 * t);
  }
}
