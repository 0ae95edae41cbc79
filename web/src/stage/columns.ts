import { type NumericArray, orNull, type Replay } from '../decoder';

/** A table's columns by name; one that the file lacks is not there. */
export type Columns = Record<string, NumericArray>;

type Wanted<Table extends string> = Readonly<Record<Table, readonly string[]>>;

/** The wanted columns of each table that are there, in one trip to the decoder. */
export async function columnsOf<Table extends string>(replay: Replay, wanted: Wanted<Table>): Promise<Record<Table, Columns>> {
  const present = (Object.keys(wanted) as Table[])
    .flatMap((table) => wanted[table].map((column) => ({ table, column, name: `${table}.${column}` })))
    .filter(({ name }) => replay.has(name));
  const buffers = await replay.numbers(present.map(({ name }) => name));
  const tables = noColumns(wanted);
  present.forEach(({ table, column }, i) => {
    const columns: Columns = tables[table];
    columns[column] = buffers[i]!;
  });
  return tables;
}

/** The columns of a file without any of the tables. */
export const noColumns = <Table extends string>(wanted: Wanted<Table>) =>
  Object.fromEntries(Object.keys(wanted).map((table) => [table, {}])) as Record<Table, Columns>;

/** A value of a column, or 0 where the file has no such column or row. NaN where a row of the column has no value. */
export const at = (columns: Columns, name: string, row: number): number => columns[name]?.[row] ?? 0;

/** A value of a column, or null where the file has no such column or row, or the row no value. */
export const valueAt = (columns: Columns, name: string, row: number): number | null => orNull(columns[name]?.[row] ?? NaN);
