import type { ColumnType, Description, TableInfo, TypedArray } from './types';

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

/** A column as the page keeps it: what is added at its end does not have the rest copied each time. */
export class Column {
  private rows: number;

  constructor(
    private readonly type: ColumnType,
    private buffer: ArrayBuffer,
  ) {
    this.rows = buffer.byteLength / this.width;
  }

  private get width(): number {
    return ARRAYS[this.type].BYTES_PER_ELEMENT;
  }

  /** From now on it has `rows` rows, the last of them with these values. */
  setEnd(values: ArrayBuffer, rows: number): void {
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
}

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
