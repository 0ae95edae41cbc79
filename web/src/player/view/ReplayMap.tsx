import { useEffect } from 'preact/hooks';
import type { Player } from '../player';
import type { Source } from '../sources';
import { lookForMap, storedMap, toggleMap } from '../stored-map';
import './stored-map.css';

const WORDS = { offered: 'Show map', fetching: 'Map …', shown: 'With map' };
const TITLES = {
  offered: 'The server has the map that this was played on: its walls, bombs and song can be shown',
  fetching: 'The map is fetched from the server',
  shown: 'Shown with the map that the server has of it; click to show it without',
};

/** Whether the replay is shown with the map that its server has, and the switch for it. */
export function StoredMap({ player, source }: { player: Player; source: Source }) {
  useEffect(() => {
    void lookForMap(player, source);
  }, [player, source]);
  const state = storedMap.value;
  if (state === 'none') return null;
  return (
    <button
      type="button"
      class="stored-map"
      data-state={state}
      aria-pressed={state === 'shown'}
      title={TITLES[state]}
      disabled={state === 'fetching'}
      onClick={() => void toggleMap(player, source)}
    >
      {WORDS[state]}
    </button>
  );
}
