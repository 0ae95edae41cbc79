import type { ReadonlySignal, Signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import type { Object3D } from 'three';
import type { Replay } from '../decoder';

/** What the player hands to the statistics panel. The page around it gives it a width and a heading; it gives itself
 * the rest. */
export interface StatsPanelProps {
  replay: Replay;
  /** What the panel may add to the picture. */
  root: Object3D;
  /** What the panel may add to the timeline. It stays when the panel is closed, until the replay is. */
  lane: Signal<Lane | null>;
  /** Changes now and then while the replay is becoming longer, as one that is followed does: then it is time to count again. */
  counts: ReadonlySignal<number>;
  /** Replay time now, in seconds; changes up to once a drawn frame while playing. */
  time: ReadonlySignal<number>;
  onSeek(time: number): void;
  /** A time as people tell it. */
  timeText(time: number): string;
  /** Plays these seconds again and again. */
  onLoop(a: number, b: number): void;
}

/** A lane of the timeline, as wide as its bar. */
export type Lane = ComponentType<LaneProps>;

export interface LaneProps {
  /** Where the bar begins, in seconds of the replay, and how long it is. */
  start: number;
  length: number;
}

export type StatsPanel = ComponentType<StatsPanelProps>;
