import { isZip, sorted } from '../files/options';
import { FORMAT_OPTIONS, gameById, gameOfName } from '../games/registry';
import type { Player } from './player';
import { inOrder } from './queue';
import { fileSource, type Source } from './sources';
import { openWithMap } from './with-map';

/** The receiver of dropped files. */
interface DropActions {
  player: Player;
  open(source: Source, time?: number, map?: Blob): Promise<void>;
  compareWith(files: File[]): Promise<void>;
}

/** A map that was dropped before its replay. */
let waiting: File | undefined;

/** Takes files that were dropped on the page, or chosen: replays, options of formats, and a map. */
export async function takeDropped(files: readonly File[], { player, open, compareWith }: DropActions): Promise<void> {
  const { options, others } = sorted(files, FORMAT_OPTIONS);
  player.reading.addOptions(options);
  const zips = await Promise.all(others.map(isZip));
  const map = others.find((_, i) => zips[i]);
  const replays = others.filter((_, i) => !zips[i]);
  const areCompared = replays.some(({ name }) => gameById(gameOfName(name) ?? '')?.compares);
  const [file, ...more] = areCompared ? replays : inOrder(replays);
  const shown = player.source.peek();
  if (file) {
    const source = fileSource(file);
    const its = map ?? waiting;
    waiting = undefined;
    // The first is shown. The others are compared with it, or come after it.
    if (its) await openWithMap(player, its.name, (isWith) => open(source, undefined, isWith ? its : undefined));
    else await open(source);
    const follow = player.scene.peek()?.compareWith ? [] : more;
    player.queue.fill(follow, (file) => open(fileSource(file)));
    if (more.length > 0 && follow.length === 0) await compareWith(more);
  } else if (shown && map) await open(shown, player.playback.time.peek(), map);
  else if (map) {
    waiting = map;
    player.said.say('Now drop the replay');
  } else if (shown) await open(shown, player.playback.time.peek());
  else if (options.length > 0) player.said.say('Now drop the replay');
}
