import type { ReplayList } from '../replays/api.types';
import { answerOf } from '../replays/ask';
import { type ReplayRecord, recordOf } from '../replays/record';

/** The most plays that are listed. */
const MOST = 50;

/** The plays of a difficulty that the library has besides one. */
export interface OtherPlays {
  /** The best of the same player. */
  own: ReplayRecord | null;
  /** The best first. */
  others: readonly ReplayRecord[];
}

/** Null if the server does not say. */
export async function otherPlays(id: string): Promise<OtherPlays | null> {
  const shown = await recordOf(id);
  if (!shown?.map?.id || !shown.map.difficulty) return null;
  const player = shown.players[0]?.id ?? null;
  const [best, bestOwn] = await Promise.all([playsLike(shown), player ? playsLike(shown, { player, limit: '2' }) : []]);
  if (!best || !bestOwn) return null;
  const isAnother = (play: ReplayRecord) => play.id !== id;
  const own = bestOwn.find((play) => isAnother(play) && play.players[0]?.id === player) ?? null;
  return { own, others: best.filter((play) => isAnother(play) && play.id !== own?.id) };
}

/** The best plays of the same difficulty. `conditions`: further parameters of the list. */
async function playsLike({ game, map, mode }: ReplayRecord, conditions: Record<string, string> = {}): Promise<ReplayRecord[] | null> {
  const query = new URLSearchParams({
    game,
    map: map!.id!,
    difficulty: map!.difficulty!,
    sort: '-score',
    limit: String(MOST),
    ...(mode && { mode }),
    ...conditions,
  });
  const list = await answerOf<ReplayList>(`api/replays?${query}`, 'replays');
  // Part of a name or of a mode counts for the library.
  return list?.replays.filter((play) => play.map?.id === map!.id && play.mode === mode) ?? null;
}
