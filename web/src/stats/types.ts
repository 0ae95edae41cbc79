import type { ReadonlySignal } from '@preact/signals';
import type { Replay } from '../decoder';

/** What the player hands to the statistics panel. */
export interface StatsPanelProps {
  replay: Replay;
  /** Song time now, in seconds; changes up to once a drawn frame while playing. */
  time: ReadonlySignal<number>;
  onSeek(time: number): void;
}
