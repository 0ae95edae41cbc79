import { Column, find } from './columns';
import { momentsOf } from './moments';
import type { Reply, Request, Start } from './protocol';
import {
  type Appended,
  type ColumnBuffers,
  DecodeError,
  type Description,
  type FileEnding,
  type FormatOption,
  type Parameters,
  type Moment,
  type NumericArray,
  type Stretch,
  type TableInfo,
  type TypedArray,
  type StretchColumns,
} from './types';

export { orNull } from './columns';
export * from './types';

type Body<T> = T extends unknown ? Omit<T, 'id'> : never;

/** The decoder Worker. One is enough for a page; it may hold several replays open. */
export class Decoder {
  private readonly worker: Worker;
  private readonly waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  private next = 1;

  /**
   * `endings`: the endings of each game's files, in the order in which games are asked about a file; `likely`: the game to
   * fetch the module of ahead, if any; `modules`: address of the folder with a module for each game.
   */
  constructor(endings: readonly FileEnding[], likely: string | null = null, modules: string = new URL('decoders/', document.baseURI).href) {
    this.worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    this.worker.onmessage = ({ data }: MessageEvent<Reply>) => {
      const waiter = this.waiting.get(data.id);
      this.waiting.delete(data.id);
      if ('refusal' in data) waiter?.reject(new DecodeError(data.refusal));
      else waiter?.resolve(data.value);
    };
    this.worker.onerror = (event) => {
      const error = new DecodeError({ error: `The decoder could not start: ${event.message}`, fault: 'bug' });
      for (const waiter of this.waiting.values()) waiter.reject(error);
      this.waiting.clear();
    };
    this.worker.postMessage({ modules, endings, likely } satisfies Start);
  }

  /**
   * Decodes a file. Buffers are moved to the Worker: the caller's one is empty afterwards. A file's name spares the fetch
   * of decoders that are not its own; its content decides. `options`: options of formats, each game's decoder
   * gets its own. `map`: a zip file with the map that it was played on, whose tables are then among the replay's.
   */
  async open(
    source: ArrayBuffer | Blob,
    name = source instanceof File ? source.name : '',
    options: readonly FormatOption[] = [],
    map: Blob | null = null,
  ): Promise<Replay> {
    const bytes = source instanceof Blob ? await source.arrayBuffer() : source;
    const zip = (await map?.arrayBuffer()) ?? null;
    const opened = (await this.ask({ call: 'open', bytes, name, options, map: zip }, zip ? [bytes, zip] : [bytes])) as {
      handle: number;
      description: Description;
    };
    return new Replay(this, opened.handle, opened.description, zip !== null);
  }

  /** Decodes the file at an address. Of a reel that is shown as it is, only what is needed is fetched, where its server has pieces. */
  async fetch(address: URL, name: string, options: readonly FormatOption[] = []): Promise<Replay> {
    const opened = (await this.ask({ call: 'fetch', address: address.href, name, options })) as {
      handle: number;
      description: Description;
    };
    return new Replay(this, opened.handle, opened.description);
  }

  /** The bytes of a replay that Ghostreel makes up itself; the same for the same game and seed. */
  sample(game: string, seed = 1): Promise<ArrayBuffer> {
    return this.ask({ call: 'sample', game, seed }) as Promise<ArrayBuffer>;
  }

  stop(): void {
    this.worker.terminate();
  }

  /** @internal */
  ask(body: Body<Request>, transfer: Transferable[] = []): Promise<unknown> {
    const id = this.next++;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.worker.postMessage({ ...body, id }, transfer);
    });
  }
}

/** An open replay: its description at hand, its columns on demand. */
export class Replay {
  private readonly cache = new Map<string, Promise<Column>>();

  constructor(
    private readonly decoder: Decoder,
    private readonly handle: number,
    private description: Description,
    /** Whether it was opened with the map that it was played on. */
    readonly hasMap = false,
  ) {}

  get meta(): Description {
    return this.description;
  }

