// The set that a replay of the server belongs to: its next game follows.
import type { GameSet } from '../replays/api.types';
import { recordOf, titleOf } from '../replays/record';
import type { Player } from './player';
import { idOf, type Source } from './sources';

/** Has the next game of a replay's set follow it, unless the reader has something else follow. */
export async function queueSet(player: Player, source: Source, open: (source: Source) => Promise<void>): Promise<void> {
  const id = idOf(source);
  const set = id ? (await recordOf(id))?.set : null;
  const next = set?.next ? await recordOf(set.next) : null;
  if (!set || player.source.peek() !== source || player.queue.isFilled) return;
  if (set.games > 1) player.queue.knows({ among: [source], count: set.games, all: () => gamesOf(set, source) });
  if (!next) return;
  const name = `Game ${set.number + 1} of ${set.games}`;
  player.queue.expect([{ name, line: titleOf(next), source: { kind: 'address', replay: next.id }, after: source }], open);
}

/** The games of a set, in their order, from the one that is open. */
async function gamesOf(set: GameSet, open: Source): Promise<Source[]> {
  const games = [open];
  for (const way of ['previous', 'next'] as const) {
    for (let id = set[way]; id && games.length < set.games; id = (await recordOf(id))?.set?.[way] ?? null) {
      const game: Source = { kind: 'address', replay: id };
      if (way === 'next') games.push(game);
      else games.unshift(game);
    }
  }
  return games;
}
