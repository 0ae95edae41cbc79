import { signal } from '@preact/signals';
import { viewsOf } from '../../games/registry';
import type { StatsPanel } from '../../stats/types';
import { CloseIcon } from '../../ui/icons';
import type { Player } from '../player';

/** By game. Fetched when first asked for: statistics are not on the way to the first picture. */
const panels = signal<Record<string, StatsPanel | undefined>>({});
const asked = new Set<string>();

export function lazyPanel(player: Player, onClose: () => void) {
  const replay = player.replay.value!;
  const game = replay.meta.reel ? 'reel' : replay.meta.game;
  const coming =
    asked.has(game) ||
    viewsOf(replay.meta)
      ?.stats?.()
      .then((panel) => (panels.value = { ...panels.peek(), [game]: panel }));
  if (coming) asked.add(game);
  const Panel = panels.value[game];
  return (
    <aside class="sheet glass" aria-label="Statistics">
      <header>
        <h2>Statistics</h2>
        <button type="button" class="btn quiet icon" aria-label="Close statistics" onClick={onClose}>
          <CloseIcon />
        </button>
      </header>
      <div class="sheet-body">
        {Panel ? (
          <Panel
            key={replay}
            replay={replay}
            root={player.scene.value!.root}
            lane={player.lane}
            filter={player.playback.filter}
            counts={player.counts}
            time={player.playback.time}
            onSeek={(time) => player.playback.seek(time)}
            timeText={(time) => player.playback.timeText(time)}
            onLoop={(a, b) => player.playback.practise({ a, b })}
          />
        ) : coming ? (
          <span class="spinner" />
        ) : (
          <p>There are no statistics for this game yet.</p>
        )}
      </div>
    </aside>
  );
}
