import { mapAmong } from '../files/map-files';
import { sorted } from '../files/options';
import { EXTENSIONS, FORMAT_OPTIONS, gameById, gameOfName } from '../games/registry';
import type { Player } from './player';
import { askWhere, type Where } from './question';
import { inOrder } from './queue';
import { showWith } from './shown-map';
import { fileSource, type Source } from './sources';
import { openWithMap } from './with-map';

/** The receiver of dropped files. */
interface DropActions {
  player: Player;
  open(source: Source, time?: number, map?: Blob): Promise<void>;
}

/** Endings that files of maps have, too. */
const SHARED = ['.dat', '.json'];

const isReplayName = (name: string): boolean =>
  EXTENSIONS.some((ending) => !SHARED.includes(ending) && name.toLowerCase().endsWith(ending));

const NO_MAP = 'This is no map: a map is a zip file, or all files of its folder, Info.dat among them.';

/** A map that was dropped before its replay. */
let waiting: File | undefined;

/**
 * Takes files that were dropped on the page, or chosen: replays, options of formats, and a map. `isChosen`: as replays to be opened, which
 * leaves nothing to ask.
 */
export async function takeDropped(files: readonly File[], actions: DropActions, isChosen = false): Promise<void> {
  const { player, open } = actions;
  const { options, others } = sorted(files, FORMAT_OPTIONS);
  player.reading.addOptions(options);
  const { map, others: replays } = await mapAmong(others, isReplayName);
  const shown = player.source.peek();
  if (replays.length > 0) {
    const where = isChosen ? 'instead' : await whereTo(player, replays);
    if (where === 'instead') await openAll(replays, map, actions);
    if (where !== 'beside') return;
    if (map) await showWith(player, player.source.peek()!, map);
    await player.compareAlso(replays);
  } else if (shown && map) await showWith(player, shown, map);
  else if (map) {
    waiting = map;
    player.said.say('Now drop the replay');
  } else if (options.length === 0) return;
  else if (shown) await open(shown, player.playback.time.peek());
  else player.said.say('Now drop the replay');
}

/** Takes files that were chosen as the map of the replay on the stage. */
export async function takeMap(files: readonly File[], player: Player): Promise<void> {
  const { map } = await mapAmong(files, isReplayName);
  const shown = player.source.peek();
  if (shown && map) await showWith(player, shown, map);
  else if (shown) player.refusal.value = { error: NO_MAP, file: files[0]?.name, isOfMap: true };
}

/** Where to show replays: where all are further plays of the map on the stage, the reader is asked. Null: nowhere. */
async function whereTo(player: Player, files: File[]): Promise<Where | null> {
  const scene = player.scene.peek();
  if (!scene?.beside || player.live.peek()) return 'instead';
  for (const file of files) {
    const replay = await player.reading.read(fileSource(file)).catch(() => null);
    replay?.close();
    // Why a file cannot be opened is said when it is.
    if (!replay || !scene.beside.takes(replay.meta)) return 'instead';
  }
  if (scene !== player.scene.peek()) return 'instead';
  return askWhere({ count: files.length, fits: player.others.peek().length + files.length <= scene.beside.most });
}

/** The first is shown. The others are compared with it, or come after it. */
async function openAll(replays: File[], map: File | undefined, { player, open }: DropActions): Promise<void> {
  const areCompared = replays.some(({ name }) => gameById(gameOfName(name) ?? '')?.compares);
  const [file, ...more] = areCompared ? replays : inOrder(replays);
  const source = fileSource(file!);
  const its = map ?? waiting;
  waiting = undefined;
  if (its) await openWithMap(player, its.name, (isWith) => open(source, undefined, isWith ? its : undefined));
  else await open(source);
  const follow = player.scene.peek()?.compareWith ? [] : more;
  player.queue.fill(follow, open);
  if (more.length > 0 && follow.length === 0) await player.compareAlso(more);
}
