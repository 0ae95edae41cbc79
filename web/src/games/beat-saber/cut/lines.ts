import { Vector2, Vector3 } from 'three';
import type { CutPlane } from '../questions.types';
import type { Moment } from '../scene/effects';
import type { Lane } from '../scene/lane';

/** Where the plane of a cut crosses the note's face, in metres from its middle, to the right and up. */
export interface CutLine {
  /** The point nearest to the middle. */
  at: Vector2;
  /** Of unit length; the way of the saber, if that is known. */
  along: Vector2;
  isWay: boolean;
}

/** A plane so far from seen edge on has no line to speak of. */
const LEAST_EDGE = 0.2;

/** The lines of a cut as recorded, `distance` metres from the middle, and as it follows from the frames. */
export function cutLines({ position, cut }: Moment, lane: Lane, distance: number, recomputed: CutPlane | null) {
  const { point, normal, direction } = cut!;
  // Where the note's speed is unknown its place is not exact: the recorded distance is.
  const off = point.clone().sub(position).dot(normal);
  const middle = position.clone().addScaledVector(normal, off - Math.sign(off || 1) * Math.abs(distance));
  const line = (p: Vector3, n: Vector3, way: Vector3) =>
    lineOf(lane.into(p.clone().sub(middle)), lane.into(n.clone()), lane.into(way.clone()));
  return {
    recorded: line(point, normal, direction),
    recomputed: recomputed && line(fromGame(recomputed.point), fromGame(recomputed.normal), fromGame(recomputed.direction)),
  };
}

function lineOf(point: Vector3, normal: Vector3, way: Vector3): CutLine | null {
  const edge = Math.hypot(normal.x, normal.y);
  if (edge < LEAST_EDGE) return null;
  const out = new Vector2(normal.x, normal.y).divideScalar(edge);
  const along = new Vector2(-out.y, out.x);
  const forth = along.x * way.x + along.y * way.y;
  if (forth < 0) along.negate();
  return { at: out.multiplyScalar(point.dot(normal) / edge), along, isWay: Math.abs(forth) > LEAST_EDGE };
}

/** From the game's axes to those of three.js. */
const fromGame = ([x, y, z]: readonly number[]): Vector3 => new Vector3(x, y, -z!);

/** How a note is turned that would point down, in degrees clockwise. */
export function turnOf({ rotation }: Moment, lane: Lane): number {
  const down = lane.into(new Vector3(0, -1, 0).applyQuaternion(rotation));
  return (Math.atan2(-down.x, -down.y) * 180) / Math.PI;
}
