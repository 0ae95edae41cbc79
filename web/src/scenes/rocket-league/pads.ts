import { CircleGeometry, Group, Mesh, MeshBasicMaterial, RingGeometry } from 'three';
import { at, type Game, lastAt } from './data';
import type { Palette } from './palette';

/** Half of the standard field's pads, the other half being across the middle: x, y. Of these and of those on the middle the first two are large. */
// prettier-ignore
const HALF: [number, number][] = [
  [-3072, -4096], [3072, -4096], [0, -4240], [-1792, -4184], [1792, -4184], [-940, -3308], [940, -3308], [0, -2816],
  [-3584, -2484], [3584, -2484], [-1788, -2302], [1788, -2302], [-2048, -1036], [0, -1024], [2048, -1036],
];
const MIDDLE: [number, number][] = [[-3584, 0], [3584, 0], [-1024, 0], [1024, 0]];
const SECONDS = { small: 4, large: 10 };
/** Cars that take a pad are no further from it. */
const REACH = 450;
/** Fewer pads found than this part: the arena is another one. */
const KNOWN = 0.6;

interface Pad {
  x: number;
  y: number;
  large: boolean;
  /** Times at which it was taken. */
  taken: number[];
  parts: ReturnType<typeof partsOf>;
}

/** Boost pads and how long until they are back. */
export class Pads {
  readonly group = new Group();
  private readonly pads: Pad[];
  private away: number[] = [];

  constructor({ pickups }: Game) {
    const places = [...HALF, ...HALF.map(([x, y]): [number, number] => [x, -y]), ...MIDDLE];
    const all = places.map(([x, y], i): Pad => {
      const large = i % HALF.length < 2;
      return { x, y, large, taken: [], parts: partsOf(large) };
    });
    let [found, lost] = [0, 0];
    for (const rows of byPad(pickups)) {
      const mean = (name: string) => rows.reduce((sum, row) => sum + at(pickups, name, row), 0) / rows.length;
      const [x, y] = [mean('position.x'), mean('position.y')];
      const pad = all.find((pad) => Math.hypot(pad.x - x, pad.y - y) < REACH);
      if (!pad) lost++;
      else {
        found++;
        pad.taken.push(...rows.map((row) => at(pickups, 'time', row)));
        pad.taken.sort((a, b) => a - b);
      }
    }
    this.pads = found > 0 && found >= (found + lost) * KNOWN ? all : [];
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
    return { known: this.pads.length, away: this.away.map((i) => [this.pads[i]!.x, this.pads[i]!.y]) };
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

/** Rows in which a pad was taken, where one knows by whom, for each pad. */
function byPad(pickups: Game['pickups']): number[][] {
  const pads = new Map<number, number[]>();
  for (let row = 0; row < (pickups.time?.length ?? 0); row++) {
    const known = at(pickups, 'is_taken', row) === 1 && Number.isFinite(at(pickups, 'position.x', row));
    if (!known) continue;
    const pad = at(pickups, 'pad', row);
    pads.set(pad, [...(pads.get(pad) ?? []), row]);
  }
  return [...pads.values()];
}

function partsOf(large: boolean) {
  const radius = large ? 120 : 55;
  const material = () => new MeshBasicMaterial({ transparent: true, depthWrite: false });
  return {
    disc: new Mesh(new CircleGeometry(radius, large ? 28 : 16), material()),
    ring: new Mesh(new RingGeometry(radius * 1.15, radius * 1.35, large ? 28 : 16), material()),
  };
}
