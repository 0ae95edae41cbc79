import type { ReadonlySignal, Signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import type { Object3D } from 'three';
import type { Moment, Replay } from '../decoder';

/** The player's input for the statistics panel. The page around it gives it a width and a heading; it gives itself
 * the rest. */
export interface StatsPanelProps {
  replay: Replay;
  /** The panel's additions to the picture. */
  root: Object3D;
  /** The panel's additions to the timeline. It stays when the panel is closed, until the replay is. */
  lane: Signal<Lane | null>;
  /** Which moments the reader asks for. It stays when the panel is closed, until the replay is. */
  filter: Signal<MomentFilter | null>;
  /** Changes now and then while the replay is becoming longer, as one that is followed does: then it is time to count again. */
  counts: ReadonlySignal<number>;
  /** Replay time now, in seconds; changes up to once a drawn frame while playing. */
  time: ReadonlySignal<number>;
  onSeek(time: number): void;
  /** A time as people say it. */
  timeText(time: number): string;
  /** Plays these seconds again and again. */
  onLoop(a: number, b: number): void;
}

/** The moments that a reader asks for. They alone are marked on the timeline and gone to. */
export interface MomentFilter {
  /** In a few words. */
  name: string;
  list: string;
  /** The least value; 0: any. */
  least: number;
  /** Null: anybody's. */
  whose: Whose | null;
  /** `whose`: the same in another replay. */
  has(moment: Moment, whose?: Whose | null): boolean;
}

/** A lane of the timeline, as wide as its bar. */
export type Lane = ComponentType<LaneProps>;

export interface LaneProps {
  /** Where the bar begins, in seconds of the replay, and how long it is. */
  start: number;
  length: number;
}

export type StatsPanel = ComponentType<StatsPanelProps>;

/** A row of the table of players, or the game's number for a team. */
export type Whose = { player: number } | { team: number };

/** Someone whose moments can be asked for. */
export interface Person {
  whose: Whose;
  name: string;
}
