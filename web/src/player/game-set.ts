// The set that a replay of the server belongs to: its next game follows.
import { recordOf, titleOf } from '../replays/record';
import type { Player } from './player';
import { idOf, type Source } from './sources';

/** Has the next game of a replay's set follow it, unless the reader has something else follow. */
export async function queueSet(player: Player, source: Source, open: (source: Source) => Promise<void>): Promise<void> {
  const id = idOf(source);
  const set = id ? (await recordOf(id))?.set : null;
  const next = set?.next ? await recordOf(set.next) : null;
  if (!set || !next || player.source.peek() !== source || player.queue.isFilled) return;
  const name = `Game ${set.number + 1} of ${set.games}`;
  player.queue.expect([{ name, line: titleOf(next), source: { kind: 'address', replay: next.id }, after: source }], open);
}
