import { BufferAttribute, BufferGeometry, DoubleSide, DynamicDrawUsage, Mesh, ShaderMaterial, Vector3 } from 'three';
import { AIR_GLSL, atmosphere } from '../../../stage/atmosphere';
import { PREMULTIPLIED } from './flat';
import type { Jump } from './jump';
import type { Note } from './notes-model';
import type { Palette } from './palette';

export interface Arc {
  color: number;
  from: number;
  to: number;
  points: [Vector3, Vector3, Vector3, Vector3];
  /** The other end is not in the replay: fade out along the way. */
  loose: boolean;
}

const STEPS = 28;
const MOST = 16;
const REACH = 2.5;
const LONGEST_SECONDS = 6;

/**
 * A replay says which notes begin and end an arc, not which belong together. The next end of the same colour is right
 * in nearly every map; a beginning without one gets a short, fading tail.
 */
export function arcsOf(notes: Note[]): Arc[] {
  const byTime = [...notes].sort((a, b) => a.time - b.time);
  const taken = new Set<Note>();
  return byTime
    .filter((note) => note.arcHead)
    .map((head) => {
      const tail = byTime.find(
        (note) =>
          note.arcTail &&
          note.color === head.color &&
          !taken.has(note) &&
          note.time > head.time + 0.01 &&
          note.time - head.time < LONGEST_SECONDS,
      );
      if (tail) taken.add(tail);
      const end = tail ?? { ...head, time: head.time + 0.6 };
      const a = new Vector3(head.x, head.topY, head.time);
      const d = new Vector3(end.x, end.topY, end.time);
      return {
        color: head.color,
        from: head.time,
        to: end.time,
        loose: !tail,
        points: [a, pulled(a, head, 1, d), pulled(d, end, -1, a), d],
      };
    });
}

/** Control point: out of the head the way it is cut, into the tail the way that one is. */
function pulled(from: Vector3, note: { angle: number; dot: boolean }, sign: number, other: Vector3): Vector3 {
  const angle = (note.angle * Math.PI) / 180;
  const reach = note.dot ? 0 : REACH * sign;
  return new Vector3(from.x + Math.sin(angle) * reach, from.y - Math.cos(angle) * reach, from.z + (other.z - from.z) / 3);
}

export class ArcsView {
  readonly mesh: Mesh<BufferGeometry, ShaderMaterial>;
  private readonly positions = new Float32Array(MOST * (STEPS + 1) * 2 * 3);
  private readonly tints = new Float32Array(MOST * (STEPS + 1) * 2 * 4);
  private readonly point = new Vector3();

  constructor(
    private readonly arcs: Arc[],
    private readonly jump: Jump,
  ) {
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(this.positions, 3).setUsage(DynamicDrawUsage));
    geometry.setAttribute('aTint', new BufferAttribute(this.tints, 4).setUsage(DynamicDrawUsage));
    const sides = new Float32Array(MOST * (STEPS + 1) * 2);
    for (let i = 0; i < sides.length; i++) sides[i] = i % 2 === 0 ? -1 : 1;
    geometry.setAttribute('aSide', new BufferAttribute(sides, 1));
    const index: number[] = [];
    for (let arc = 0; arc < MOST; arc++) {
      for (let i = 0; i < STEPS; i++) {
        const at = (arc * (STEPS + 1) + i) * 2;
        index.push(at, at + 1, at + 2, at + 1, at + 3, at + 2);
      }
    }
    geometry.setIndex(index);
    this.mesh = new Mesh(geometry, material());
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = 2;
  }

  update(time: number, headZ: number, palette: Palette): void {
    let drawn = 0;
    const horizon = time + this.jump.half * 1.6;
    for (const arc of this.arcs) {
      if (arc.from > horizon || arc.to < time || drawn >= MOST) continue;
      this.fill(drawn++, arc, time, horizon, headZ, palette);
    }
    this.mesh.geometry.setDrawRange(0, drawn * STEPS * 6);
    this.mesh.visible = drawn > 0;
    this.mesh.geometry.getAttribute('position').needsUpdate = true;
    this.mesh.geometry.getAttribute('aTint').needsUpdate = true;
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }

  private fill(slot: number, arc: Arc, time: number, horizon: number, headZ: number, palette: Palette): void {
    const [a, b, c, d] = arc.points;
    const colour = palette.sabers[arc.color === 1 ? 1 : 0];
    for (let i = 0; i <= STEPS; i++) {
      const u = i / STEPS;
      const v = 1 - u;
      const p = this.point
        .set(0, 0, 0)
        .addScaledVector(a, v * v * v)
        .addScaledVector(b, 3 * v * v * u)
        .addScaledVector(c, 3 * v * u * u)
        .addScaledVector(d, u * u * u);
      const ahead = p.z - time;
      const at = (slot * (STEPS + 1) + i) * 2;
      // An arc passes at the hit plane, where its notes are cut.
      const z = headZ - 0.9 - ahead * this.jump.speed;
      const near = Math.min(1, Math.max(0, ahead * 8 + 0.25));
      const far = Math.min(1, Math.max(0, (horizon - p.z) / (this.jump.half * 0.8)));
      const alpha = near * far * (arc.loose ? v : 1) * 0.75;
      for (let side = 0; side < 2; side++) {
        this.positions.set([p.x + (side - 0.5) * 0.09, Math.max(0.1, p.y), z], (at + side) * 3);
        this.tints.set([colour.r, colour.g, colour.b, alpha], (at + side) * 4);
      }
    }
  }
}

function material(): ShaderMaterial {
  return new ShaderMaterial({
    ...PREMULTIPLIED,
    side: DoubleSide,
    uniforms: atmosphere,
    vertexShader: /* glsl */ `
      attribute vec4 aTint;
      attribute float aSide;
      varying vec4 vTint;
      varying float vSide;
      varying vec3 vWorld;
      void main() {
        vTint = aTint;
        vSide = aSide;
        vWorld = position;
        gl_Position = projectionMatrix * viewMatrix * vec4(position, 1.0);
      }`,
    fragmentShader: /* glsl */ `
      ${AIR_GLSL}
      varying vec4 vTint;
      varying float vSide;
      varying vec3 vWorld;
      void main() {
        float alpha = vTint.a * (0.9 * exp(-vSide * vSide * 7.0) + 0.25 * (1.0 - vSide * vSide));
        alpha *= 1.0 - fogAt(distance(vWorld, cameraPosition));
        gl_FragColor = vec4(vTint.rgb, 1.0);
        #include <colorspace_fragment>
        gl_FragColor = vec4(gl_FragColor.rgb * alpha, alpha * (1.0 - uAdditive));
      }`,
  });
}
