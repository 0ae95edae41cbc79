// The map that the replay on the stage is shown with.
import { FORMATS } from '../games/registry';
import type { Player } from './player';
import { type Source, mapOf } from './sources';

/** Whether the replay on the stage can be shown with its map, and without it. */
export function takesMap(player: Player): boolean {
  const [replay, source] = [player.replay.value, player.source.value];
  if (!replay || !source || player.live.value) return false;
  // A sample was played on no map. One that the link names is a part of the link.
  if (source.kind === 'sample' || (mapOf(source) && replay.hasMap)) return false;
  return FORMATS.some(({ id, maps }) => maps && id === replay.meta.format);
}

/** Shows the replay on the stage with a map, or without; it goes on where it is, in the same way. */
export async function showWith(player: Player, source: Source, map: Blob | undefined): Promise<void> {
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
    await player.open(source, opening);
    if (others.length > 0) await player.compareWith(others);
    player.said.announce(map ? 'Shown with its map' : 'Shown without its map');
  } catch {
    // Why is shown on the page, and the replay stays as it was.
  }
}
