import { BufferAttribute, BufferGeometry, DoubleSide, DynamicDrawUsage, Mesh, ShaderMaterial, Vector3 } from 'three';
import { AIR_GLSL, atmosphere } from '../../../stage/atmosphere';
import { at, type Columns, valueAt } from '../../../stage/columns';
import { column } from './data';
import { PREMULTIPLIED } from './flat';
import type { Flights, PlacedPoint } from './flights';
import { Event } from './notes-model';
import type { Palette } from './palette';
import type { Saber } from './sabers';

/** The constants of an arc while it comes. */
export interface Arc {
  color: number;
  from: number;
  /** The other end is not in the replay: fade out along the way. */
  loose: boolean;
  /** Its head was cut, so the saber has it. */
  held: boolean;
}

const STEPS = 28;
const MOST = 16;
/** A saber draws an arc towards itself over so many seconds ahead, and from no further than so many metres. */
const DRAWN_SECONDS = 0.14;
const DRAWN_METRES = 1.2;

/** `events`: the table `notes`. */
export function arcsOf({ tables: { arc_flights: arcs } }: Flights, events: Columns): Arc[] {
  return Array.from(column(arcs, 'time'), (from, row) => {
    const note = valueAt(arcs, 'note', row);
    const held = note !== null && at(events, 'event_type', note) === Event.Good;
    return { color: at(arcs, 'color', row), from, loose: at(arcs, 'is_loose', row) !== 0, held };
  });
}

export class ArcsView {
  readonly mesh: Mesh<BufferGeometry, ShaderMaterial>;
  private readonly positions = new Float32Array(MOST * (STEPS + 1) * 2 * 3);
  private readonly tints = new Float32Array(MOST * (STEPS + 1) * 2 * 4);
  private readonly blade = new Vector3();
  private readonly pull = new Vector3();
  /** The arcs drawn last, and where they begin. */
  seen: { arc: Arc; held: boolean; from: Vector3 }[] = [];

  constructor(
    private readonly arcs: readonly Arc[],
    private readonly flights: Flights,
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

  update(time: number, head: Vector3, palette: Palette, sabers: [Saber, Saber]): void {
    this.seen = [];
    const lead = this.flights.lead(time);
    const horizon = 1.6 * lead;
    for (const { row, points } of this.flights.arcs(time, time + horizon, MOST, STEPS + 1, head)) {
      this.fill(this.arcs[row]!, points, time, horizon, lead, palette, sabers);
    }
    this.mesh.geometry.setDrawRange(0, this.seen.length * STEPS * 6);
    this.mesh.visible = this.seen.length > 0;
    this.mesh.geometry.getAttribute('position').needsUpdate = true;
    this.mesh.geometry.getAttribute('aTint').needsUpdate = true;
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }

  /** `horizon`: in how many seconds arcs begin to be seen. */
  private fill(
    arc: Arc,
    points: readonly PlacedPoint[],
    time: number,
    horizon: number,
    lead: number,
    palette: Palette,
    sabers: [Saber, Saber],
  ): void {
    const hand = arc.color === 1 ? 1 : 0;
    const colour = palette.sabers[hand];
    const drawn = arc.held && time >= arc.from;
    const slot = this.seen.length;
    let hold = 0;
    points.forEach(({ position: p, ahead, share: u }, i) => {
      if (i === 0) {
        const { hilt, tip } = sabers[hand];
        this.blade.copy(tip).sub(hilt);
        const along = Math.min(1, Math.max(0, this.pull.copy(p).sub(hilt).dot(this.blade) / this.blade.lengthSq()));
        this.pull.copy(hilt).addScaledVector(this.blade, along).sub(p);
        hold = drawn ? Math.min(1, Math.max(0, DRAWN_METRES - this.pull.length()) * 2) : 0;
        this.pull.multiplyScalar(hold);
      }
      p.addScaledVector(this.pull, Math.exp(-((ahead / DRAWN_SECONDS) ** 2)));
      if (i === 0) this.seen.push({ arc, held: drawn, from: p.clone() });
      const vertex = (slot * (STEPS + 1) + i) * 2;
      const near = Math.min(1, ahead * 8 + 0.25 + hold) + hold * Math.exp(-ahead * 6);
      const far = Math.min(1, Math.max(0, (horizon - ahead) / (lead * 0.8)));
      const alpha = near * far * (arc.loose ? 1 - u : 1) * 0.75;
      for (let side = 0; side < 2; side++) {
        this.positions.set([p.x + (side - 0.5) * 0.09 * near, Math.max(0.1, p.y), p.z], (vertex + side) * 3);
        this.tints.set([colour.r, colour.g, colour.b, alpha], (vertex + side) * 4);
      }
    });
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
