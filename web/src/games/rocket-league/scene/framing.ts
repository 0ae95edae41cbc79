import { Matrix4, Quaternion, Vector3 } from 'three';
import type { CameraPose, Span } from '../../../stage/scene';
import { SCALE, WORLD } from './axes';

/** The lens of every framed picture, and the angle across a picture of 16 : 9 that a narrower one keeps. */
export const LENS = 35;
export const ACROSS = 58;
/** The used part of the picture, in halves of it from its middle. */
export interface Room {
  sides: number;
  top: number;
  bottom: number;
}
/** The players are written in the upper corners, and the dock is below. */
const BELOW_CARDS: Room = { sides: 0.92, top: 0.42, bottom: 0.56 };

const SLOPE = Math.tan((LENS * Math.PI) / 360);
/** How finely the way of a framed camera is worked out, and how far it looks ahead and back, in seconds. */
const STEP = 0.2;
const AHEAD = 1;
const UP = new Vector3(0, 1, 0);

/** A thing that must be in the picture, with so much around it, in uu. */
export type Add = (place: Vector3, around: number) => void;

/** From where a camera looks: degrees around the field (0 from the side, with blue on the left; 90 from behind orange), and down. */
export interface Direction {
  around: number;
  down: number;
}

/** A camera that always looks the same way and goes along, and back as far as it must, so that all that is to be seen is in the picture.
 *
 * Four numbers bound it at one time, one for each edge. Each is taken at its greatest over some time, then as a mean over as much:
 * the camera moves smoothly, sets off before it has to, and nothing ever leaves the picture. */
export class Framing {
  private readonly rotation = new Quaternion();
  private readonly right = new Vector3();
  private readonly up = new Vector3();
  private readonly ahead = new Vector3();
  /** How fast the used picture widens with the distance. */
  private readonly aside: number;
  private readonly above: number;
  private readonly below: number;
  /** By edge: left, right, top, bottom. */
  private readonly bounds: Float32Array[];

  constructor(
    direction: Direction,
    private readonly span: Span,
    subjects: (time: number, add: Add) => void,
    { room = BELOW_CARDS, ahead = AHEAD } = {},
  ) {
    this.aside = (SLOPE * room.sides * 16) / 9;
    this.above = SLOPE * room.top;
    this.below = SLOPE * room.bottom;
    const axes = axesOf(direction);
    this.rotation.setFromRotationMatrix(axes);
    axes.extractBasis(this.right, this.up, this.ahead);
    this.ahead.negate();
    const count = Math.floor((span.end - span.start) / STEP) + 2;
    const needed = Array.from({ length: 4 }, () => new Float32Array(count).fill(-Infinity));
    const seen = new Vector3();
    for (let i = 0; i < count; i++) {
      subjects(span.start + i * STEP, (place, around) => {
        seen.copy(place).applyMatrix4(WORLD);
        const [x, y, depth] = [seen.dot(this.right), seen.dot(this.up), seen.dot(this.ahead)];
        const edges = [-x - this.aside * depth, x - this.aside * depth, y - this.above * depth, -y - this.below * depth];
        edges.forEach((edge, k) => (needed[k]![i] = Math.max(needed[k]![i]!, edge + around * SCALE)));
      });
      // Where nothing is to be seen, the picture stays.
      for (const edge of needed) if (edge[i] === -Infinity) edge[i] = i > 0 ? edge[i - 1]! : 0;
    }
    this.bounds = needed.map((edge) => calm(edge, ahead));
  }

  place(time: number, out: CameraPose): void {
    const [left, right, top, bottom] = this.bounds.map((edge) => between(edge, (time - this.span.start) / STEP)) as Edges;
    const depth = -Math.max((left + right) / (2 * this.aside), (top + bottom) / (this.above + this.below));
    const across = (right - left) / 2;
    const height = (top + this.above * depth - bottom - this.below * depth) / 2;
    out.position.set(0, 0, 0).addScaledVector(this.right, across).addScaledVector(this.up, height).addScaledVector(this.ahead, depth);
    out.rotation.copy(this.rotation);
  }
}

type Edges = [left: number, right: number, top: number, bottom: number];

function axesOf({ around, down }: Direction): Matrix4 {
  const [a, d] = [(around * Math.PI) / 180, (down * Math.PI) / 180];
  const eye = new Vector3(-Math.cos(a) * Math.cos(d), Math.sin(a) * Math.cos(d), Math.sin(d)).applyMatrix4(WORLD);
  return new Matrix4().lookAt(eye, new Vector3(), UP);
}

/** Never below what it is made of. */
function calm(edge: Float32Array, ahead: number): Float32Array {
  const reach = Math.round(ahead / STEP);
  const at = (from: Float32Array, i: number) => from[Math.min(from.length - 1, Math.max(0, i))]!;
  const most = edge.map((_, i) => {
    let value = -Infinity;
    for (let k = -reach; k <= reach; k++) value = Math.max(value, at(edge, i + k));
    return value;
  });
  return most.map((_, i) => {
    let [sum, weights] = [0, 0];
    for (let k = -reach; k <= reach; k++) {
      const weight = 1 + Math.cos((Math.PI * k) / (reach + 1));
      sum += weight * at(most, i + k);
      weights += weight;
    }
    return sum / weights;
  });
}

function between(edge: Float32Array, place: number): number {
  const i = Math.min(edge.length - 2, Math.max(0, Math.floor(place)));
  const part = Math.min(1, Math.max(0, place - i));
  return edge[i]! + (edge[i + 1]! - edge[i]!) * part;
}
