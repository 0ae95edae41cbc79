import type { ColumnBuffers, ColumnType, Description, NumericArray, TableInfo, TypedArray } from './types';

const ARRAYS = {
  f32: Float32Array,
  f64: Float64Array,
  i8: Int8Array,
  i16: Int16Array,
  i32: Int32Array,
  i64: BigInt64Array,
  u8: Uint8Array,
  u16: Uint16Array,
  u32: Uint32Array,
  u64: BigUint64Array,
  bool: Uint8Array,
  dict: Uint32Array,
} as const;

/** A column as the page keeps it: added values do not have the rest copied each time. */
export class Column {
  private rows: number;
  private buffer: ArrayBuffer;
  /** Which rows have a value; null where all have one. */
  private validity: Uint8Array | null;

  constructor(
    private readonly type: ColumnType,
    { values, validity }: ColumnBuffers,
  ) {
    this.buffer = values;
    this.rows = values.byteLength / this.width;
    this.validity = validity.byteLength > 0 ? new Uint8Array(validity) : null;
  }

  private get width(): number {
    return ARRAYS[this.type].BYTES_PER_ELEMENT;
  }

  /** From now on it has `rows` rows, the last of them with these values. */
  setEnd({ values, validity }: ColumnBuffers, rows: number): void {
    if (this.validity || validity.byteLength > 0) {
      const valid = new Uint8Array(rows).fill(1);
      if (this.validity) valid.set(this.validity.subarray(0, rows));
      const first = rows - values.byteLength / this.width;
      if (validity.byteLength > 0) valid.set(new Uint8Array(validity), first);
      else valid.fill(1, first);
      this.validity = valid;
    }
    const bytes = rows * this.width;
    if (bytes > this.buffer.byteLength) {
      const longer = new Uint8Array(Math.max(bytes, 2 * this.buffer.byteLength));
      longer.set(new Uint8Array(this.buffer));
      this.buffer = longer.buffer;
    }
    new Uint8Array(this.buffer).set(new Uint8Array(values), bytes - values.byteLength);
    this.rows = rows;
  }

  /** The values where they are: no copy, no loop. */
  values(): TypedArray {
    return new ARRAYS[this.type](this.buffer, 0, this.rows);
  }

  /** The values as plain numbers, NaN where a row has none. 64-bit integers are rounded to doubles, as plots and scenes want. */
  numbers(): NumericArray {
    const values = this.values();
    const { validity } = this;
    if (!validity && !(values instanceof BigInt64Array || values instanceof BigUint64Array)) return values;
    const numbers = values instanceof Float32Array ? values.slice() : Float64Array.from(values, Number);
    if (!validity) return numbers;
    for (let row = 0; row < numbers.length; row++) if (validity[row] === 0) numbers[row] = NaN;
    return numbers;
  }
}

/** A value of `numbers()`; null where the row has none. */
export const orNull = (value: number): number | null => (Number.isNaN(value) ? null : value);

/** The table and the type of `table.column`; undefined if there is no such column. */
export function find({ tables }: Description, name: string): { table: TableInfo; type: ColumnType } | undefined {
  // Names of tables and columns may have dots: the first table that is there counts.
  for (let dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
    const table = tables.find((table) => table.name === name.slice(0, dot));
    const column = table?.columns.find((column) => column.name === name.slice(dot + 1));
    if (table) return column && { table, type: column.type };
  }
  return undefined;
}
