import { signal } from '@preact/signals';
import { Color, Euler, Quaternion, Vector3 } from 'three';
import { at, type Columns } from '../../../../stage/columns';
import { lastAtOrBefore } from '../../../../stage/times';
import { type Cell, cellRect } from '../atlas';
import { Instances } from '../instances';
import { kit } from '../kit';
import type { Lane } from '../lane';

/** Groups, as the table numbers them. */
const [BACK, RINGS, LEFT, RIGHT, CENTRE] = [0, 1, 2, 3, 4];
const GROUPS = ['back', 'rings', 'left', 'right', 'centre'];
/** How bright lights are where nothing may move. */
const STILL = 0.35;

/** A quad of light: where it is, how large, how it leans (degrees), and how bright at the most. */
interface Lamp {
  group: number;
  cell: Cell;
  at: [number, number, number];
  size: [number, number];
  lean?: number;
  strength: number;
}

const beam = (group: number, x: number, z: number, lean: number, strength = 0.5): Lamp => ({
  group,
  cell: 'glow',
  at: [x, 15, z],
  size: [2.4, 44],
  lean,
  strength,
});

const LAMPS: Lamp[] = [
  ...[-30, -18, -7, 7, 18, 30].map((x) => beam(BACK!, x, -58, x * 0.9, 0.55)),
  ...[7, 11, 16].map((x, i) => beam(LEFT!, -x, -20 - 8 * i, 24 - 9 * i)),
  ...[7, 11, 16].map((x, i) => beam(RIGHT!, x, -20 - 8 * i, 9 * i - 24)),
  ...[9, 15].map((size, i): Lamp => ({ group: RINGS!, cell: 'ring', at: [0, 4, -34 - 10 * i], size: [size, size], strength: 0.5 })),
  { group: CENTRE!, cell: 'glow', at: [0, 2, -48], size: [60, 9], strength: 0.7 },
  ...[-1, 1].map((side): Lamp => ({ group: CENTRE!, cell: 'glow', at: [side * 2.1, 0.1, -26], size: [1.2, 3.2], strength: 0.5 })),
];

/** Whether lights are shown lasts as long as the page. */
const on = signal(true);

/** The environment's lights: few, and as calm as the table has them. */
export class Lights {
  readonly on = on;
  private readonly lamps: Instances;
  private readonly groups: { times: Float64Array; rows: number[] }[];
  private readonly levels = GROUPS.map(() => 0);
  private readonly colours = GROUPS.map(() => new Color());
  private readonly position = new Vector3();
  private readonly rotation = new Quaternion();
  private readonly scale = new Vector3();
  private readonly euler = new Euler();

  constructor(private readonly table: Columns) {
    const { quad, face } = kit();
    this.lamps = new Instances(quad, face, LAMPS.length, { aColour: 4, aRect: 4, aBlend: 2 });
    // Behind all that is played with.
    this.lamps.mesh.renderOrder = -3;
    this.groups = GROUPS.map((_, group) => {
      const rows = Array.from(table.time ?? [], (_, row) => row).filter((row) => at(table, 'group', row) === group);
      return { rows, times: Float64Array.from(rows, (row) => at(table, 'time', row)) };
    });
  }

  get mesh() {
    return this.lamps.mesh;
  }

  /** `colours`: as the table numbers them; `lane`: the one that is played, at whose end they are. */
  update(time: number, colours: readonly Color[], lane: Lane, still: boolean): void {
    this.lamps.begin();
    GROUPS.forEach((_, group) => this.look(group, time, colours, still));
    if (this.on.peek()) {
      for (const lamp of LAMPS) this.draw(lamp, lane);
    }
    this.lamps.end();
  }

  state(): Record<string, unknown> {
    const rounded = (value: number) => Math.round(value * 1e3) / 1e3;
    const shown = (i: number) => ({ level: rounded(this.levels[i]!), colour: `#${this.colours[i]!.getHexString()}` });
    return { on: this.on.peek(), ...Object.fromEntries(GROUPS.map((name, i) => [name, shown(i)])) };
  }

  dispose(): void {
    this.lamps.dispose();
  }

  private look(group: number, time: number, colours: readonly Color[], still: boolean): void {
    const { rows, times } = this.groups[group]!;
    const [colour, row] = [this.colours[group]!, lastAtOrBefore(times, time)];
    const value = (name: string, i: number): number => at(this.table, name, rows[Math.min(rows.length - 1, Math.max(0, i))]!);
    if (still || row < 0) {
      // Where nothing may move, all groups with lights are lit evenly, in its first colour.
      this.levels[group] = still && rows.length > 0 ? STILL : 0;
      colour.copy(colours[still && rows.length > 0 ? value('color', 0) : 0]!);
      return;
    }
    const lasts = (times[row + 1] ?? Infinity) - times[row]!;
    const share = lasts > 0 ? Math.min(1, (time - times[row]!) / lasts) : 0;
    this.levels[group] = value('level', row) + (value('level', row + 1) - value('level', row)) * share;
    colour.copy(colours[value('color', row)]!).lerp(colours[value('color', row + 1)]!, share);
  }

  private draw({ group, cell, at, size, lean = 0, strength }: Lamp, lane: Lane): void {
    const level = this.levels[group]! * strength;
    if (level < 0.004) return;
    const { r, g, b } = this.colours[group]!;
    this.rotation.setFromEuler(this.euler.set(0, 0, (lean * Math.PI) / 180)).premultiply(lane.rotation);
    lane.out(this.position.set(...at));
    this.scale.set(...size, 1);
    this.lamps.push(this.position, this.rotation, this.scale, r, g, b, level, ...cellRect(cell), 1, 0.25);
  }
}
