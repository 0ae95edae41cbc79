import { momentsOf } from './moments';
import type { Reply, Request, Start } from './protocol';
import {
  type ColumnType,
  DecodeError,
  type Description,
  type FileEnding,
  type FormatOption,
  type Moment,
  type NumericArray,
  type TableInfo,
  type TypedArray,
} from './types';

export * from './types';

type Body<T> = T extends unknown ? Omit<T, 'id'> : never;

/** The decoder Worker. One is enough for a page; it may hold several replays open. */
export class Decoder {
  private readonly worker: Worker;
  private readonly waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  private next = 1;

  /**
   * `endings`: what files of which game are called, in the order in which games are asked about a file; `likely`: the game to
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
   * of decoders that are not its own; what it is, its content tells. `options`: what formats are told
   * besides; each game's decoder is given its own.
   */
  async open(
    source: ArrayBuffer | Blob,
    name = source instanceof File ? source.name : '',
    options: readonly FormatOption[] = [],
  ): Promise<Replay> {
    const bytes = source instanceof Blob ? await source.arrayBuffer() : source;
    const opened = (await this.ask({ call: 'open', bytes, name, options }, [bytes])) as {
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
  private readonly cache = new Map<string, Promise<ArrayBuffer>>();

  constructor(
    private readonly decoder: Decoder,
    private readonly handle: number,
    private description: Description,
  ) {}

  get meta(): Description {
    return this.description;
  }

  /** The file has grown by these bytes. Columns fetched before are as long as they were: fetch them again. */
  async append(bytes: ArrayBuffer | Uint8Array): Promise<void> {
    // Of a view, only what it shows goes to the Worker.
    const piece = bytes instanceof ArrayBuffer ? bytes : (bytes.slice().buffer as ArrayBuffer);
    this.cache.clear();
    const trip = this.decoder.ask({ call: 'append', handle: this.handle, bytes: piece }, [piece]);
    this.description = (await trip) as Description;
  }

  /** Statistics, the same as `ghostreel stats FILE --json` prints; null if there are none for the game. */
  stats(): Promise<unknown> {
    return this.decoder.ask({ call: 'stats', handle: this.handle });
  }

  table(name: string): TableInfo | undefined {
    return this.meta.tables.find((table) => table.name === name);
  }

  has(name: string): boolean {
    return this.typeOf(name) !== undefined;
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
  async columns(names: string[]): Promise<TypedArray[]> {
    const missing = names.filter((name) => !this.cache.has(name));
    if (missing.length > 0) {
      const trip = this.decoder.ask({ call: 'columns', handle: this.handle, names: missing }) as Promise<ArrayBuffer[]>;
      missing.forEach((name, i) => {
        const buffer = trip.then((buffers) => buffers[i]!);
        // The caller sees the failure through columns(); this only keeps it from being reported twice.
        buffer.catch(() => this.cache.get(name) === buffer && this.cache.delete(name));
        this.cache.set(name, buffer);
      });
    }
    const buffers = await Promise.all(names.map((name) => this.cache.get(name)!));
    return buffers.map((buffer, i) => typed(this.typeOf(names[i]!) ?? 'u8', buffer));
  }

  /** Columns as plain numbers: 64-bit integers are rounded to doubles, which is what plots and scenes want. */
  async numbers(names: string[]): Promise<NumericArray[]> {
    return (await this.columns(names)).map((column) =>
      column instanceof BigInt64Array || column instanceof BigUint64Array ? Float64Array.from(column, Number) : column,
    );
  }

  /** The strings that a dictionary column's codes stand for. */
  dict(name: string): Promise<string[]> {
    return this.decoder.ask({ call: 'dict', handle: this.handle, name }) as Promise<string[]>;
  }

  close(): void {
    void this.decoder.ask({ call: 'close', handle: this.handle });
  }

  private typeOf(name: string): ColumnType | undefined {
    // Names of tables and columns may have dots: the first table that is there counts.
    for (let dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
      const table = this.table(name.slice(0, dot));
      if (table) return table.columns.find((column) => column.name === name.slice(dot + 1))?.type;
    }
    return undefined;
  }
}

/** A view over a column's buffer: no copy, no loop. */
function typed(type: ColumnType, buffer: ArrayBuffer): TypedArray {
  switch (type) {
    case 'f32':
      return new Float32Array(buffer);
    case 'f64':
      return new Float64Array(buffer);
    case 'i8':
      return new Int8Array(buffer);
    case 'i16':
      return new Int16Array(buffer);
    case 'i32':
      return new Int32Array(buffer);
    case 'i64':
      return new BigInt64Array(buffer);
    case 'u8':
    case 'bool':
      return new Uint8Array(buffer);
    case 'u16':
      return new Uint16Array(buffer);
    case 'u32':
    case 'dict':
      return new Uint32Array(buffer);
    case 'u64':
      return new BigUint64Array(buffer);
  }
}
