import { Column } from '../../../src/decoder/columns';
import type { ColumnBuffers, ColumnInfo, TableInfo, TypedArray } from '../../../src/decoder/types';
import type { Asked } from './verbs';

/** Seconds from and to; null is from the begin or to the end. The end is not among them. */
export type Times = readonly [from: number | null, to: number | null];

/** The values of a column: of 64-bit integers as bigints, of texts as strings. */
export type Values = TypedArray | string[];

/** What a table is asked for, and who is asked for more about it. */
export interface Origin {
  asked: Asked;
  arrow(asked: Asked): Promise<Uint8Array>;
  sequence(events: readonly Asked[], within: number): Promise<number[][]>;
}

interface Held {
  info: ColumnInfo;
  values: Values;
  /** A byte a row, 0 where there is no value; null where all rows have one. */
  present: Uint8Array | null;
}

/** Columns of a table of a replay. */
export class Table {
  private constructor(
    /** The table's name, e.g. `frames`. */
    readonly name: string,
    /** How to read it between its rows: `states` are interpolated, `steps` hold until the next, `events` are instants. */
    readonly rows: TableInfo['kind'],
    /** The column that has the time in seconds; null of a table outside time. */
    readonly time: string | null,
    /** The meaning of a row. */
    readonly meaning: string,
    /** The number of rows. */
    readonly length: number,
    private readonly held: ReadonlyMap<string, Held>,
    /** @internal */
    readonly origin: Origin,
  ) {}

  /** @internal */
  static of(
    { name, kind, time, meaning, columns }: TableInfo,
    names: readonly string[],
    buffers: readonly ColumnBuffers[],
    texts: ReadonlyMap<string, string[]>,
    origin: Origin,
  ): Table {
    const declared = new Map(columns.map((column) => [column.name, column]));
    const all = names.map((name, at): [string, Held] => {
      const info = declared.get(name)!;
      const { values, validity } = buffers[at]!;
      const array = new Column(info.type, { values, validity }).values();
      const present = validity.byteLength > 0 ? new Uint8Array(validity) : null;
      const codes = texts.get(name);
      return [name, { info, values: codes ? Array.from(array as Uint32Array, (code) => codes[code]!) : array, present }];
    });
    const length = all[0]?.[1].values.length ?? 0;
    return new Table(name, kind, time, meaning, length, new Map(all), origin);
  }

  /** @internal */
  cut(times: Times): Table {
    if (this.time === null) throw new TypeError(`table ${this.name} has no times; ask for all of it`);
    const [from, to] = times;
    const inside = (time: number) => time >= (from ?? -Infinity) && time < (to ?? Infinity);
    const rows: number[] = [];
    (this.held.get(this.time)!.values as Float32Array | Float64Array).forEach((time, row) => {
      if (inside(time)) rows.push(row);
    });
    return this.chosen(rows, { ...this.origin, asked: { ...this.origin.asked, times } as Asked });
  }

  /** Some of its rows, by their numbers from 0 on, in that order. */
  select(rows: Iterable<number>): Table {
    const wanted = [...rows].filter((row) => row >= 0 && row < this.length);
    return this.chosen(wanted, { ...this.origin, asked: { verb: 'rows', of: this.origin.asked, rows: wanted } });
  }

  private chosen(rows: readonly number[], origin: Origin): Table {
    const chosen = <V extends Values>(values: V): V => {
      if (Array.isArray(values)) return rows.map((row) => values[row]!) as V;
      const array = new (values.constructor as new (length: number) => V)(rows.length);
      rows.forEach((row, at) => {
        (array as TypedArray)[at] = (values as TypedArray)[row]!;
      });
      return array;
    };
    const cut = [...this.held].map(([name, { info, values, present }]): [string, Held] => [
      name,
      { info, values: chosen(values), present: present && chosen(present) },
    ]);
    return new Table(this.name, this.rows, this.time, this.meaning, rows.length, new Map(cut), origin);
  }

  /** The table as a stream of Arrow's IPC: what `tableFromIPC` of apache-arrow and flechette, DuckDB and Polars read. Types, units and meanings are those of the other languages. */
  toArrow(): Promise<Uint8Array> {
    return this.origin.arrow(this.origin.asked);
  }

  /** The names of its columns. */
  get columnNames(): string[] {
    return [...this.held.keys()];
  }

  /** Each of its columns: name, type, unit, meaning, and what else there is to say. */
  get schema(): ColumnInfo[] {
    return [...this.held.values()].map(({ info }) => info);
  }

  /** The values of a column, in the type that the file has. Rows without a value have one of no meaning: see `present`. */
  column(name: string): Values {
    return this.find(name).values;
  }

  /** Which rows of a column have a value, a byte each; null where all have one. */
  present(name: string): Uint8Array | null {
    return this.find(name).present;
  }

  /** The rows as objects, null where a row has no value. */
  toObjects(): Record<string, number | bigint | boolean | string | null>[] {
    const columns = [...this.held].map(([name, { info, values, present }]) => {
      const value = (row: number) => (info.type === 'bool' ? values[row] !== 0 : values[row]!);
      return { name, of: (row: number) => (present?.[row] === 0 ? null : value(row)) };
    });
    return Array.from({ length: this.length }, (_, row) => Object.fromEntries(columns.map(({ name, of }) => [name, of(row)])));
  }

  private find(name: string): Held {
    const held = this.held.get(name);
    if (!held) throw new RangeError(`table ${this.name} has no column ${name} here; there are ${this.columnNames.join(', ')}`);
    return held;
  }
}
