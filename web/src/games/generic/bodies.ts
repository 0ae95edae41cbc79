import type { ColumnInfo, Description, TableInfo } from '../../decoder';

const AXES = ['x', 'y', 'z'] as const;
/** Columns that say whose row it is. */
const OWNERS = ['player', 'id', 'player_id', 'name'];

/** Columns that say where something is: `…position.x`, `.y` and `.z`, and perhaps how it is turned. */
export interface Place {
  table: TableInfo;
  /** The prefix of `position`, without its dot: `head`; may be empty. */
  part: string;
  position: string[];
  /** `…rotation.x`, `.y`, `.z` and `.w`, a quaternion. */
  rotation: string[] | null;
  /** The column that says whose row it is, where a table has rows of several. */
  owner: string | null;
}

export function placesOf({ tables }: Pick<Description, 'tables'>): Place[] {
  return tables.filter((table) => table.time !== null && table.kind !== 'events').flatMap(placesIn);
}

function placesIn(table: TableInfo): Place[] {
  const names = new Set(table.columns.map(({ name }) => name));
  const all = (stem: string, axes: readonly string[]) => {
    const columns = axes.map((axis) => `${stem}.${axis}`);
    return columns.every((name) => names.has(name)) ? columns : null;
  };
  const owner = OWNERS.find((name) => names.has(name)) ?? null;
  return table.columns.flatMap(({ name }) => {
    const stem = /^((?:.+\.)?)position\.x$/.exec(name)?.[1];
    const position = stem === undefined ? null : all(`${stem}position`, AXES);
    if (!position) return [];
    return [{ table, part: stem!.replace(/\.$/, ''), position, rotation: all(`${stem}rotation`, [...AXES, 'w']), owner }];
  });
}

/** Columns of numbers that a plot can show: not the time, nor what only says whose row it is. */
export function plottable(table: TableInfo): ColumnInfo[] {
  return table.columns.filter(({ name, type }) => type !== 'dict' && name !== table.time && !OWNERS.includes(name));
}

export const ownerOf = (table: TableInfo): string | null =>
  OWNERS.find((owner) => table.columns.some(({ name }) => name === owner)) ?? null;
