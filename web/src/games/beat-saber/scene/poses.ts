import { Quaternion, Vector3 } from 'three';
import type { Columns } from '../../../stage/columns';
import type { CameraPose } from '../../../stage/scene';
import { lastAtOrBefore } from '../../../stage/times';
import { column } from './data';

export type Part = 'head' | 'left' | 'right';
const PARTS: Part[] = ['head', 'left', 'right'];
const WIDTH = 7 * PARTS.length;
/** Longer than this between two frames and nobody knows what happened: no in-between is made up. */
const GAP_SECONDS = 0.2;

/** Head and hands over time, in three.js axes (right-handed, −Z ahead). */
export class Poses {
  readonly times: Float64Array;
  private readonly values: Float32Array;
  /** Number of the unbroken stretch that each frame belongs to. */
  private readonly stretch: Uint32Array;
  private readonly a = new Quaternion();
  private readonly b = new Quaternion();
  private readonly hilt = new Vector3();
  private readonly points = [new Vector3(), new Vector3(), new Vector3(), new Vector3()];

  constructor(frames: Columns, pauses: Columns) {
    const time = column(frames, 'time');
    const playable = column(frames, 'playable');
    const rows: number[] = [];
    let last = -Infinity;
    for (let row = 0; row < time.length; row++) {
      if (playable.length > 0 && !playable[row]) continue;
      if (!(time[row]! > last)) continue;
      last = time[row]!;
      rows.push(row);
    }
    this.times = Float64Array.from(rows, (row) => time[row]!);
    this.values = converted(frames, rows);
    this.stretch = stretches(this.times, column(pauses, 'time'));
  }

  get length(): number {
    return this.times.length;
  }

  /** Holds before the first frame, after the last, and across pauses and gaps. */
  sample(part: Part, time: number, out: CameraPose): CameraPose {
    if (this.length === 0) return rest(part, out);
    const base = PARTS.indexOf(part) * 7;
    const i = Math.max(0, lastAtOrBefore(this.times, time));
    this.read(i, base, out.position, this.a);
    const next = i + 1;
    if (next < this.length && time > this.times[i]! && this.stretch[next] === this.stretch[i]) {
      const u = (time - this.times[i]!) / (this.times[next]! - this.times[i]!);
      const p = out.position;
      const v = this.values;
      const at = next * WIDTH + base;
      p.set(p.x + (v[at]! - p.x) * u, p.y + (v[at + 1]! - p.y) * u, p.z + (v[at + 2]! - p.z) * u);
      this.b.set(v[at + 3]!, v[at + 4]!, v[at + 5]!, v[at + 6]!);
      this.a.slerp(this.b, u); // three.js takes the shorter way round.
    }
    out.rotation.copy(this.a);
    return out;
  }

  /** A point on a blade, so far from its hilt, on a smooth curve through where it was in the recorded frames. */
  onBlade(part: 'left' | 'right', time: number, along: number, out: Vector3): Vector3 {
    if (this.length === 0) return out.set(0, 0, 0);
    const i = Math.max(0, lastAtOrBefore(this.times, time));
    const j = this.within(i + 1, i);
    const base = PARTS.indexOf(part) * 7;
    this.pointAt(i, base, along, out);
    const step = this.times[j]! - this.times[i]!;
    if (step <= 0 || time <= this.times[i]!) return out;
    const [h, k] = [this.within(i - 1, i), this.within(j + 1, i)];
    const u = Math.min(1, (time - this.times[i]!) / step);
    const before = this.pointAt(h, base, along, this.points[0]!);
    const from = this.points[1]!.copy(out);
    const to = this.pointAt(j, base, along, this.points[2]!);
    const behind = this.pointAt(k, base, along, this.points[3]!);
    // Hermite: at each frame it goes as from the frame before to the one behind.
    const first = step / Math.max(step, this.times[j]! - this.times[h]!);
    const last = step / Math.max(step, this.times[k]! - this.times[i]!);
    const [uu, uuu] = [u * u, u * u * u];
    const [a, b] = [(uuu - 2 * uu + u) * first, (uuu - uu) * last];
    return out
      .set(0, 0, 0)
      .addScaledVector(from, 2 * uuu - 3 * uu + 1 - b)
      .addScaledVector(before, -a)
      .addScaledVector(to, 3 * uu - 2 * uuu + a)
      .addScaledVector(behind, b);
  }

  /** A frame, or the one at hand where that is of another stretch. */
  private within(i: number, here: number): number {
    return i >= 0 && i < this.length && this.stretch[i] === this.stretch[here] ? i : here;
  }

  private pointAt(i: number, base: number, along: number, out: Vector3): Vector3 {
    this.read(i, base, this.hilt, this.a);
    return out.set(0, 0, -along).applyQuaternion(this.a).add(this.hilt);
  }

  /** The unbroken stretch that holds at a time; trails end where it changes. */
  stretchAt(time: number): number {
    return this.length === 0 ? 0 : this.stretch[Math.max(0, lastAtOrBefore(this.times, time))]!;
  }

  private read(i: number, base: number, position: Vector3, rotation: Quaternion): void {
    const v = this.values;
    const at = i * WIDTH + base;
    position.set(v[at]!, v[at + 1]!, v[at + 2]!);
    rotation.set(v[at + 3]!, v[at + 4]!, v[at + 5]!, v[at + 6]!);
  }
}

/** (x, y, −z) and (−x, −y, z, w): Unity's left-handed axes to three.js's right-handed ones. */
function converted(frames: Columns, rows: number[]): Float32Array {
  const out = new Float32Array(rows.length * WIDTH);
  PARTS.forEach((part, p) => {
    const [x, y, z] = ['x', 'y', 'z'].map((axis) => column(frames, `${part}.pos.${axis}`));
    const [qx, qy, qz, qw] = ['x', 'y', 'z', 'w'].map((axis) => column(frames, `${part}.rot.${axis}`));
    rows.forEach((row, i) => {
      const at = i * WIDTH + p * 7;
      const norm = Math.hypot(qx![row]!, qy![row]!, qz![row]!, qw![row]!);
      const k = norm > 1e-6 ? 1 / norm : 0;
      out[at] = x![row]!;
      out[at + 1] = y![row]!;
      out[at + 2] = -z![row]!;
      out[at + 3] = -qx![row]! * k;
      out[at + 4] = -qy![row]! * k;
      out[at + 5] = qz![row]! * k;
      out[at + 6] = k === 0 ? 1 : qw![row]! * k;
    });
  });
  return out;
}

function stretches(times: Float64Array, pauses: ArrayLike<number>): Uint32Array {
  const out = new Uint32Array(times.length);
  const stops = Array.from(pauses).sort((p, q) => p - q);
  let stop = 0;
  for (let i = 1; i < times.length; i++) {
    let broken = times[i]! - times[i - 1]! > GAP_SECONDS;
    while (stop < stops.length && stops[stop]! < times[i]!) {
      if (stops[stop]! >= times[i - 1]!) broken = true;
      stop++;
    }
    out[i] = out[i - 1]! + (broken ? 1 : 0);
  }
  return out;
}

/** A replay cut off before its first frame still shows someone standing there. */
function rest(part: Part, out: CameraPose): CameraPose {
  if (part === 'head') out.position.set(0, 1.7, 0);
  else out.position.set(part === 'left' ? -0.3 : 0.3, 1, -0.3);
  out.rotation.identity();
  return out;
}
