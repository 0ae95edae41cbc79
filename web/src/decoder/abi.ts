import { find } from './columns';
import type { Appended, ColumnBuffers, Description, FormatOption, Parameters, Refusal } from './types';
import { DecodeError } from './types';

/** The exports of a game's modules together, a plain C ABI (bindings/wasm). */
export interface Exports {
  memory: WebAssembly.Memory;
  alloc(length: number): number;
  free(pointer: number, length: number): void;
  probe(pointer: number, length: number): number;
  open(pointer: number, length: number): number;
  forget_options(): void;
  set_option(name: number, nameLength: number, file: number, fileLength: number): number;
  set_file_name(handle: number, pointer: number, length: number): number;
  append(handle: number, pointer: number, length: number): number;
  describe(handle: number): number;
  columns(handle: number, pointer: number, length: number): number;
  needs_statistics(handle: number, pointer: number, length: number): number;
  appended_columns(handle: number, pointer: number, length: number): number;
  dict(handle: number, pointer: number, length: number): number;
  ask(handle: number, pointer: number, length: number): number;
  /** Only in the first part of a module that comes in two. */
  functions?: WebAssembly.Table;
  set_map(handle: number, pointer: number, length: number): number;
  song(handle: number): number;
  sample(seed: number): number;
  result_ptr(index: number): number;
  result_len(index: number): number;
  close(handle: number): void;
}

/** How sure a module is that a file is for it. */
export type Claim = 'no' | 'maybe' | 'yes';
const CLAIMS: readonly Claim[] = ['no', 'maybe', 'yes'];

export const utf8 = new TextEncoder();
const text = new TextDecoder();

/** The decoders of a game with pointers turned into values. Lives in the Worker. */
export class Module {
  private statistics: Promise<void> | null = null;

  protected constructor(
    protected readonly wasm: Exports,
    private readonly statisticsUrl: () => string = () => '',
  ) {}

  /** `statistics`: the address of its second part, if it comes in two: what works out statistics. */
  static async load(url: string, statistics?: () => string): Promise<Module> {
    return new Module(await Module.exports<Exports>(url), statistics);
  }

