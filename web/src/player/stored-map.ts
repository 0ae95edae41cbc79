// The map that a server has of a replay: fetched after the first picture, and shown as one that is dropped is.
import { signal } from '@preact/signals';
import { fetched } from '../replays/ask';
import { recordOf } from '../replays/record';
import type { Player } from './player';
import { type Source, idOf, mapOf } from './sources';

/** The states of a replay's map. */
export type StoredMapState = 'none' | 'offered' | 'fetching' | 'shown';

/** Of the replay on the stage. */
export const storedMap = signal<StoredMapState>('none');

/** The facts of replays that were opened; the same object comes again when one is opened again with its map. */
const known = new WeakMap<Source, { address: string | null; shown: boolean }>();

/** Looks whether the server has the map of a replay, and shows it unless that costs data that the reader saves. */
export async function lookForMap(player: Player, source: Source): Promise<void> {
  storedMap.value = 'none';
  // The link names another file of it.
  if (mapOf(source)) return;
  const before = known.get(source);
  if (before) {
    storedMap.value = stateOf(before);
    return;
  }
  const state = { address: null as string | null, shown: false };
  known.set(source, state);
  // The files that the address asks for come first, replays to compare with among them.
  await window.ghostreel.ready.catch(() => undefined);
  state.address = (await recordOf(idOf(source) ?? ''))?.map?.address ?? null;
  if (player.source.peek() !== source || !state.address) return;
  storedMap.value = 'offered';
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (!connection?.saveData) await showMap(player, source);
}

/** Shows the replay with its map, or without it if it is shown with it. */
export async function toggleMap(player: Player, source: Source): Promise<void> {
  const state = known.get(source);
  if (state?.shown) await reopen(player, source, undefined);
  else await showMap(player, source);
}

async function showMap(player: Player, source: Source): Promise<void> {
  const state = known.get(source);
  if (!state?.address || storedMap.peek() === 'fetching') return;
  storedMap.value = 'fetching';
  const zip = await (await fetched(`${state.address.slice(1)}/file`))?.blob();
  if (player.source.peek() !== source) return;
  if (!zip) {
    storedMap.value = 'offered';
    player.said.announce('The map could not be fetched');
    return;
  }
  await reopen(player, source, zip);
}

/** Goes on where the replay is, in the same way. */
async function reopen(player: Player, source: Source, map: Blob | undefined): Promise<void> {
  const state = known.get(source)!;
  const others = player.others.peek();
  const opening = {
    time: player.playback.time.peek(),
    loop: player.playback.loop.peek(),
    camera: player.picture.camera.peek(),
    speed: player.playback.speed.peek(),
    autoplay: player.playback.playing.peek(),
    map,
  };
  try {
    state.shown = map !== undefined;
    await player.open(source, opening);
    if (others.length > 0) await player.compareWith(others);
    player.said.announce(map ? 'Shown with its map' : 'Shown without its map');
  } catch {
    // Why is shown on the page, and the replay stays as it was.
    state.shown = !state.shown;
  }
  if (player.source.peek() === source) storedMap.value = stateOf(state);
}

const stateOf = ({ address, shown }: { address: string | null; shown: boolean }): StoredMapState =>
  shown ? 'shown' : address ? 'offered' : 'none';
