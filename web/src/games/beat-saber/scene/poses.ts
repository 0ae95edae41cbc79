import { Quaternion, type Vector3 } from 'three';
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
