import type { ColumnInfo, Description, MomentKind, MomentRow, Refusal as RefusalOfFile } from './description.types';

export type { ColumnInfo, Description, Diagnostic, MomentKind, TableInfo } from './description.types';

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

/** Something worth a look: a row of the table `moments`. */
export type Moment = Omit<MomentRow, 'frame' | 'kind'> & { kind: MomentKind };

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

export type ColumnType = ColumnInfo['type'];

export type NumericArray = Float32Array | Float64Array | Int8Array | Int16Array | Int32Array | Uint8Array | Uint16Array | Uint32Array;

export type TypedArray = NumericArray | BigInt64Array | BigUint64Array;

/** The parameters of a question, by name. */
export type Parameters = Readonly<Record<string, number>>;

/** Why the decoder refused a call: of a file, with the parts of its error. */
export type Refusal = Pick<RefusalOfFile, 'error'> &
  Partial<RefusalOfFile> & {
    /** The file's name, if it has one. */
    file?: string;
    /** It is of the map that was brought for the replay, which is not at fault. */
    isOfMap?: true;
  };

export class DecodeError extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.error);
    this.name = 'DecodeError';
    this.refusal = refusal;
  }

  /** The same, of the map that was brought for a replay. */
  ofMap(): DecodeError {
    return new DecodeError({ ...this.refusal, isOfMap: true });
  }
}
