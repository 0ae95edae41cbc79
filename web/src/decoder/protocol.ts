import type { FileEnding, FormatOption, Parameters, Refusal, Stretch } from './types';

/** The messages between the page and the decoder Worker. */
export type Request =
  | { id: number; call: 'open'; bytes: ArrayBuffer; name: string; options: readonly FormatOption[]; map: ArrayBuffer | null }
  /** A file on a server, fetched only as far as needed where that can be done. */
  | { id: number; call: 'fetch'; address: string; name: string; options: readonly FormatOption[] }
  | { id: number; call: 'within'; handle: number; stretch: Stretch; names: string[] }
  | { id: number; call: 'append'; handle: number; bytes: ArrayBuffer; names: string[] }
  | { id: number; call: 'columns'; handle: number; names: string[] }
  | { id: number; call: 'dict'; handle: number; name: string }
  | { id: number; call: 'ask'; handle: number; question: string; given: Parameters }
  | { id: number; call: 'song'; handle: number }
  | { id: number; call: 'sample'; game: string; seed: number }
  | { id: number; call: 'close'; handle: number };

export type Reply = { id: number; value: unknown } | { id: number; refusal: Refusal };

/** Sent once, before any request. */
export interface Start {
  endings: readonly FileEnding[];
  /** Address of the folder with a module for each game. */
  modules: string;
  /** The game whose module is fetched while the page still waits for a file; null for none. */
  likely: string | null;
}
