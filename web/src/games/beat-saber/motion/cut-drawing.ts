import { BufferAttribute, BufferGeometry, DoubleSide, Mesh, ShaderMaterial, Vector3 } from 'three';
import { PREMULTIPLIED } from '../scene/flat';
import type { ComparedCut, CutPlane } from '../questions.types';

type Colour = [red: number, green: number, blue: number, alpha: number];

/** As the panel's legend has them. */
const RECORDED: Colour = [1, 0.45, 0.1, 0.55];
const RECOMPUTED: Colour = [0.1, 0.8, 1, 0.55];
const SWEPT: Colour = [0.7, 0.7, 0.7, 0.15];
const PATH: Colour = [1, 1, 1, 0.9];

/** Half the side of a plane, and of the sign at its point, in metres. */
const PLANE = 0.28;
const POINT = 0.025;
/** Half the width of the line of the tip's way, in metres. */
const LINE = 0.006;
/** It is seen while time is so near to the cut, in seconds. */
const NEAR = 0.2;

/** The planes of a cut, recorded and recomputed, and the way of the saber around it. */
export class CutDrawing {
  readonly mesh: Mesh<BufferGeometry, ShaderMaterial>;

  constructor(readonly cut: ComparedCut) {
    const shape = new Shape();
    cut.blades.forEach(([hilt, tip], i) => {
      const before = cut.blades[i - 1];
      if (!before) return;
      const [a, b, c, d] = [before[0], before[1], tip, hilt].map(point) as [Vector3, Vector3, Vector3, Vector3];
      shape.quad(a, b, c, d, SWEPT);
      // Two bands across each other, so that the line is seen from everywhere.
      const along = b.clone().sub(a).setLength(LINE);
      const across = along.clone().cross(c.clone().sub(b)).setLength(LINE);
      for (const side of [along, across])
        shape.quad(b.clone().add(side), b.clone().sub(side), c.clone().sub(side), c.clone().add(side), PATH);
    });
    if (cut.recomputed) shape.plane(cut.recomputed, RECOMPUTED);
    shape.plane(cut.recorded, RECORDED);
    this.mesh = new Mesh(shape.geometry(), material());
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = 20;
  }

  update(time: number): void {
    this.mesh.visible = Math.abs(this.cut.time - time) < NEAR;
  }

  dispose(): void {
    this.mesh.removeFromParent();
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }
}

/** From the game's axes to those of three.js. */
const point = ([x, y, z]: readonly number[]): Vector3 => new Vector3(x, y, -z!);

/** Quads with colours of their own. */
class Shape {
  private readonly positions: number[] = [];
  private readonly colours: number[] = [];

  quad(a: Vector3, b: Vector3, c: Vector3, d: Vector3, colour: Colour): void {
    for (const corner of [a, b, c, a, c, d]) {
      this.positions.push(corner.x, corner.y, corner.z);
      this.colours.push(...colour);
    }
  }

  plane(plane: CutPlane, colour: Colour): void {
    const [at, normal, direction] = [point(plane.point), point(plane.normal), point(plane.direction)];
    const across = normal.clone().cross(direction);
    // Nothing that is known lies in the plane: any way in it will do.
    if (across.lengthSq() < 1e-6) across.crossVectors(normal, new Vector3(normal.y, normal.z, normal.x));
    across.normalize();
    const along = across.clone().cross(normal).normalize();
    this.square(at, along, across, PLANE, colour);
    const [red, green, blue] = colour;
    this.square(at, along, normal.normalize(), POINT, [red, green, blue, 1]);
  }

  private square(at: Vector3, along: Vector3, across: Vector3, half: number, colour: Colour): void {
    const corner = (a: number, b: number) =>
      at
        .clone()
        .addScaledVector(along, a * half)
        .addScaledVector(across, b * half);
    this.quad(corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1), colour);
  }

  geometry(): BufferGeometry {
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(Float32Array.from(this.positions), 3));
    geometry.setAttribute('aColour', new BufferAttribute(Float32Array.from(this.colours), 4));
    return geometry;
  }
}

/** Seen through everything: the compared cuts must not hide behind a note. */
function material(): ShaderMaterial {
  return new ShaderMaterial({
    ...PREMULTIPLIED,
    depthTest: false,
    side: DoubleSide,
    vertexShader: /* glsl */ `
      attribute vec4 aColour;
      varying vec4 vColour;
      void main() {
        vColour = aColour;
        gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
      }`,
    fragmentShader: /* glsl */ `
      varying vec4 vColour;
      void main() {
        gl_FragColor = vec4(vColour.rgb, 1.0);
        #include <colorspace_fragment>
        gl_FragColor = vec4(gl_FragColor.rgb * vColour.a, vColour.a);
      }`,
  });
}
