import type { Span } from '../../stage/scene';
import type { Player } from '../player';

/** A part of the replay, in its seconds. */
export interface Part {
  from: number;
  until: number;
}

export const FRAMES_PER_SECOND = 60;
/** How long a clip is without a loop, in seconds of the watcher's time. */
const CLIP_SECONDS = 10;
/** So many seconds of the replay before a moment and after it are in a clip of moments. */
const BEFORE = 3;
const AFTER = 2.5;
/** No clip is longer, in seconds of the watcher's time. */
const LONGEST = 600;

/** Seconds of the replay that pass in one of the watcher's. */
export const paceOf = ({ playback, scene }: Player): number => playback.speed.peek() * (scene.peek()?.rate ?? 1);

/** The loop, or the next seconds. */
export function nextPart(player: Player): Part {
  const loop = player.playback.loop.peek();
  if (loop) return { from: loop.a, until: loop.b };
  const { start, end } = player.scene.peek()!.span;
  const now = player.playback.time.peek();
  const length = CLIP_SECONDS * paceOf(player);
  // At the end, what was before it.
  const from = now >= end ? Math.max(start, end - length) : now;
  return { from, until: Math.min(end, from + length) };
}

/** Moments at these times, each with what leads to it and what comes of it; what would be seen twice is seen once. */
export function partsAround(times: readonly number[], { start, end }: Span): Part[] {
  const parts: Part[] = [];
  for (const time of [...times].sort((a, b) => a - b)) {
    const part = { from: Math.max(start, time - BEFORE), until: Math.min(end, time + AFTER) };
    const last = parts.at(-1);
    if (last && part.from <= last.until) last.until = Math.max(last.until, part.until);
    else if (part.until > part.from) parts.push(part);
  }
  return parts;
}

/** The parts as far as a clip may be long. */
export function shortened(parts: readonly Part[], pace: number): Part[] {
  let left = LONGEST * pace;
  const kept: Part[] = [];
  for (const { from, until } of parts) {
    if (left <= 0) break;
    kept.push({ from, until: Math.min(until, from + left) });
    left -= until - from;
  }
  return kept;
}

/** The time in the replay of each picture of a clip. */
export function timesOf(parts: readonly Part[], pace: number): Float64Array {
  const step = pace / FRAMES_PER_SECOND;
  const times = parts.flatMap(({ from, until }) =>
    Array.from({ length: Math.max(1, Math.round((until - from) / step)) }, (_, i) => from + i * step),
  );
  return Float64Array.from(times);
}
