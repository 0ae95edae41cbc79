import { Quaternion, Vector3 } from 'three';
import type { Replay } from '../../../decoder';
import { type Columns, columnsOf, noColumns } from '../../../stage/columns';
import { compiled } from '../../../stage/wasm';
import type { Poses } from './poses';

/** The exports of the module that places what comes (bindings/wasm/src/flight.rs). */
interface Exports {
  memory: WebAssembly.Memory;
  columns_for(length: number): number;
  set_notes(): void;
  set_walls(): void;
  set_arcs(): void;
  set_paces(): void;
  set_heads(): void;
  lead(time: number): number;
  place_notes(time: number, x: number, y: number, z: number): number;
  place_note(row: number, time: number, x: number, y: number, z: number): number;
  place_walls(time: number, after: number, x: number, y: number, z: number): number;
  place_arcs(time: number, until: number, most: number, points: number, x: number, y: number, z: number): number;
  placed(): number;
}

/** Something on its way, in three.js's axes. */
interface Placed {
  /** Its row in the table. */
  row: number;
  position: Vector3;
  rotation: Quaternion;
  /** Seconds since it came into sight. */
  inSight: number;
}

export interface PlacedNote extends Placed {
  /** How much of its jump is over: half when it is due. */
  share: number;
  /** Metres by which it is behind the head. */
  passed: number;
  /** The share of the way from its jump's start to the head that it has come. */
  way: number;
}

export interface PlacedWall extends Placed {
  /** Across, up and along. */
  size: Vector3;
}

/** A point of an arc. */
export interface PlacedPoint {
  position: Vector3;
  /** Seconds until it is due. */
  ahead: number;
  /** Its share of the way from head to tail. */
  share: number;
}

/** How many numbers the module has of each. */
const [NOTE, WALL, POINT] = [12, 12, 5];

const TABLES = ['flights', 'wall_flights', 'arc_flights', 'paces'] as const;
type Tables = Record<(typeof TABLES)[number], Columns>;

/** The things that come towards the player, and where they are at a time: the module works all of that out. */
export class Flights {
  private constructor(
    private readonly wasm: Exports | null,
    readonly tables: Tables,
  ) {}

  /** Nothing comes. */
  static readonly NONE = new Flights(null, noColumns({ flights: [], wall_flights: [], arc_flights: [], paces: [] }));

  static async load(replay: Replay): Promise<Flights> {
    const columns = TABLES.map((table) => [table, (replay.table(table)?.columns ?? []).map(({ name }) => name)] as const);
    const wanted = Object.fromEntries(columns) as Record<(typeof TABLES)[number], string[]>;
    const [module, tables] = await Promise.all([compiled('beat-saber-flight'), columnsOf(replay, wanted)]);
    return Flights.of(await WebAssembly.instantiate(module), tables);
  }

  /** `tables`: all of their columns, in their order. */
  static of({ exports }: WebAssembly.Instance, tables: Tables): Flights {
    const wasm = exports as unknown as Exports;
    const set = { flights: wasm.set_notes, wall_flights: wasm.set_walls, arc_flights: wasm.set_arcs, paces: wasm.set_paces };
    for (const table of TABLES) {
      const columns = Object.values(tables[table]);
      const rows = columns[0]?.length ?? 0;
      const room = roomFor(wasm, rows * columns.length);
      columns.forEach((column, i) => room.set(column, i * rows));
      set[table]();
    }
    return new Flights(wasm, tables);
  }

  /** Notes turn to where the head was from frame to frame. */
  watch(poses: Poses): void {
    if (!this.wasm) return;
    const count = poses.length;
    const room = roomFor(this.wasm, 4 * count);
    const head = { position: new Vector3(), rotation: new Quaternion() };
    for (let i = 0; i < count; i++) {
      const { x, y, z } = poses.frame('head', i, head).position;
      [room[i], room[count + i], room[2 * count + i], room[3 * count + i]] = [poses.times[i]!, x, y, -z];
    }
    this.wasm.set_heads();
  }

  /** How long before it is due something begins its jump. */
  lead(time: number): number {
    return this.wasm?.lead(time) ?? 0;
  }

  /** The notes, links and bombs in sight, far ones first. */
  notes(time: number, { x, y, z }: Vector3): PlacedNote[] {
    return this.read(this.wasm?.place_notes(time, x, y, -z), NOTE, noteAt);
  }

  /** One of them, at any time. */
  note(row: number, time: number, { x, y, z }: Vector3): PlacedNote {
    return this.read(this.wasm?.place_note(row, time, x, y, -z), NOTE, noteAt)[0]!;
  }

  /** Walls in sight, and those that have passed for no longer than `after` seconds. */
  walls(time: number, after: number, { x, y, z }: Vector3): PlacedWall[] {
    return this.read(this.wasm?.place_walls(time, after, x, y, -z), WALL, (placed, i) => ({
      ...placedAt(placed, i),
      size: new Vector3(placed[i + 8], placed[i + 9], placed[i + 10]),
      inSight: placed[i + 11]!,
    }));
  }

  /** At most so many of the arcs that have not passed and that begin before a time, each as so many points. */
  arcs(time: number, until: number, most: number, points: number, { x, y, z }: Vector3): { row: number; points: PlacedPoint[] }[] {
    const count = this.wasm?.place_arcs(time, until, most, points, x, y, -z);
    return this.read(count, 1 + points * POINT, (placed, i) => ({
      row: placed[i]!,
      points: Array.from({ length: points }, (_, point) => {
        const at = i + 1 + point * POINT;
        const position = new Vector3(placed[at], placed[at + 1], -placed[at + 2]!);
        return { position, ahead: placed[at + 3]!, share: placed[at + 4]! };
      }),
    }));
  }

  private read<T>(count = 0, size: number, one: (placed: Float32Array, at: number) => T): T[] {
    if (!this.wasm || count === 0) return [];
    const placed = new Float32Array(this.wasm.memory.buffer, this.wasm.placed(), count * size);
    return Array.from({ length: count }, (_, i) => one(placed, i * size));
  }
}

const noteAt = (placed: Float32Array, i: number): PlacedNote => ({
  ...placedAt(placed, i),
  share: placed[i + 8]!,
  passed: placed[i + 9]!,
  way: placed[i + 10]!,
  inSight: placed[i + 11]!,
});

/** (x, y, −z) and (−x, −y, z, w), as for poses. */
const placedAt = (placed: Float32Array, i: number) => ({
  row: placed[i]!,
  position: new Vector3(placed[i + 1], placed[i + 2], -placed[i + 3]!),
  rotation: new Quaternion(-placed[i + 4]!, -placed[i + 5]!, placed[i + 6], placed[i + 7]),
});

/** Room in the module for so many numbers, for the next call. */
const roomFor = (wasm: Exports, count: number): Float32Array => {
  const pointer = wasm.columns_for(count);
  return new Float32Array(wasm.memory.buffer, pointer, count);
};
