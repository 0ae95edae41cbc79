import { Quaternion, Vector3 } from 'three';

const UP = new Vector3(0, 1, 0);

/** A lane that is turned about the player by so many radians, to the right above 0: all of them in maps of 90° and 360° modes. */
export class Lane {
  /** How what is in the lane is turned in the scene. */
  readonly rotation: Quaternion;

  private constructor(readonly turn: number) {
    this.rotation = new Quaternion().setFromAxisAngle(UP, -turn);
  }

  static readonly STRAIGHT = new Lane(0);

  /** To a tenth of a degree, so that there are not too many. */
  static at(degrees: number): Lane {
    const tenths = Math.round(degrees * 10) % 3600;
    if (!tenths) return Lane.STRAIGHT;
    let lane = known.get(tenths);
    if (!lane) known.set(tenths, (lane = new Lane((tenths * Math.PI) / 1800)));
    return lane;
  }

  /** From the lane into the scene. */
  out(point: Vector3): Vector3 {
    return this.turn === 0 ? point : point.applyQuaternion(this.rotation);
  }

  /** From the scene into the lane. */
  into(point: Vector3): Vector3 {
    return this.turn === 0 ? point : point.applyAxisAngle(UP, this.turn);
  }
}

const known = new Map<number, Lane>();
