import { BufferAttribute, BufferGeometry, DoubleSide, DynamicDrawUsage, Mesh, ShaderMaterial, Vector3 } from 'three';
import { AIR_GLSL, atmosphere } from '../../../stage/atmosphere';
import { lastAtOrBefore } from '../../../stage/times';
import { PREMULTIPLIED } from './flat';
import type { Jump } from './jump';
import { Lane } from './lane';
import { Event, type Note } from './notes-model';
import type { Palette } from './palette';
import type { Saber } from './sabers';

export interface Arc {
  color: number;
  from: number;
  to: number;
  /** Of one cubic curve behind the other, each beginning where the one before it ends: x, y, and the time evenly along the way. */
  points: Vector3[];
  /** By how many degrees the lanes of its ends are turned to the right. */
  turns: [number, number];
  /** The other end is not in the replay: fade out along the way. */
  loose: boolean;
  /** Its head was cut, so the saber has it. */
  held: boolean;
}

/** Where an arc begins or ends. `pull`: how far it is pulled into its direction, 1 as a rule. */
export interface ArcEnd {
  x: number;
  y: number;
  time: number;
  angle: number;
  dot: boolean;
  pull: number;
}

const STEPS = 28;
const MOST = 16;
const REACH = 2.5;
const LONGEST_SECONDS = 6;
/** A saber draws an arc towards itself over so many seconds ahead, and from no further than so many metres. */
const DRAWN_SECONDS = 0.14;
const DRAWN_METRES = 1.2;

/**
 * A replay says which notes begin and end an arc, not which belong together. The next end of the same colour is right
 * in nearly every map; a beginning without one gets a short, fading tail.
 */
export function arcsOf(notes: Note[]): Arc[] {
  const byTime = [...notes].sort((a, b) => a.time - b.time);
  const tails = byTime.filter((note) => note.arcTail);
  const times = Float64Array.from(tails, ({ time }) => time);
  const taken = new Set<Note>();
  return byTime
    .filter((note) => note.arcHead)
    .map((head) => {
      // Only those that come soon are looked at: a replay may have very many.
      const from = lastAtOrBefore(times, head.time + 0.01) + 1;
      const to = lastAtOrBefore(times, head.time + LONGEST_SECONDS) + 1;
      const tail = tails.slice(from, to).find((note) => note.color === head.color && !taken.has(note));
      if (tail) taken.add(tail);
      const end = tail ?? { ...head, time: head.time + 0.6 };
      return {
        color: head.color,
        from: head.time,
        to: end.time,
        loose: !tail,
        held: head.event === Event.Good,
        points: curve(endAt(head), endAt(end)),
        turns: [0, 0],
      };
    });
}

const endAt = ({ x, topY, time, angle, dot }: Note): ArcEnd => ({ x, y: topY, time, angle, dot, pull: dot ? 0 : 1 });

/**
 * Out of the head the way it is cut, and into the tail the way that one is. `turn` 1 goes round clockwise, 2 the other way: that is for ends in one
 * lane that are cut along one line.
 */
export function curve(head: ArcEnd, tail: ArcEnd, turn = 0): Vector3[] {
  const at = ({ x, y }: ArcEnd) => new Vector3(x, y, 0);
  const way = (angle: number) => new Vector3(Math.sin((angle * Math.PI) / 180), -Math.cos((angle * Math.PI) / 180), 0);
  const [from, to] = [at(head), at(tail)];
  const out = at(head).addScaledVector(way(head.angle), REACH * head.pull);
  const into = at(tail).addScaledVector(way(tail.angle), -REACH * tail.pull);
  const points = [from, out, into, to];
  if (turn && !head.dot && !tail.dot && head.x === tail.x && (head.angle - tail.angle) % 180 === 0) {
    const middle = at(head)
      .lerp(to, 0.5)
      .addScaledVector(way(head.angle + (turn === 1 ? -90 : 90)), REACH);
    const along = into.clone().sub(out).divideScalar(4);
    points.splice(2, 0, middle.clone().sub(along), middle, middle.clone().add(along));
  }
  points.forEach((point, i) => (point.z = head.time + ((tail.time - head.time) * i) / (points.length - 1)));
  return points;
}

export class ArcsView {
  readonly mesh: Mesh<BufferGeometry, ShaderMaterial>;
  private readonly positions = new Float32Array(MOST * (STEPS + 1) * 2 * 3);
  private readonly tints = new Float32Array(MOST * (STEPS + 1) * 2 * 4);
  private readonly point = new Vector3();
  private readonly blade = new Vector3();
  private readonly pull = new Vector3();
  private readonly own = new Vector3();
  /** What was drawn last, and where it begins. */
  seen: { arc: Arc; held: boolean; from: Vector3 }[] = [];

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

  update(time: number, head: Vector3, palette: Palette, sabers: [Saber, Saber]): void {
    this.seen = [];
    const horizon = time + this.jump.half * 1.6;
    for (const arc of this.arcs) {
      if (arc.from > horizon || arc.to < time || this.seen.length >= MOST) continue;
      this.fill(arc, time, horizon, head, palette, sabers);
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

  private fill(arc: Arc, time: number, horizon: number, head: Vector3, palette: Palette, sabers: [Saber, Saber]): void {
    const hand = arc.color === 1 ? 1 : 0;
    const colour = palette.sabers[hand];
    // What has passed the saber is gone.
    const done = Math.max(0, time - arc.from) / (arc.to - arc.from || 1);
    const drawn = arc.held && time >= arc.from;
    const slot = this.seen.length;
    let hold = 0;
    for (let i = 0; i <= STEPS; i++) {
      const u = done + ((1 - done) * i) / STEPS;
      const p = this.onCurve(arc.points, u);
      const ahead = p.z - time;
      const lane = Lane.at(arc.turns[0] + (arc.turns[1] - arc.turns[0]) * u);
      // An arc passes at the hit plane, where its notes are cut.
      p.z = lane.into(this.own.copy(head)).z - 0.9 - ahead * this.jump.speed;
      lane.out(p);
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
      const at = (slot * (STEPS + 1) + i) * 2;
      const near = Math.min(1, ahead * 8 + 0.25 + hold) + hold * Math.exp(-ahead * 6);
      const far = Math.min(1, Math.max(0, (horizon - time - ahead) / (this.jump.half * 0.8)));
      const alpha = near * far * (arc.loose ? 1 - u : 1) * 0.75;
      for (let side = 0; side < 2; side++) {
        this.positions.set([p.x + (side - 0.5) * 0.09 * near, Math.max(0.1, p.y), p.z], (at + side) * 3);
        this.tints.set([colour.r, colour.g, colour.b, alpha], (at + side) * 4);
      }
    }
  }

  private onCurve(points: Vector3[], u: number): Vector3 {
    const curves = (points.length - 1) / 3;
    const first = Math.min(curves - 1, Math.floor(u * curves));
    const w = u * curves - first;
    const v = 1 - w;
    const p = this.point.set(0, 0, 0);
    [v * v * v, 3 * v * v * w, 3 * v * w * w, w * w * w].forEach((share, i) => p.addScaledVector(points[3 * first + i]!, share));
    return p;
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
