import {
  BufferGeometry,
  Color,
  Euler,
  Float32BufferAttribute,
  InstancedMesh,
  Matrix4,
  type MeshLambertMaterial,
  Quaternion,
  Vector3,
} from 'three';
import type { Body } from './bodies';

/** A wheel's radius, in uu: wheels turn by it, and a car stands so high. */
export const WHEEL = 17;
const WIDTH = 16;
const RIM = 12.5;
const SPOKES = 5;
/** Of the tyre's round: a spoke is as wide as one, and the gap after it as three. */
const CORNERS = SPOKES * 4;
const RUBBER = new Color('#15181d');
const SHOULDER = new Color('#2a3038');
const DISC = new Color('#333b46');
const SPOKE = new Color('#dde4ec');

const ONE = new Vector3(1, 1, 1);
const [matrix, turn, angles] = [new Matrix4(), new Quaternion(), new Euler()];

let made: BufferGeometry | undefined;

/** The four wheels of a car, drawn at once. */
export class Wheels {
  readonly mesh: InstancedMesh<BufferGeometry, MeshLambertMaterial>;
  private readonly places: { place: Vector3; isFront: boolean }[];

  constructor({ axles, wheel }: Body, material: MeshLambertMaterial) {
    this.places = axles.flatMap((x, i) => [-wheel, wheel].map((y) => ({ place: new Vector3(x, y, 0), isFront: i === 1 })));
    // Made once a page and shared by every replay opened on it, so no scene disposes of it.
    made ??= shapeOf();
    this.mesh = new InstancedMesh(made, material, this.places.length);
    this.update(0, 0);
  }

  /** `travel`: how far the car has gone, in uu; `steer`: how far the front wheels are turned to the right, in radians. */
  update(travel: number, steer: number): void {
    const spin = (travel / WHEEL) % (2 * Math.PI);
    this.places.forEach(({ place, isFront }, i) => {
      turn.setFromEuler(angles.set(0, spin, isFront ? steer : 0, 'ZYX'));
      this.mesh.setMatrixAt(i, matrix.compose(place, turn, ONE));
    });
    this.mesh.instanceMatrix.needsUpdate = true;
  }

  dispose(): void {
    this.mesh.dispose();
  }
}

type Corner = [x: number, y: number, z: number];

/** A wheel that lies across the car: a tyre, and spokes on a dark disc on both sides. */
function shapeOf(): BufferGeometry {
  const [places, colours]: [number[], number[]] = [[], []];
  const face = (colour: Color, corners: Corner[]) => {
    places.push(...corners.flat());
    for (const _ of corners) colours.push(...colour.toArray());
  };
  const on = (i: number, radius: number, y: number): Corner => {
    const angle = (i * 2 * Math.PI) / CORNERS;
    return [Math.cos(angle) * radius, y, Math.sin(angle) * radius];
  };
  const half = WIDTH / 2;
  for (let i = 0; i < CORNERS; i++) {
    const [a, b] = [on(i, WHEEL, -half + 2), on(i + 1, WHEEL, -half + 2)];
    const [c, d] = [on(i + 1, WHEEL, half - 2), on(i, WHEEL, half - 2)];
    face(RUBBER, [a, c, b, a, d, c]);
    for (const side of [-1, 1]) {
      const y = side * half;
      const [outer, next] = [on(i, WHEEL, y - side * 2), on(i + 1, WHEEL, y - side * 2)];
      const [inner, after] = [on(i, RIM, y), on(i + 1, RIM, y)];
      const hub: Corner = [0, y - side, 0];
      const isSpoke = i % 4 === 0;
      const shoulder = [outer, inner, after, outer, after, next];
      const disc = [inner, hub, after];
      // Each side is seen from without.
      face(SHOULDER, side > 0 ? shoulder : shoulder.toReversed());
      face(isSpoke ? SPOKE : DISC, side > 0 ? disc : disc.toReversed());
    }
  }
  const shape = new BufferGeometry();
  shape.setAttribute('position', new Float32BufferAttribute(places, 3));
  shape.setAttribute('color', new Float32BufferAttribute(colours, 3));
  shape.computeVertexNormals();
  return shape;
}
