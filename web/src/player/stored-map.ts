// The map that a server has of a replay: fetched after the first picture, and shown as one that is dropped is.
import { signal } from '@preact/signals';
import { fetched } from '../replays/ask';
import { follow } from '../replays/links';
import { recordOf } from '../replays/record';
import type { Player } from './player';
import { showWith } from './shown-map';
import { type Source, idOf, mapOf } from './sources';

/** The server's map for the replay on the stage. */
export const storedMap = signal<'none' | 'offered' | 'fetching'>('none');

/** The addresses of the maps of replays that were opened; the same object comes again when one is opened again with its map. */
const known = new WeakMap<Source, string | null>();

/** Looks whether the server has the map of a replay, and shows it unless that costs data that the reader saves. */
export async function lookForMap(player: Player, source: Source): Promise<void> {
  storedMap.value = known.get(source) ? 'offered' : 'none';
  const id = idOf(source);
  // The link may name another file of it.
  if (!id || mapOf(source) || known.has(source)) return;
  known.set(source, null);
  // The files that the address asks for come first, replays to compare with among them.
  await window.ghostreel.ready.catch(() => undefined);
  const address = (await recordOf(id))?.map?.address ?? null;
  known.set(source, address);
  if (player.source.peek() !== source || !address) return;
  storedMap.value = 'offered';
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (!connection?.saveData && !player.replay.peek()?.hasMap) await showStoredMap(player, source);
}

/** Shows the replay with the map that the server has. */
export async function showStoredMap(player: Player, source: Source): Promise<void> {
  const address = known.get(source);
  if (!address || storedMap.peek() === 'fetching') return;
  storedMap.value = 'fetching';
  const zip = await (await fetched(`${address.slice(1)}/file`))?.blob();
  if (player.source.peek() !== source) return;
  if (zip) await showWith(player, source, zip);
  else player.said.announce('The map could not be fetched');
  if (player.source.peek() === source) storedMap.value = 'offered';
}

/** Has the server get the map from BeatSaver, and shows the replay with it. */
export async function getMap(player: Player, source: Source, hash: string): Promise<void> {
  storedMap.value = 'fetching';
  const followed = await follow(hash);
  const zip = 'id' in followed ? await (await fetched(`api/maps/${followed.id}/file`))?.blob() : undefined;
  if (player.source.peek() !== source) return;
  if (zip) await showWith(player, source, zip);
  else player.said.say('refusal' in followed ? followed.refusal : 'The map could not be fetched');
  if (player.source.peek() === source) storedMap.value = known.get(source) ? 'offered' : 'none';
}
