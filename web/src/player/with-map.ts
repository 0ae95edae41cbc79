// Replays that are opened with a map: fetched where somebody brings one.
import { DecodeError } from '../decoder';
import type { Player } from './player';
import { sameOrigin } from './sources';

/** The zip file at an address. */
export async function fetchMap(address: string): Promise<Blob> {
  const response = await fetch(sameOrigin(address, 'Maps')).catch(() => null);
  if (response?.ok) return response.blob();
  const why = response ? `answered ${response.status}` : 'did not answer';
  throw new DecodeError({ error: `The map could not be fetched: the server ${why}.` });
}

/** Opens a replay with a map, or without it if that is refused; then it is said what is wrong with `map`, which is its name. */
export async function openWithMap(player: Player, map: string, open: (isWith: boolean) => Promise<void>): Promise<void> {
  const before = player.source.peek();
  await open(true).catch(() => undefined);
  const refusal = player.refusal.peek();
  if (!refusal || player.source.peek() !== before) return;
  await open(false);
  if (!player.refusal.peek()) player.refusal.value = { ...refusal, file: map };
}
