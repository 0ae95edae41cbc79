import type { ReadonlySignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import type { Camera, Object3D } from 'three';
import type { Replay } from '../decoder';
import type { Marker, Span } from './scene';

/** One of the things of a replay that are looked at one by one, as a note and how it was cut. */
export interface CloseUp {
  id: number;
  /** When it is seen best. */
  time: number;
  /** The part that is worth seeing slowly. */
  around: Span;
  /** Which one it is, in a few words. */
  title: string;
  /** What came of it, in fewer. */
  outcome: string;
  /** What it has in common with those that can be gone through without the others, as `Left hand`; empty: nothing. */
  kin: string;
}

/** What a scene has to look at closely. */
export interface CloseUps {
  /** What one is called: `note`. */
  readonly noun: string;
  /** The one at a point of the picture last drawn, −1 to 1 from its left and its bottom. */
  at(x: number, y: number, eye: Camera): CloseUp | null;
  /** The one that a marker is about. */
  of(marker: Marker): CloseUp | null;
  /** The one nearest in time. */
  near(time: number): CloseUp | null;
  /** The one after it or before it; `kin`: of those alone that have that in common with it. */
  beside(closeUp: CloseUp, direction: 1 | -1, kin: boolean): CloseUp | null;
  /** All that is known of one; fetched when somebody looks. */
  body(): Promise<ComponentType<CloseUpProps>>;
}

export interface CloseUpProps {
  closeUp: CloseUp;
  replay: Replay;
  /** For additions to the picture; `redraw` shows them. */
  root: Object3D;
  redraw(): void;
  /** Replay time now, in seconds. */
  time: ReadonlySignal<number>;
}
