import { sorted } from '../files/options';
import { FORMAT_OPTIONS } from '../games/registry';
import type { Player } from './player';
import { fileSource, type Source } from './sources';

/** What dropped files are handed to. */
interface Takers {
  player: Player;
  open(source: Source, time?: number, map?: Blob): Promise<void>;
  compareWith(files: File[]): Promise<void>;
  say(text: string): void;
}

/** Takes files that were dropped on the page: replays, options of formats, and a map. */
export async function takeDropped(files: readonly File[], { player, open, compareWith, say }: Takers): Promise<void> {
  const { options, others } = sorted(files, FORMAT_OPTIONS);
  player.addOptions(options);
  const zips = await Promise.all(others.map(isZip));
  const map = others.find((_, i) => zips[i]);
  const [file, ...more] = others.filter((_, i) => !zips[i]);
  const shown = player.source.peek();
  if (file) {
    // The first is shown; the others are compared with it.
    await open(fileSource(file), undefined, map);
    if (more.length > 0 && player.scene.peek()?.compareWith) await compareWith(more);
  } else if (shown && map) await open(shown, player.time.peek(), map);
  else if (map) say('Now drop the replay and its map together');
  else if (shown) await open(shown, player.time.peek());
  else if (options.length > 0) say('Now drop the replay');
}

/** What a file is, its first bytes say: as `ZipFiles::is_zip` in crates/beatmap has it. */
async function isZip(file: File): Promise<boolean> {
  const head = await file
    .slice(0, 4)
    .text()
    .catch(() => '');
  return head === 'PK\x03\x04' || head === 'PK\x05\x06';
}
