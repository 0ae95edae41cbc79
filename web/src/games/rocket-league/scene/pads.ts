import { CircleGeometry, Group, Mesh, MeshBasicMaterial, RingGeometry } from 'three';
import { at } from '../../../stage/columns';
import type { Shape } from './arenas';
import { type Game, lastAt } from './data';
import type { Palette } from './palette';

/** Half of the standard field's pads, the other half being across the middle: x, y. Of these and of those on the middle the first two are large. */
// prettier-ignore
const HALF: [number, number][] = [
  [-3072, -4096],
  [3072, -4096],
  [0, -4240],
  [-1792, -4184],
  [1792, -4184],
  [-940, -3308],
  [940, -3308],
  [0, -2816],
  [-3584, -2484],
  [3584, -2484],
  [-1788, -2302],
  [1788, -2302],
  [-2048, -1036],
  [0, -1024],
  [2048, -1036],
];
const MIDDLE: [number, number][] = [
  [-3584, 0],
  [3584, 0],
  [-1024, 0],
  [1024, 0],
];
const SECONDS = { small: 4, large: 10 };
/** Cars that take a pad are no further from it. */
const REACH = 450;
/** Fewer pads found than this part: the arena is another one. */
const KNOWN = 0.6;
/** A pad that is always away for longer than this is a large one; a goal makes the time jump. */
const LONG = 7;

interface Place {
  x: number;
  y: number;
  large: boolean;
  /** Times at which it was taken. */
  taken: number[];
}

interface Pad extends Place {
  parts: ReturnType<typeof partsOf>;
}

/** Boost pads and how long until they are back. */
export class Pads {
  readonly group = new Group();
  private readonly pads: Pad[];
  private away: number[] = [];

  /** On the standard field pads are where they always are, elsewhere where cars have taken them. */
  constructor({ pickups }: Game, shape: Shape) {
    const taken = takenOf(pickups);
    const places = [...HALF, ...HALF.map(([x, y]): [number, number] => [x, -y]), ...MIDDLE];
    const standard = places.map(([x, y], i): Place => ({ x, y, large: i % HALF.length < 2, taken: [] }));
    const matched = taken.filter((pad) => {
      const place = standard.find(({ x, y }) => Math.hypot(x - pad.x, y - pad.y) < REACH);
      place?.taken.push(...pad.taken);
      return place;
    });
    const isStandard = shape.name === 'standard' && taken.length > 0 && matched.length >= taken.length * KNOWN;
    const all = isStandard ? standard : taken;
    this.pads = all.map((pad) => ({ ...pad, taken: pad.taken.sort((a, b) => a - b), parts: partsOf(pad.large) }));
    for (const { x, y, parts } of this.pads) {
      for (const part of [parts.disc, parts.ring]) part.position.set(x, y, 7);
      this.group.add(parts.disc, parts.ring);
    }
  }

  update(time: number, palette: Palette): void {
    this.away = [];
    this.pads.forEach(({ large, taken, parts: { disc, ring } }, i) => {
      const last = taken[lastAt(taken.length, (k) => taken[k]!, time)] ?? -Infinity;
      const back = Math.min(1, (time - last) / (large ? SECONDS.large : SECONDS.small));
      if (back < 1) this.away.push(i);
      disc.scale.setScalar(Math.max(0.01, back));
      disc.material.opacity = back < 1 ? 0.18 : 0.85;
      disc.material.color.copy(palette.pad);
      ring.material.color.copy(palette.pad);
    });
  }

  state() {
    return {
      known: this.pads.length,
      large: this.pads.filter(({ large }) => large).length,
      away: this.away.map((i) => [this.pads[i]!.x, this.pads[i]!.y]),
    };
  }

  dispose(): void {
    for (const { parts } of this.pads) {
      for (const part of [parts.disc, parts.ring]) {
        part.geometry.dispose();
        part.material.dispose();
      }
    }
  }
}

/** Each pad that was taken by someone whose place is known: in the middle of where they were then. */
function takenOf(pickups: Game['pickups']): Place[] {
  const pads = new Map<number, Place & { sum: [number, number]; known: number; away: number }>();
  for (let row = 0; row < (pickups.time?.length ?? 0); row++) {
    const key = at(pickups, 'pad', row);
    let pad = pads.get(key);
    if (!pad) pads.set(key, (pad = { x: 0, y: 0, large: false, taken: [], sum: [0, 0], known: 0, away: Infinity }));
    const [time, x, y] = [at(pickups, 'time', row), at(pickups, 'position.x', row), at(pickups, 'position.y', row)];
    if (at(pickups, 'is_taken', row) === 1) {
      pad.taken.push(time);
      if (!Number.isFinite(x)) continue;
      pad.known++;
      pad.sum[0] += x;
      pad.sum[1] += y;
    } else if (pad.taken.length > 0) pad.away = Math.min(pad.away, time - pad.taken.at(-1)!);
  }
  return [...pads.values()]
    .filter(({ known }) => known > 0)
    .map(({ sum, known, away, taken }) => ({ x: sum[0] / known, y: sum[1] / known, large: away > LONG && away < Infinity, taken }));
}

function partsOf(large: boolean) {
  const radius = large ? 120 : 55;
  const material = () => new MeshBasicMaterial({ transparent: true, depthWrite: false });
  return {
    disc: new Mesh(new CircleGeometry(radius, large ? 28 : 16), material()),
    ring: new Mesh(new RingGeometry(radius * 1.15, radius * 1.35, large ? 28 : 16), material()),
  };
}
