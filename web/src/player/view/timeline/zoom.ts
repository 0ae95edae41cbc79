import type { Span } from '../../../stage/scene';

/** Fewer seconds than this cannot be aimed at. */
const SHORTEST = 2;
/** How much a pixel of the wheel zooms. */
const PACE = 0.002;

/** The part of `all` that a bar shows after a turn of the wheel, which leaves the time under the pointer where it is; null for all of it. */
export function zoomed(part: Span, all: Span, at: number, event: WheelEvent): Span | null {
  const length = part.end - part.start;
  const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
  const along = event.shiftKey ? event.deltaY : event.deltaX;
  if (Math.abs(along) > Math.abs(event.shiftKey ? 0 : event.deltaY)) {
    return within(part.start + (along * lines * length) / 1000, length, all);
  }
  return resized(part, all, at, Math.exp(event.deltaY * lines * PACE));
}

/** The part of `all` after a press of a key, which leaves `time` where it is if it is shown, and else goes to it. */
export function zoomedTo(part: Span, all: Span, time: number, factor: number): Span | null {
  const shown = following(part, all, time) ?? all;
  return resized(shown, all, (time - shown.start) / (shown.end - shown.start), factor);
}

function resized(part: Span, all: Span, at: number, factor: number): Span | null {
  const length = part.end - part.start;
  const wanted = Math.max(SHORTEST, length * factor);
  return within(part.start + at * (length - wanted), wanted, all);
}

/** The part of `all` as long as `part` that `time` is in, a tenth after its start; `part` itself if it is in that. */
export function following(part: Span, all: Span, time: number): Span | null {
  if (time >= part.start && time <= part.end) return part;
  const length = part.end - part.start;
  return within(time - length / 10, length, all);
}

function within(start: number, length: number, all: Span): Span | null {
  if (length >= all.end - all.start) return null;
  const first = Math.min(Math.max(start, all.start), all.end - length);
  return { start: first, end: first + length };
}