  /**
   * The file has grown by these bytes: earlier bytes are not decoded again, where files of the game grow during it.
   *
   * Columns fetched before are as long as they were, though their last rows may have changed with it: ask for them again, which costs
   * nothing. Moments are worked out anew when they are asked for again, and that takes longer the longer the game is.
   */
  async append(bytes: ArrayBuffer | Uint8Array): Promise<void> {
    // Of a view, only what it shows goes to the Worker.
    const piece = bytes instanceof ArrayBuffer ? bytes : (bytes.slice().buffer as ArrayBuffer);
    for (const name of this.cache.keys()) if (find(this.description, name)?.table.rows === null) this.cache.delete(name);
    const names = [...this.cache.keys()];
    const trip = this.decoder.ask({ call: 'append', handle: this.handle, bytes: piece, names }, [piece]);
    const { description, ends } = (await trip) as Appended;
    this.description = description;
    for (const name of names) {
      const [end, rows] = [ends.get(name), find(description, name)?.table.rows];
      if (end && rows != null) (await this.cache.get(name))?.setEnd(end, rows);
      else this.cache.delete(name);
    }
  }

  /** Answers a question by its name, the same as `ghostreel ask` (docs/json.md lists the questions). The types of a game's own questions are in its folder. */
  ask(question: string, given: Parameters = {}): Promise<unknown> {
    return this.decoder.ask({ call: 'ask', handle: this.handle, question, given });
  }

  /** The file with the song of the map that the replay was opened with; empty if there is none. */
  song(): Promise<ArrayBuffer> {
    return this.decoder.ask({ call: 'song', handle: this.handle }) as Promise<ArrayBuffer>;
  }

  table(name: string): TableInfo | undefined {
    return this.meta.tables.find((table) => table.name === name);
  }

  has(name: string): boolean {
    return find(this.description, name) !== undefined;
  }

  /** All moments, by time. */
  moments(): Promise<Moment[]> {
    return momentsOf(this);
  }

  /** A whole column in its own type; `name` is `table.column`, as in `frames.head.pos.x`. */
  async column(name: string): Promise<TypedArray> {
    return (await this.columns([name]))[0]!;
  }

  /** Several columns in one trip to the Worker; each is fetched once and kept. */
  private async kept(names: string[]): Promise<Column[]> {
    const missing = names.filter((name) => !this.cache.has(name));
    if (missing.length > 0) {
      const trip = this.decoder.ask({ call: 'columns', handle: this.handle, names: missing }) as Promise<ColumnBuffers[]>;
      missing.forEach((name, i) => {
        const type = find(this.description, name)?.type ?? 'u8';
        const column = trip.then((buffers) => new Column(type, buffers[i]!));
        // The caller sees the failure through columns(); this only keeps it from being reported twice.
        column.catch(() => this.cache.get(name) === column && this.cache.delete(name));
        this.cache.set(name, column);
      });
    }
    return Promise.all(names.map((name) => this.cache.get(name)!));
  }

  /** Whole columns in their own types. */
  async columns(names: string[]): Promise<TypedArray[]> {
    return (await this.kept(names)).map((column) => column.values());
  }

  /** Columns as plain numbers, NaN where a row has no value: 64-bit integers are rounded to doubles, as plots and scenes want. */
  async numbers(names: string[]): Promise<NumericArray[]> {
    return (await this.kept(names)).map((column) => column.numbers());
  }

  /** Only of a reel's own tables: columns as plain numbers, of the rows in a stretch of time, and the texts of codes. */
  async within(stretch: Stretch, names: string[]): Promise<{ values: NumericArray[]; texts: (string[] | null)[] }> {
    const { buffers, texts } = (await this.decoder.ask({ call: 'within', handle: this.handle, stretch, names })) as StretchColumns;
    const values = names.map((name, i) => new Column(find(this.description, name)?.type ?? 'u8', buffers[i]!).numbers());
    return { values, texts };
  }

  /** The strings that a dictionary column's codes stand for. */
  dict(name: string): Promise<string[]> {
    return this.decoder.ask({ call: 'dict', handle: this.handle, name }) as Promise<string[]>;
  }

  close(): void {
    void this.decoder.ask({ call: 'close', handle: this.handle });
  }
}
