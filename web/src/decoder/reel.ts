import { type Exports, Module } from './abi';
import type { Description } from './types';

/** What the module of reels has besides what it shares with those of the games (bindings/wasm/src/reel). */
interface ReelExports extends Exports {
  original(handle: number): number;
}

/** What reels begin with. */
const MAGIC = [0x89, 0x52, 0x45, 0x45, 0x4c, 0x0d, 0x0a, 0x1a];

export const isReel = (head: Uint8Array): boolean => MAGIC.every((byte, at) => head[at] === byte);

/** What the module says about a reel. */
export interface ReelDescription extends Description {
  /** The game's own file, if the reel has one. */
  original: { format?: string; file?: string } | null;
}

/** The module of reels with pointers turned into values. Lives in the Worker. */
export class ReelModule extends Module {
  declare protected readonly wasm: ReelExports;

  static override async load(url: string): Promise<ReelModule> {
    return new ReelModule(await Module.exports<ReelExports>(url));
  }

  override open(bytes: Uint8Array): { handle: number; description: ReelDescription } {
    const handle = this.wasm.open(this.put(bytes), bytes.length);
    if (handle === 0) throw this.refusal();
    return { handle, description: this.describe(handle) as ReelDescription };
  }

  /** The game's own file, whole. */
  original(handle: number): Uint8Array {
    this.check(this.wasm.original(handle));
    return new Uint8Array(this.result());
  }
}
