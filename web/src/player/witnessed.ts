import type { Proven } from '../replays/api.types';
import type { Span } from '../stage/scene';

/** So far a session's seconds may be from the replay's: as far as marks let clocks be apart (docs/spec/mark.md). */
const TOLERANCE = 2;

/**
 * Where on a replay's timeline it was witnessed; null if none of it was, or if it cannot be said where.
 *
 * A proof counts seconds of the session. Rows that a recorder in the game pushed have the replay's own time; of a file whose bytes were
 * recorded, the seconds since the session began, which is where the replay begins. A session that took more or less time than the replay
 * lasts says nothing about single seconds of it.
 */
export function witnessedOf({ covered, share, session }: Proven, { start, end }: Span): Span[] | null {
  const seconds = covered.reduce((sum, [from, to]) => sum + to - from, 0);
  const length = session ? session[1] - session[0] : seconds / share;
  if (!(length > 0) || Math.abs(length - (end - start)) > TOLERANCE) return null;
  const [first, last] = [covered[0]![0], covered.at(-1)![1]];
  const misfit = (begin: number) => Math.max(0, begin - first, last - begin - length);
  const [inOwnTime, sinceBegin] = [misfit(start), misfit(0)];
  if (Math.min(inOwnTime, sinceBegin) > TOLERANCE || (inOwnTime === sinceBegin && Math.abs(start) > TOLERANCE)) return null;
  const begin = inOwnTime < sinceBegin ? start : 0;
  const place = (time: number) => Math.min(end, Math.max(start, start + ((time - begin) / length) * (end - start)));
  return covered.map(([from, to]) => ({ start: place(from), end: place(to) }));
}
