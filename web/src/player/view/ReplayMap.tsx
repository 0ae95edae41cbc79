import { useEffect, useRef } from 'preact/hooks';
import { MAP_ENDINGS } from '../../files/map-files';
import type { Player } from '../player';
import { showWith } from '../shown-map';
import { askForSites, sites } from '../../replays/links';
import { getMap, lookForMap, showStoredMap, storedMap } from '../stored-map';
import { FileInput } from './FileInput';

const WORDS = { absent: 'Add the map', offered: 'Show map', fetching: 'Map …', shown: 'With map' };
const TITLES = {
  absent: 'Choose the map that this was played on, as a zip file or as all files of its folder: its walls, bombs and song are then shown',
  offered: 'The server has the map that this was played on: its walls, bombs and song can be shown',
  fetching: 'The map is fetched from the server',
  shown: 'Shown with its map; click to show it without',
};

/** Whether the replay is shown with its map, and the way to that. */
export function ReplayMap({ player, take }: { player: Player; take(files: File[]): void }) {
  const input = useRef<HTMLInputElement>(null);
  const source = player.source.value!;
  useEffect(() => {
    void lookForMap(player, source);
    void askForSites();
  }, [player, source]);
  const stored = storedMap.value;
  const state = stored === 'fetching' ? stored : player.replay.value?.hasMap ? 'shown' : stored === 'offered' ? stored : 'absent';
  const hash = player.replay.value?.meta.map?.id;
  const isOnBeatSaver = state === 'absent' && hash && sites.value?.includes('beatsaver');
  const act = {
    absent: () => input.current!.click(),
    offered: () => showStoredMap(player, source),
    fetching: () => undefined,
    shown: () => showWith(player, source, undefined),
  }[state];
  return (
    <>
      <button
        type="button"
        class="caption-chip replay-map"
        data-state={state}
        aria-pressed={state === 'absent' ? undefined : state === 'shown'}
        title={TITLES[state]}
        disabled={state === 'fetching'}
        onClick={() => void act()}
      >
        {WORDS[state]}
      </button>
      {isOnBeatSaver && (
        <button
          type="button"
          class="caption-chip"
          title="The server fetches the map that this was played on, and keeps it"
          onClick={() => void getMap(player, source, hash)}
        >
          Get it from BeatSaver
        </button>
      )}
      <FileInput input={input} label="Map of this replay" endings={MAP_ENDINGS} multiple onFiles={take} />
    </>
  );
}
