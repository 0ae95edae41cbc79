import type { ColumnInfo, Moment, MomentKind, TableInfo } from '../../decoder';

import type { Rows, Session } from './session';
import { capital, spaced, valueText } from './text';

/** More than that is no list of noteworthy moments. */
const MOST = 5000;
/** Colours of the event lane: see generic.css. */
const COLOURS = 6;

export interface Events {
  moments: Moment[];
  kinds: MomentKind[];
}

/** So many columns of an event are said with it. */
const SAID = 8;

const columnsOf = (table: TableInfo): ColumnInfo[] => table.columns.filter(({ name }) => name !== table.time).slice(0, SAID);

/** From now on windows come with their events. */
export function wantEvents(session: Session): void {
  for (const table of session.tables('events')) {
    session.want(
      table,
      columnsOf(table).map(({ name }) => name),
    );
  }
}

/** The rows of all tables of events that are here as moments, by time. A kind is a table, or a text of a column of texts in it. */
export function eventsOf(session: Session): Events {
  const moments = session.tables('events').flatMap((table) =>
    session.windows.flatMap((window) => {
      const rows = window?.get(table.name);
      return rows ? momentsIn(table, columnsOf(table), rows, session.kinds) : [];
    }),
  );
  moments.sort((a, b) => a.time - b.time);
  return { moments: moments.slice(0, MOST), kinds: [...session.kinds.values()] };
}

function momentsIn(table: TableInfo, columns: ColumnInfo[], rows: Rows, kinds: Map<string, MomentKind>): Moment[] {
  const named = ['kind', 'type', 'event', 'name'].map((name) => columns.find((column) => column.name === name && rows.texts[name]));
  const by = named.find(Boolean) ?? columns.find(({ name }) => rows.texts[name]);
  const rest = columns.filter((column) => column !== by);
  return Array.from(rows.times, (time, row): Moment => {
    const text = (name: string) => valueText(rows.columns[name]![row]!, rows.texts[name]);
    const name = (by && text(by.name)) || table.name;
    const key = `${table.name}\n${name}`;
    let kind = kinds.get(key);
    if (!kind) {
      kind = { name, list: spaced(table.name), color: `event-${kinds.size % COLOURS}`, severity: 1, unit: '' };
      kinds.set(key, kind);
    }
    const details = rest.map((column) => [column, text(column.name)] as const).filter(([, text]) => text !== '');
    const detail = details.map(([{ name, unit }, text]) => `${spaced(name)} ${text}${unit ? ` ${unit}` : ''}`).join(', ');
    return { time, kind, player: -1, other: -1, team: -1, label: capital(spaced(name)), detail, severity: 1, value: NaN };
  }).filter(({ time }) => Number.isFinite(time));
}
