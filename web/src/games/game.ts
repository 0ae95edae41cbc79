import type { ComponentChildren } from 'preact';
import type { FileEnding } from '../decoder';
import type { SceneKind } from '../stage/scene';
import type { StatsPanel } from '../stats/types';

/** How to fetch what shows a replay. */
export interface Views {
  /** A chunk of its own, fetched when a replay of the game turns up. */
  scene(): Promise<SceneKind>;
  /** A chunk of its own, fetched when someone first asks for it. */
  stats?(): Promise<StatsPanel>;
}

/** All that the pages know of a game: what they need at once, and how to fetch the rest. */
export interface Game extends Views {
  /** As the decoders and the server call it; also the name of its folder and of its decoder. */
  id: string;
  name: string;
  /** Modes to choose from in the library. */
  modes: readonly string[];
  /** How the library calls what its replays are looked for by. */
  search: Search;
  /** Replays of a map are shown beside each other; those of other games one after the other. */
  compares?: true;
  /** Its kinds of files. */
  formats: readonly Format[];
  /** CSS colours of its rows in the library. */
  colours: Colours;
  /** The shapes of the sign that the library makes of a map's id, in a box of 42 by 32. `bits`: 32, different for each map. */
  mark(bits: number): ComponentChildren;
  /** Difficulties to choose from, the easiest first. */
  difficulties?: readonly string[];
  /** A difficulty as people write it, where that is not how files do. */
  difficultyName?(difficulty: string): string;
}

/** How the library calls what replays of a game are looked for by. */
export interface Search {
  /** In the box that looks for everything. */
  everything: string;
  /** Labels of the fields, in their order, with what stands in an empty one. Those that are not named are not offered. */
  fields: Partial<
    Record<'player' | 'opponent' | 'character' | 'map' | 'difficulty' | 'mode', readonly [label: string, placeholder: string]>
  >;
}

/** A kind of a game's files. */
export interface Format extends Omit<FileEnding, 'game'> {
  /** As the decoders and the server call it. */
  id: string;
  name: string;
  /** In running text: `a Slippi replay`. */
  shortName: string;
  /** The options of its formats, as Rust declares them (crates/formats/tests/options.rs compares). */
  options?: readonly FormatOption[];
}

export interface FormatOption {
  /** As the decoders and the server call it. */
  name: string;
  /** That of its file, by which the page knows it when it is dropped. */
  extension: string;
}

export interface Colours {
  /** The game's own. */
  game: string;
  /** The two sides or hands, where they are not red and blue. */
  left?: string;
  right?: string;
}
