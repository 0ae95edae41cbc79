/** The answer of `describe` in bindings/wasm about an open replay. */
export interface Description {
  format: string;
  format_name: string;
  game: string;
  version: string;
  writer: string | null;
  game_version: string | null;
  players: { id: string | null; name: string }[];
  map: { name: string | null; id: string | null; author: string | null; difficulty: string | null } | null;
  mode: string | null;
  /** Unix seconds. */
  started_at: number | null;
  duration_s: number;
  score: number | null;
  outcome: string | null;
  /** Game specific facts; for Beat Saber: modifiers, jump_distance, left_handed, height, … */
  details: Record<string, string | number | boolean | null>;
  diagnostics: Diagnostic[];
  /** The kinds that the rows of the table `moments` are of. */
  moment_kinds: MomentKind[];
  /** The game's tables, then `moments`. */
  tables: TableInfo[];
  /** Only of a reel whose own tables are shown. */
  reel?: ReelInfo;
}

/** Members that only reels have. */
export interface ReelInfo {
  /** The game's own file, if the reel has one. */
  original: { format?: string; file?: string } | null;
  /** From the least to the greatest time of all rows, in seconds. */
  span: [number, number];
  /** Whether it lies elsewhere and is read by pieces. */
  remote: boolean;
  /** Bytes of all rows, packed. */
  row_bytes: number;
}

/** A stretch of time in seconds: `start` is in it, `end` is not. */
export interface Stretch {
  start: number;
  end: number;
}

/** A column: its values, and which rows have one. */
export interface ColumnBuffers {
  values: ArrayBuffer;
  /** A byte a row, 0 where there is no value; empty where all rows have one. */
  validity: ArrayBuffer;
}

/** Columns of the rows in a stretch of time. */
export interface StretchColumns {
  buffers: ColumnBuffers[];
  /** For each column of texts, the texts of its codes. */
  texts: (string[] | null)[];
}

/** The new rows of a replay whose file has grown. */
export interface Appended {
  description: Description;
  /** By name, the rows at the end of columns that were added or changed. A column that is not there any more is missing. */
  ends: Map<string, ColumnBuffers>;
}

/** A kind of moments, as Rust has it. */
export interface MomentKind {
  name: string;
  /** The heading of a list of them; kinds may share a list. */
  list: string;
  /** Name of a colour; `team` for that of the moment's team. */
  color: string;
  /** Severity of most of them: 0 a detail, 1 worth a look, 2 decides the game. */
  severity: number;
  unit: string;
}

/** Something worth a look: a row of the table `moments`. */
export interface Moment {
  time: number;
  kind: MomentKind;
  /** Rows of `players`: the actor, and the other player. */
  player: number | null;
  other: number | null;
  team: number | null;
  /** The event, in one line. */
  label: string;
  /** Further text; may be empty. */
  detail: string;
  /** 0 a detail, 1 worth a look, 2 decides the game. */
  severity: number;
  /** In the kind's unit. */
  value: number | null;
}

/** An option of a game's format: the content of a file that only its decoder understands. */
export interface FormatOption {
  game: string;
  /** The option's name. */
  name: string;
  bytes: Uint8Array;
}

/** The endings of a game's files. */
export interface FileEnding {
  game: string;
  extension: string;
  /** Whether there is a second decoder, `<game>-inference`, for files that the first one does not support. */
  inference?: boolean;
  /** Which module reads such files, `<game>-<module>`, where the game's first one does not. */
  module?: string;
  /** Whether there is a decoder that also reads maps: its own module, else `<game>-map`. */
  maps?: boolean;
}

export interface Diagnostic {
  offset: number;
  section: string;
  severity: 'info' | 'warning' | 'error';
  message: string;
}

export interface TableInfo {
  name: string;
  kind: string;
  time: string | null;
  /** Null for `moments`, which would have to be worked out first. */
  rows: number | null;
  columns: ColumnInfo[];
}

export interface ColumnInfo {
  name: string;
  type: ColumnType;
  unit?: string | null;
  meaning?: string | null;
  /** The words for a row without a value, where some have none. */
  null?: string;
  /** The value that stands for none, where the column has what the file has. */
  sentinel?: { value: string; meaning: string };
  /** Only of a reel: the least and the greatest value in all of it; null if that is not known. */
  range?: [number, number] | null;
}

export type ColumnType = 'f32' | 'f64' | 'i8' | 'i16' | 'i32' | 'i64' | 'u8' | 'u16' | 'u32' | 'u64' | 'bool' | 'dict';

export type NumericArray = Float32Array | Float64Array | Int8Array | Int16Array | Int32Array | Uint8Array | Uint16Array | Uint32Array;

export type TypedArray = NumericArray | BigInt64Array | BigUint64Array;

/** The parameters of a question, by name. */
export type Parameters = Readonly<Record<string, number>>;

/** Why the decoder refused a file: the fields of `ghostreel_core::Error`. */
export interface Refusal {
  error: string;
  offset?: number;
  section?: string;
  expected?: string;
  found?: string;
  fault?: string;
  /** The file's name, if it has one. */
  file?: string;
}

export class DecodeError extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.error);
    this.name = 'DecodeError';
    this.refusal = refusal;
  }
}
