// Replays that are opened with a map.
import type { Player } from './player';

/** Opens a replay with a map, or without it if the map is refused; then it is said what is wrong with `map`, which is its name. */
export async function openWithMap(player: Player, map: string, open: (isWith: boolean) => Promise<void>): Promise<void> {
  const before = player.source.peek();
  await open(true).catch(() => undefined);
  const refusal = player.refusal.peek();
  if (!refusal?.isOfMap || player.source.peek() !== before) return;
  await open(false);
  if (!player.refusal.peek()) player.refusal.value = { ...refusal, file: map };
}
