import type { Description, Refusal } from './types';
import { DecodeError } from './types';

/** The exports of ghostreel.wasm, a plain C ABI (bindings/wasm). */
interface Exports {
  memory: WebAssembly.Memory;
  alloc(length: number): number;
  free(pointer: number, length: number): void;
  open(pointer: number, length: number): number;
  describe(handle: number): number;
  column(handle: number, pointer: number, length: number): number;
  dict(handle: number, pointer: number, length: number): number;
  sample(seed: number): number;
  result_ptr(): number;
  result_len(): number;
  close(handle: number): void;
}

const utf8 = new TextEncoder();
const text = new TextDecoder();

/** The decoder module with pointers turned into values. Lives in the Worker. */
export class Module {
  private constructor(private readonly wasm: Exports) {}

  static async load(url: string): Promise<Module> {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`The decoder could not be fetched (${response.status}).`);
    // Static hosts do not all know application/wasm, which streaming compilation insists on.
    const streams = response.headers.get('content-type')?.startsWith('application/wasm');
    const { instance } = streams
      ? await WebAssembly.instantiateStreaming(response)
      : await WebAssembly.instantiate(await response.arrayBuffer());
    return new Module(instance.exports as unknown as Exports);
  }

  open(bytes: ArrayBuffer): { handle: number; description: Description } {
    const pointer = this.wasm.alloc(bytes.byteLength);
    new Uint8Array(this.wasm.memory.buffer, pointer, bytes.byteLength).set(new Uint8Array(bytes));
    // The module now owns the buffer: no free here.
    const handle = this.wasm.open(pointer, bytes.byteLength);
    if (handle === 0) throw this.refusal();
    if (this.wasm.describe(handle) === 0) throw this.refusal();
    return { handle, description: JSON.parse(this.resultText()) as Description };
  }

  column(handle: number, name: string): ArrayBuffer {
    if (this.withName(name, (p, n) => this.wasm.column(handle, p, n)) === 0) throw this.refusal();
    return this.result();
  }

  dict(handle: number, name: string): string[] {
    if (this.withName(name, (p, n) => this.wasm.dict(handle, p, n)) === 0) throw this.refusal();
    return JSON.parse(this.resultText()) as string[];
  }

  sample(seed: number): ArrayBuffer {
    if (this.wasm.sample(seed) === 0) throw this.refusal();
    return this.result();
  }

  close(handle: number): void {
    this.wasm.close(handle);
  }

  private withName<T>(name: string, call: (pointer: number, length: number) => T): T {
    const bytes = utf8.encode(name);
    const pointer = this.wasm.alloc(bytes.length);
    try {
      new Uint8Array(this.wasm.memory.buffer, pointer, bytes.length).set(bytes);
      return call(pointer, bytes.length);
    } finally {
      this.wasm.free(pointer, bytes.length);
    }
  }

  /** Copied out at once: a view would dangle as soon as the module's memory grows. */
  private result(): ArrayBuffer {
    const start = this.wasm.result_ptr();
    return this.wasm.memory.buffer.slice(start, start + this.wasm.result_len()) as ArrayBuffer;
  }

  private resultText(): string {
    return text.decode(this.result());
  }

  private refusal(): DecodeError {
    try {
      return new DecodeError(JSON.parse(this.resultText()) as Refusal);
    } catch {
      return new DecodeError({ error: 'The decoder refused this request.', fault: 'bug' });
    }
  }
}
