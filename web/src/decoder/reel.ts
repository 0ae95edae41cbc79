import { type Exports, Module, utf8 } from './abi';
import { DecodeError, type Description, type Stretch, type StretchColumns } from './types';

/** The exports that only the module of reels has, not those of the games (bindings/wasm/src/reel). */
interface ReelExports extends Exports {
  original(handle: number): number;
  columns_within(handle: number, start: number, end: number, pointer: number, length: number): number;
  dict_within(handle: number, start: number, end: number, pointer: number, length: number): number;
  remote(length: number): number;
  needs(handle: number): number;
  needs_for(handle: number, start: number, end: number, pointer: number, length: number): number;
  give(handle: number, offset: number, pointer: number, length: number): number;
}

/** Bytes of a file: from the first to before the second. */
export type Piece = [from: number, to: number];

/** The first bytes of reels. */
const MAGIC = [0x89, 0x52, 0x45, 0x45, 0x4c, 0x0d, 0x0a, 0x1a];

export const isReel = (head: Uint8Array): boolean => MAGIC.every((byte, at) => head[at] === byte);

/** The module of reels with pointers turned into values. Lives in the Worker. */
export class ReelModule extends Module {
  declare protected readonly wasm: ReelExports;

  static override async load(url: string): Promise<ReelModule> {
    return new ReelModule(await Module.exports<ReelExports>(url));
  }

  override open(bytes: Uint8Array): { handle: number; description: Description } {
    const handle = this.wasm.open(this.put(bytes), bytes.length);
    if (handle === 0) throw this.refusal();
    return { handle, description: this.describe(handle) };
  }

  /** The game's own file, whole. */
  original(handle: number): Uint8Array {
    this.check(this.wasm.original(handle));
    return new Uint8Array(this.result());
  }

  /** Columns of the rows in a stretch of time. */
  within(handle: number, { start, end }: Stretch, names: readonly string[], isText: (name: string) => boolean): StretchColumns {
    const lines = utf8.encode(names.join('\n'));
    this.check(this.lend(lines, (pointer, length) => this.wasm.columns_within(handle, start, end, pointer, length)));
    const buffers = this.columnBuffers(names.length);
    const texts = names.map((name) => {
      if (!isText(name)) return null;
      this.check(this.lend(utf8.encode(name), (pointer, length) => this.wasm.dict_within(handle, start, end, pointer, length)));
      return this.json() as string[];
    });
    return { buffers, texts };
  }

  /** A reel of so many bytes that lies elsewhere: `needs` says which of them are needed, `give` hands them over, and then it is open. */
  remote(length: number): number {
    return this.wasm.remote(length);
  }

  /** The pieces needed to open a reel that lies elsewhere; null if it is open. */
  needs(handle: number): Piece | null {
    this.check(this.wasm.needs(handle));
    return this.json() as Piece | null;
  }

  /** The pieces of it needed for tables in a stretch of time. */
  needsFor(handle: number, { start, end }: Stretch, tables: readonly string[]): Piece[] {
    const lines = utf8.encode(tables.join('\n'));
    this.check(this.lend(lines, (pointer, length) => this.wasm.needs_for(handle, start, end, pointer, length)));
    return this.json() as Piece[];
  }

  give(handle: number, offset: number, bytes: Uint8Array): void {
    this.check(this.wasm.give(handle, offset, this.put(bytes), bytes.length));
  }

  opened(handle: number): Description {
    return this.describe(handle);
  }
}

/** A file on a server that gives out pieces of it. */
export class RemoteFile {
  private constructor(
    private readonly address: string,
    readonly length: number,
  ) {}

  /** The file at an address: by pieces if it is a reel and the server has pieces, else all of it. */
  static async at(address: string): Promise<RemoteFile | ArrayBuffer> {
    const response = await asked(address, [0, MAGIC.length]);
    if (response.status !== 206) return response.arrayBuffer();
    const length = Number(/\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1]);
    const head = new Uint8Array(await response.arrayBuffer());
    if (isReel(head) && Number.isSafeInteger(length)) return new RemoteFile(address, length);
    return RemoteFile.whole(address);
  }

  static async whole(address: string): Promise<ArrayBuffer> {
    return (await asked(address, null)).arrayBuffer();
  }

  whole(): Promise<ArrayBuffer> {
    return RemoteFile.whole(this.address);
  }

  async piece([from, to]: Piece): Promise<Uint8Array> {
    const response = await asked(this.address, [from, to]);
    const bytes = new Uint8Array(await response.arrayBuffer());
    // All of it came: the server changed its mind.
    if (response.status === 200) return bytes.subarray(from, to);
    if (bytes.length !== to - from)
      throw new DecodeError({ error: 'The replay could not be fetched: the server sent other bytes than asked for.' });
    return bytes;
  }
}

async function asked(address: string, piece: Piece | null): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(address, piece ? { headers: { range: `bytes=${piece[0]}-${piece[1] - 1}` } } : {});
  } catch {
    throw new DecodeError({ error: 'The replay could not be fetched: the server did not answer.' });
  }
  if (response.status === 404) throw new DecodeError({ error: 'There is no such replay on this server.' });
  if (!response.ok) throw new DecodeError({ error: `The replay could not be fetched: the server answered ${response.status}.` });
  return response;
}
