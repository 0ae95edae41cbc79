import type { NumericArray } from '../../../decoder';
import type { Columns } from '../../../stage/columns';
import { compiled } from '../../../stage/wasm';
import type { Pose } from './pose';

/** The exports of the module that places bodies (bindings/wasm/src/motion.rs). */
interface Exports {
  memory: WebAssembly.Memory;
  body_samples(): number;
  placed_body(): number;
  place_body(hasNext: number, end: number, time: number): number;
}

/** What it says of a body: gone, or held where it was, as nothing is known. Others are there. */
const [GONE, HELD] = [0, 2];

const axes = (name: string, letters: string) => [...letters].map((letter) => `${name}.${letter}`);
/** The columns of a sample, as the module has them. */
export const SAMPLE = [
  ...axes('position', 'xyz'),
  ...axes('rotation', 'xyzw'),
  ...axes('velocity', 'xyz'),
  ...axes('angular_velocity', 'xyz'),
  'tick_time',
  'tick',
  'sleeping',
];

/** How a table's columns make samples. */
export type Samples = readonly (NumericArray | undefined)[];

export const samplesOf = (columns: Columns): Samples =>
  SAMPLE.map((name) => columns[name] ?? (name === 'tick_time' ? columns.time : undefined));

/** Where bodies are between their samples: the module works that out. */
export class Motion {
  private room = new Float64Array();

  private constructor(private readonly wasm: Exports) {}

  static async load(): Promise<Motion> {
    return Motion.of(await WebAssembly.instantiate(await compiled('rocket-league-motion')));
  }

  static of({ exports }: WebAssembly.Instance): Motion {
    return new Motion(exports as unknown as Exports);
  }

  /** How the body of a row is at a time until the next one, −1 if there is none; `end` is when it was last there. False where it is gone; `out` then has where it was
   * last. */
  place(samples: Samples, row: number, next: number, end: number, time: number, out: Pose): boolean {
    const { wasm } = this;
    // Memory that has grown is another one.
    if (this.room.buffer !== wasm.memory.buffer) this.room = new Float64Array(wasm.memory.buffer);
    const { room } = this;
    const first = wasm.body_samples() / 8;
    for (let i = 0; i < samples.length; i++) {
      room[first + i] = samples[i]?.[row] ?? 0;
      if (next >= 0) room[first + samples.length + i] = samples[i]?.[next] ?? 0;
    }
    const presence = wasm.place_body(next >= 0 ? 1 : 0, end, time);
    const placed = wasm.placed_body() / 8;
    out.position.fromArray(room, placed);
    out.rotation.fromArray(room, placed + 3);
    out.velocity.fromArray(room, placed + 7);
    out.spin.fromArray(room, placed + 10);
    out.isHeld = presence === HELD;
    return presence !== GONE;
  }
}
