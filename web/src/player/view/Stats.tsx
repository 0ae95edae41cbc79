import { type ComponentType } from 'preact';
import { signal } from '@preact/signals';
import { CloseIcon } from '../../ui/icons';
import type { StatsPanelProps } from '../../stats/types';
import type { Player } from '../player';

/** Fetched when first asked for: plots are not on the way to the first picture. */
const panel = signal<ComponentType<StatsPanelProps> | null>(null);
let asked = false;

export function lazyPanel(player: Player, onClose: () => void) {
  if (!asked) {
    asked = true;
    void import('../../stats/StatsPanel').then((module) => (panel.value = module.StatsPanel));
  }
  const Panel = panel.value;
  const replay = player.replay.value!;
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
          <Panel key={replay} replay={replay} time={player.time} onSeek={(time) => player.seek(time)} />
        ) : (
          <span class="spinner" />
        )}
      </div>
    </aside>
  );
}
