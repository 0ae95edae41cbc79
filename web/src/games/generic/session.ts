import { signal } from '@preact/signals';
import type { MomentKind, NumericArray, Replay, Stretch, TableInfo } from '../../decoder';

/** So many bytes of a reel are read at once: the first picture waits for that. */
const WINDOW_BYTES = { here: 4_000_000, elsewhere: 120_000 };
/** Windows that are fetched ahead of the time shown, where the reel is elsewhere. */
const AHEAD = 3;
const RETRY_MILLIS = 2000;

/** Rows of a table. */
export interface Rows {
  /** Rising, in seconds. */
  times: NumericArray;
  columns: Record<string, NumericArray>;
  /** Of columns of texts, the texts of their codes. */
  texts: Record<string, string[]>;
}

/** By table, the rows of a stretch of time. */
export type Window = ReadonlyMap<string, Rows>;

/** A reel as it is read: window by window, all of the same length in seconds. */
export class Session {
  /** Changes when another window is here, or another column of those that are. */
  readonly version = signal(0);
  readonly span: Stretch;
  /** The loaded windows. */
  readonly windows: (Window | undefined)[];
  /** Kinds of events that turned up, in that order: each keeps its colour. */
  readonly kinds = new Map<string, MomentKind>();
  private readonly length: number;
  private readonly wanted = new Map<TableInfo, Set<string>>();
  private readonly coming = new Map<number, Promise<void>>();
  private paused = 0;
  /** The time needed last. */
  private last = Infinity;

  private static readonly known = new WeakMap<Replay, Session>();

  /** The session of a replay, which all that show it share. */
  static of(replay: Replay): Session {
    const known = Session.known.get(replay) ?? new Session(replay);
    Session.known.set(replay, known);
    return known;
  }

  private constructor(private readonly replay: Replay) {
    const { span, remote, row_bytes } = replay.meta.reel!;
    this.span = { start: span[0], end: span[1] };
    const seconds = Math.max(1e-3, span[1] - span[0]);
    const count = Math.ceil(row_bytes / (remote ? WINDOW_BYTES.elsewhere : WINDOW_BYTES.here));
    this.length = Math.max(seconds / Math.max(1, count), Math.min(1, seconds));
    this.windows = Array.from({ length: Math.max(1, Math.ceil(seconds / this.length - 1e-6)) }, () => undefined);
  }

  /** Tables with a time, of the kinds named. */
  tables(...kinds: string[]): TableInfo[] {
    return this.replay.meta.tables.filter((table) => table.time !== null && kinds.includes(table.kind));
  }

  /** Columns that each window has from now on. Those that are here already get them with the next `fill`. */
  want(table: TableInfo, columns: readonly string[]): void {
    const set = this.wanted.get(table) ?? new Set();
    this.wanted.set(table, set);
    for (const column of columns) set.add(column);
  }

  indexAt(time: number): number {
    return Math.min(this.windows.length - 1, Math.max(0, Math.floor((time - this.span.start) / this.length)));
  }

  /** A window's stretch of time. The first and the last have all that is before and after. */
  stretch(index: number): Stretch {
    const last = this.windows.length - 1;
    return {
      start: index === 0 ? -Infinity : this.span.start + index * this.length,
      end: index === last ? Infinity : this.span.start + (index + 1) * this.length,
    };
  }

  /** The window of a time, when it is here. */
  async load(time: number): Promise<void> {
    await this.fetch(this.indexAt(time));
  }

  /** Has the window of a time come, and while time passes those after it; never waits. */
  need(time: number): void {
    const passes = time > this.last && time < this.last + this.length;
    this.last = time;
    if (performance.now() < this.paused) return;
    const at = this.indexAt(time);
    const ahead = Math.min(this.windows.length, at + 1 + (passes ? AHEAD : 0));
    // One after the other: seeking on meanwhile does not wait for pieces that are no longer needed.
    if (this.coming.size > 0) return;
    for (let index = at; index < ahead; index++) {
      if (this.windows[index]) continue;
      void this.fetch(index).catch(() => (this.paused = performance.now() + RETRY_MILLIS));
      return;
    }
  }

  /** All windows of a reel that is here; of one that is elsewhere, those that have come. Adds columns that they lack. */
  async fill(): Promise<void> {
    const { remote } = this.replay.meta.reel!;
    for (let index = 0; index < this.windows.length; index++) {
      const window = this.windows[index];
      const lacks =
        window && [...this.wanted].some(([table, columns]) => [...columns].some((name) => !window.get(table.name)?.columns[name]));
      if (lacks || (!window && !remote)) await this.fetch(index, true);
    }
  }

  private async fetch(index: number, again = false): Promise<void> {
    if (this.windows[index] && !again) return;
    const known = this.coming.get(index);
    if (known && !again) return known;
    const coming = this.read(index);
    this.coming.set(index, coming);
    try {
      await coming;
    } finally {
      this.coming.delete(index);
    }
  }

  /** All tables in one trip: their chunks lie next to each other. */
  private async read(index: number): Promise<void> {
    const wanted = [...this.wanted].map(([table, columns]) => ({ table, columns: [...new Set([table.time!, ...columns])] }));
    const names = wanted.flatMap(({ table, columns }) => columns.map((column) => `${table.name}.${column}`));
    const { values, texts } = await this.replay.within(this.stretch(index), names);
    const window = new Map<string, Rows>();
    let at = 0;
    for (const { table, columns } of wanted) {
      const rows: Omit<Rows, 'times'> = { columns: {}, texts: {} };
      for (const column of columns) {
        rows.columns[column] = values[at]!;
        if (texts[at]) rows.texts[column] = texts[at]!;
        at++;
      }
      window.set(table.name, { ...rows, times: rows.columns[table.time!]! });
    }
    this.windows[index] = window;
    this.version.value = this.version.peek() + 1;
  }
}
