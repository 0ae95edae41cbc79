import type { Vector3Tuple } from 'three';

/** Where a camera that the hand moves is, and what it looks at. */
export type Eye = [...Vector3Tuple, ...Vector3Tuple];

/** Where the camera is at a time, and what it looks at. */
export interface CameraPoint {
  time: number;
  eye: Eye;
}

/** So many points fit into a link. */
const MOST = 24;
/** Points nearer in time than this, in seconds, are one. */
const NEAR = 0.05;

/** The points by time, with one more, in place of one at the same time. Null: there are as many as there may be. */
export function withPoint(points: readonly CameraPoint[], point: CameraPoint): CameraPoint[] | null {
  const others = points.filter(({ time }) => Math.abs(time - point.time) >= NEAR);
  return others.length >= MOST ? null : [...others, point].sort((a, b) => a.time - b.time);
}

/**
 * Where a camera is that goes through the points, each at its time: smoothly, without a bend, slowly away from the first and slowly to the last, where it
 * stays before and after. There are two points or more.
 */
export function eyeAlong(points: readonly CameraPoint[], time: number): Eye {
  const next = points.findIndex((point) => point.time > time);
  if (next <= 0) return points.at(next)!.eye;
  const [from, to] = [points[next - 1]!, points[next]!];
  const length = to.time - from.time;
  const s = (time - from.time) / length;
  const [a, b] = [speedAt(points, next - 1), speedAt(points, next)];
  // A cubic with the places and speeds of both ends.
  return from.eye.map((value, i) => {
    const way = to.eye[i]! - value;
    return value + way * s * s * (3 - 2 * s) + length * s * (1 - s) * (a[i]! * (1 - s) - b[i]! * s);
  }) as Eye;
}

/** How fast the camera passes a point: as from the one before to the one after. At the ends it stands. */
function speedAt(points: readonly CameraPoint[], at: number): number[] {
  const [before, after] = [points[at - 1], points[at + 1]];
  if (!before || !after) return [0, 0, 0, 0, 0, 0];
  return before.eye.map((value, i) => (after.eye[i]! - value) / (after.time - before.time));
}

const rounded = (value: number): string => String(Math.round(value * 100) / 100);

/** As a link has it; empty without points. */
export const writePath = (points: readonly CameraPoint[]): string =>
  points.map(({ time, eye }) => [time, ...eye].map(rounded).join(',')).join('_');

/** The points of a link; none of one that has others. */
export function readPath(text: string | null): CameraPoint[] {
  const points = (text ?? '').split('_').map((point) => point.split(',').map((part) => (part.trim() === '' ? NaN : Number(part))));
  if (!points.every((numbers) => numbers.length === 7 && numbers.every(Number.isFinite))) return [];
  let read: CameraPoint[] = [];
  for (const [time, ...eye] of points) read = withPoint(read, { time: time!, eye: eye as Eye }) ?? read;
  return read;
}