  protected static async exports<E>(url: string, imports: WebAssembly.Imports = {}): Promise<E> {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`The decoder could not be fetched (${response.status}).`);
    // Static hosts do not all know application/wasm, which streaming compilation insists on.
    const streams = response.headers.get('content-type')?.startsWith('application/wasm');
    const { instance } = streams
      ? await WebAssembly.instantiateStreaming(response, imports)
      : await WebAssembly.instantiate(await response.arrayBuffer(), imports);
    return instance.exports as unknown as E;
  }

  /** Fetches the second part, where there is one that is not there yet. */
  async withStatistics(): Promise<void> {
    if (!this.wasm.functions) return;
    const imports = { decoders: this.wasm as unknown as WebAssembly.ModuleImports };
    // It puts its functions where the first part looks for them.
    this.statistics ??= Module.exports<object>(this.statisticsUrl(), imports).then(() => undefined);
    try {
      await this.statistics;
    } catch (error) {
      // Without a network now, with one perhaps for the next question.
      this.statistics = null;
      throw error;
    }
  }

  /** Whether `withStatistics` is to be waited for before these columns, or their texts, are asked for. */
  needsStatistics(handle: number, names: readonly string[]): boolean {
    if (!this.wasm.functions) return false;
    const lines = utf8.encode(names.join('\n'));
    return this.lend(lines, (pointer, length) => this.wasm.needs_statistics(handle, pointer, length)) === 1;
  }

  /** Judges a file by its first bytes. */
  probe(head: Uint8Array): Claim {
    return this.lend(head, (pointer, length) => CLAIMS[this.wasm.probe(pointer, length)]!);
  }

  /**
   * `options`: options of the module's format, in place of those set before. `name`: that of the file, from which some formats take
   * what the file itself does not say.
   */
  open(bytes: Uint8Array, options: readonly FormatOption[] = [], name = ''): { handle: number; description: Description } {
    this.wasm.forget_options();
    for (const option of options) this.setOption(option);
    const handle = this.wasm.open(this.put(bytes), bytes.length);
    if (handle === 0) throw this.refusal();
    if (name) this.check(this.lend(utf8.encode(name), (pointer, length) => this.wasm.set_file_name(handle, pointer, length)));
    return { handle, description: this.describe(handle) };
  }

  private setOption({ name, bytes }: FormatOption): void {
    this.check(
      this.lend(utf8.encode(name), (namePointer, nameLength) =>
        this.lend(bytes, (pointer, length) => this.wasm.set_option(namePointer, nameLength, pointer, length)),
      ),
    );
  }

  /** The file has grown by `bytes`; after a refusal it is closed. `names`: the columns whose new rows are wanted. */
  append(handle: number, bytes: Uint8Array, names: readonly string[] = []): Appended {
    this.check(this.wasm.append(handle, this.put(bytes), bytes.length));
    const description = this.describe(handle);
    const there = names.filter((name) => find(description, name));
    const lines = utf8.encode(there.join('\n'));
    this.check(this.lend(lines, (pointer, length) => this.wasm.appended_columns(handle, pointer, length)));
    const buffers = this.columnBuffers(there.length);
    return { description, ends: new Map(there.map((name, index) => [name, buffers[index]!])) };
  }

  /** Columns, those of a table gathered in one pass. */
  columns(handle: number, names: readonly string[]): ColumnBuffers[] {
    const lines = utf8.encode(names.join('\n'));
    this.check(this.lend(lines, (pointer, length) => this.wasm.columns(handle, pointer, length)));
    return this.columnBuffers(names.length);
  }

  /** The values of one column. */
  column(handle: number, name: string): ArrayBuffer {
    return this.columns(handle, [name])[0]!.values;
  }

  /** The columns that the last call has left: first the values of all, then which rows have one. */
  protected columnBuffers(count: number): ColumnBuffers[] {
    return Array.from({ length: count }, (_, index) => ({ values: this.result(index), validity: this.result(count + index) }));
  }

  dict(handle: number, name: string): string[] {
    this.check(this.lend(utf8.encode(name), (pointer, length) => this.wasm.dict(handle, pointer, length)));
    return this.json() as string[];
  }

  /** The answer to a question, once the module is there `withStatistics`. */
  ask(handle: number, question: string, given: Parameters): unknown {
    const lines = utf8.encode([question, ...Object.entries(given).map(([name, value]) => `${name}=${value}`)].join('\n'));
    this.check(this.lend(lines, (pointer, length) => this.wasm.ask(handle, pointer, length)));
    return this.json();
  }

  /** Puts the map that a replay was played on beside it, a zip file; only in a module for maps. */
  setMap(handle: number, zip: Uint8Array): Description {
    this.check(this.wasm.set_map(handle, this.put(zip), zip.length));
    return this.describe(handle);
  }

  /** The file with the song of that map; empty without one. */
  song(handle: number): ArrayBuffer {
    this.check(this.wasm.song(handle));
    return this.result();
  }

  /** A made-up replay: not from the module with the decoders, but from that beside it. */
  sample(seed: number): ArrayBuffer {
    this.check(this.wasm.sample(seed));
    return this.result();
  }

  close(handle: number): void {
    this.wasm.close(handle);
  }

  protected describe(handle: number): Description {
    this.check(this.wasm.describe(handle));
    return this.json() as Description;
  }

  /** Copies bytes into the module; the receiver there also frees them. */
  protected put(bytes: Uint8Array): number {
    const pointer = this.wasm.alloc(bytes.length);
    new Uint8Array(this.wasm.memory.buffer, pointer, bytes.length).set(bytes);
    return pointer;
  }

  protected lend<T>(bytes: Uint8Array, call: (pointer: number, length: number) => T): T {
    const pointer = this.put(bytes);
    try {
      return call(pointer, bytes.length);
    } finally {
      this.wasm.free(pointer, bytes.length);
    }
  }

  /** Copied out at once: a view would dangle as soon as the module's memory grows. */
  protected result(index = 0): ArrayBuffer {
    const start = this.wasm.result_ptr(index);
    return this.wasm.memory.buffer.slice(start, start + this.wasm.result_len(index)) as ArrayBuffer;
  }

  protected json(): unknown {
    return JSON.parse(text.decode(this.result()));
  }

  protected check(ok: number): void {
    if (ok === 0) throw this.refusal();
  }

  protected refusal(): DecodeError {
    try {
      return new DecodeError(this.json() as Refusal);
    } catch {
      return new DecodeError({ error: 'The decoder refused this request.', fault: 'bug' });
    }
  }
}
