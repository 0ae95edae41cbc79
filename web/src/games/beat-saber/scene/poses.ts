import { Quaternion, Vector3 } from 'three';
import type { NumericArray } from '../../../decoder';
import type { Columns } from '../../../stage/columns';
import type { CameraPose } from '../../../stage/scene';
import { lastAtOrBefore } from '../../../stage/times';
import { GAP_SECONDS } from '../rules';
import { column } from './data';

export type Part = 'head' | 'left' | 'right';

/** Head and hands over time, in three.js axes (right-handed, −Z ahead). */
export class Poses {
  readonly times: Float64Array;
  /** The frames that are shown, as rows of the table. */
  private readonly rows: Uint32Array;
  private readonly parts: Record<Part, PartColumns>;
  /** Number of the unbroken stretch that each frame belongs to. */
  private readonly stretch: Uint32Array;
  private readonly a = new Quaternion();
  private readonly b = new Quaternion();
  private readonly next = new Vector3();
  private readonly hilt = new Vector3();
  private readonly points = [new Vector3(), new Vector3(), new Vector3(), new Vector3()];

  constructor(frames: Columns, pauses: Columns) {
    const time = column(frames, 'time');
    const playable = column(frames, 'playable');
    const rows = new Uint32Array(time.length);
    const times = new Float64Array(time.length);
    let count = 0;
    let last = -Infinity;
    for (let row = 0; row < time.length; row++) {
      if (playable.length > 0 && !playable[row]) continue;
      if (!(time[row]! > last)) continue;
      times[count] = last = time[row]!;
      rows[count++] = row;
    }
    this.times = times.subarray(0, count);
    this.rows = rows.subarray(0, count);
    this.parts = { head: columnsOf(frames, 'head'), left: columnsOf(frames, 'left'), right: columnsOf(frames, 'right') };
    this.stretch = stretches(this.times, column(pauses, 'time'));
  }

  get length(): number {
    return this.times.length;
  }

  /** Holds before the first frame, after the last, and across pauses and gaps. */
  sample(part: Part, time: number, out: CameraPose): CameraPose {
    if (this.length === 0) return rest(part, out);
    const i = Math.max(0, lastAtOrBefore(this.times, time));
    this.read(part, i, out.position, this.a);
    const next = i + 1;
    if (next < this.length && time > this.times[i]! && this.stretch[next] === this.stretch[i]) {
      const u = (time - this.times[i]!) / (this.times[next]! - this.times[i]!);
      this.read(part, next, this.next, this.b);
      out.position.lerp(this.next, u);
      this.a.slerp(this.b, u); // three.js takes the shorter way round.
    }
    out.rotation.copy(this.a);
    return out;
  }

  /** A frame that is shown. */
  frame(part: Part, i: number, out: CameraPose): CameraPose {
    this.read(part, i, out.position, out.rotation);
    return out;
  }

  /** A point on a blade, so far from its hilt, on a smooth curve through where it was in the recorded frames. */
  onBlade(part: 'left' | 'right', time: number, along: number, out: Vector3): Vector3 {
    if (this.length === 0) return out.set(0, 0, 0);
    const i = Math.max(0, lastAtOrBefore(this.times, time));
    const j = this.within(i + 1, i);
    this.pointAt(i, part, along, out);
    const step = this.times[j]! - this.times[i]!;
    if (step <= 0 || time <= this.times[i]!) return out;
    const [h, k] = [this.within(i - 1, i), this.within(j + 1, i)];
    const u = Math.min(1, (time - this.times[i]!) / step);
    const before = this.pointAt(h, part, along, this.points[0]!);
    const from = this.points[1]!.copy(out);
    const to = this.pointAt(j, part, along, this.points[2]!);
    const after = this.pointAt(k, part, along, this.points[3]!);
    // Hermite: at each frame it goes as from the frame before to the one after.
    const first = step / Math.max(step, this.times[j]! - this.times[h]!);
    const last = step / Math.max(step, this.times[k]! - this.times[i]!);
    const [uu, uuu] = [u * u, u * u * u];
    const [a, b] = [(uuu - 2 * uu + u) * first, (uuu - uu) * last];
    return out
      .set(0, 0, 0)
      .addScaledVector(from, 2 * uuu - 3 * uu + 1 - b)
      .addScaledVector(before, -a)
      .addScaledVector(to, 3 * uu - 2 * uuu + a)
      .addScaledVector(after, b);
  }

  /** A frame, or the one at hand where that is of another stretch. */
  private within(i: number, here: number): number {
    return i >= 0 && i < this.length && this.stretch[i] === this.stretch[here] ? i : here;
  }

  private pointAt(i: number, part: Part, along: number, out: Vector3): Vector3 {
    this.read(part, i, this.hilt, this.a);
    return out.set(0, 0, -along).applyQuaternion(this.a).add(this.hilt);
  }

  /** The unbroken stretch that holds at a time; trails end where it changes. */
  stretchAt(time: number): number {
    return this.length === 0 ? 0 : this.stretch[Math.max(0, lastAtOrBefore(this.times, time))]!;
  }

  /** (x, y, −z) and (−x, −y, z, w): Unity's left-handed axes to three.js's right-handed ones. */
  private read(part: Part, i: number, position: Vector3, rotation: Quaternion): void {
    const row = this.rows[i]!;
    const [x, y, z, qx, qy, qz, qw] = this.parts[part];
    position.set(x![row]!, y![row]!, -z![row]!);
    rotation.set(-qx![row]!, -qy![row]!, qz![row]!, qw![row]!).normalize();
  }
}

type PartColumns = readonly NumericArray[];

function columnsOf(frames: Columns, part: Part): PartColumns {
  const names = [...['x', 'y', 'z'].map((axis) => `pos.${axis}`), ...['x', 'y', 'z', 'w'].map((axis) => `rot.${axis}`)];
  return names.map((name) => column(frames, `${part}.${name}`));
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
