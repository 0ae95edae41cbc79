import { type Exports, Module, utf8 } from '../../../src/decoder/abi';
import type { ColumnBuffers, TableInfo } from '../../../src/decoder/types';
import type { Times } from './table';

/** A table that is asked for, as the module of verbs reads it (bindings/wasm/src/verbs). */
export type Asked =
  | { verb: 'columns'; table: string; columns: readonly string[] | null; times: Times | null }
  | { verb: 'at'; table: string; columns: readonly string[] | null; times: readonly number[] | null; rate: number | null }
  | { verb: 'around'; events: Asked; seconds: readonly [number, number]; table: string; columns: readonly string[] }
  | {
      verb: 'joined';
      events: Asked;
      table: string;
      columns: readonly string[];
      beside: Beside;
      same: readonly (readonly [string, string])[];
    }
  | { verb: 'rows'; of: Asked; rows: readonly number[] };

/** A file that is made of a replay. */
export type AskedCopy =
  | { verb: 'repaired' | 'redacted' | 'json' }
  | { verb: 'packed'; file: string; level: Level }
  | { verb: 'edited'; rename: readonly (readonly [string, string])[]; times: Times | null; drop: readonly string[] };

/** Which row of a table an event is given: the last one until its time, or the first one after it. */
export type Beside = 'before' | 'after';

/** How well a reel is packed: `archive` is smallest and takes longest. */
export type Level = 'live' | 'fast' | 'archive';

/** A table's schema, its columns, and by column the texts that codes are of. */
export interface Answer {
  info: TableInfo;
  buffers: ColumnBuffers[];
  texts: (string[] | null)[];
}

interface VerbsExports extends Exports {
  table(handle: number, pointer: number, length: number): number;
  arrow(handle: number, pointer: number, length: number): number;
  sequence(handle: number, pointer: number, length: number): number;
  copy(handle: number, pointer: number, length: number): number;
  verify(file: number, fileLength: number, mark: number, markLength: number, trust: number, trustLength: number): number;
}

/** The module that answers all that the library does, of all games. */
export class Verbs extends Module {
  declare protected readonly wasm: VerbsExports;

  static override async load(url: string): Promise<Verbs> {
    return new Verbs(await Module.exports<VerbsExports>(url));
  }

  /** Opens a file, and puts the map beside it, a zip file, where there is one. */
  openFile(bytes: Uint8Array, map: Uint8Array | null): number {
    const handle = this.wasm.open(this.put(bytes), bytes.length);
    if (handle === 0) throw this.refusal();
    if (map) this.check(this.wasm.set_map(handle, this.put(map), map.length));
    return handle;
  }

  table(handle: number, asked: Asked): Answer {
    this.request(asked, (pointer, length) => this.wasm.table(handle, pointer, length));
    const { texts, ...info } = this.json() as TableInfo & Pick<Answer, 'texts'>;
    const count = info.columns.length;
    const buffers = info.columns.map((_, at) => ({ values: this.result(1 + at), validity: this.result(1 + count + at) }));
    return { info, buffers, texts };
  }

  arrow(handle: number, asked: Asked): Uint8Array {
    this.request(asked, (pointer, length) => this.wasm.arrow(handle, pointer, length));
    return new Uint8Array(this.result());
  }

  sequence(handle: number, events: readonly Asked[], within: number): number[][] {
    this.request({ events, within_s: within }, (pointer, length) => this.wasm.sequence(handle, pointer, length));
    return this.json() as number[][];
  }

  copy(handle: number, asked: AskedCopy): Uint8Array {
    this.request(asked, (pointer, length) => this.wasm.copy(handle, pointer, length));
    return new Uint8Array(this.result());
  }

  verify(file: Uint8Array, mark: Uint8Array, trust: readonly string[]): unknown {
    const ok = this.lend(file, (...file) =>
      this.lend(mark, (...mark) => this.lend(utf8.encode(trust.join('\n')), (...trust) => this.wasm.verify(...file, ...mark, ...trust))),
    );
    this.check(ok);
    return this.json();
  }

  private request(asked: unknown, call: (pointer: number, length: number) => number): void {
    this.check(this.lend(utf8.encode(JSON.stringify(asked)), call));
  }
}
