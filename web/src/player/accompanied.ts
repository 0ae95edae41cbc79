import type { ReadonlySignal } from '@preact/signals';
import type { Scene } from '../stage/scene';
import type { Emitter } from './events';
import type { Playback } from './playback';

/** The replay that sounds go along with: the one on the stage, and how its time goes on. */
export interface Accompanied {
  readonly scene: ReadonlySignal<Scene | null>;
  readonly playback: Playback;
  readonly events: Emitter;
}
