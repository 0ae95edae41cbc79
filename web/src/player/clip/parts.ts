import type { Description, Replay } from '../../decoder';
import type { Scene, Span } from '../../stage/scene';
import type { MomentFilter, Whose } from '../../stats/types';
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
export const LONGEST = 600;

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

/** How much of the replay they are, in its seconds. */
export const lengthOf = (parts: readonly Part[]): number => parts.reduce((sum, { from, until }) => sum + until - from, 0);

/** The first so many seconds of the parts. */
export function shortened(parts: readonly Part[], seconds: number): Part[] {
  let left = seconds;
  const kept: Part[] = [];
  for (const { from, until } of parts) {
    if (left <= 0) break;
    kept.push({ from, until: Math.min(until, from + left) });
    left -= until - from;
  }
  return kept;
}

/** The parts of a replay around the moments that are asked for in another; those of a player, where that one is in it, too. */
export function partsAsked({ has, whose }: MomentFilter, shown: Description, { meta }: Replay, { markers, span }: Scene): Part[] {
  const same = whose && 'player' in whose ? playerIn(meta, shown.players[whose.player]) : whose;
  if (same === undefined) return [];
  return partsAround(
    markers.filter(({ moment }) => has(moment, same)).map(({ time }) => time),
    span,
  );
}

/** Somebody in another replay: by id where both have one, else by name. */
function playerIn({ players }: Description, person: Description['players'][number] | undefined): Whose | undefined {
  const player = players.findIndex(({ id, name }) => (person?.id ? id === person.id : name === person?.name));
  return player < 0 ? undefined : { player };
}

/** The time in the replay of each picture of a clip. */
export function timesOf(parts: readonly Part[], pace: number): Float64Array {
  const step = pace / FRAMES_PER_SECOND;
  const times = parts.flatMap(({ from, until }) =>
    Array.from({ length: Math.max(1, Math.round((until - from) / step)) }, (_, i) => from + i * step),
  );
  return Float64Array.from(times);
}
