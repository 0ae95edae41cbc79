import { Color, Group } from 'three';
import { at } from '../../../stage/columns';
import { FIRST_FRAME, FRAME_RATE } from '../rules';
import type { Game } from './data';
import type { Palette } from './palette';
import { become, coloured, Glyph, glyph, type Quad, sized } from './shapes';

/** A game has at most fifteen at a time. */
const MOST = 15;
const LEAP = 20;

export interface Item {
  type: number;
  shape: string;
  x: number;
  y: number;
  owner: number;
}

interface Look {
  shape: keyof typeof Glyph;
  /** Half its size, in units. */
  size: [number, number];
  /** None: the owner's. */
  colour: Color | null;
  /** The direction it points along: its way, the side it looks to, nothing; or how fast it turns, in radians a frame. */
  aim: 'way' | 'side' | number;
}

/** The looks of items: numbers, shape, half width and height, colour (`-`: the owner's), aim. */
const LOOKS = `
38 39 54 55 125-128 136 137 234 235|bolt|6|1.1|-|way
49 131|bolt|2|1.2|#f2d24a|0.4
48 65 66 100 105 108 109 116 130 132 154 195-198 203 206|flame|3.4|2.6|#ff7a35|way
6 58 59 93 129|bomb|2.6|2.6|-|0
95|missile|3.6|1.9|-|way
94 151|disc|3|3|#ffd75e|0
112 144|disc|3|3|#a05ee0|0
67 68 145|disc|3|3|#5ee0a0|0
78 146|burst|10|10|#5ee0a0|0.1
99|turnip|2.8|2.8|#ffffff|0
64 76 77 79 80 140-143 152 153|dart|3.2|1.1|-|way
60 61|crescent|3.2|3.2|-|0.45
69-73|star|2.4|2.4|#9fd8ff|0.3
81 82 89-92 147-150|spark|5|3|#ffe14a|way
17 106 107 113 133|ice|2.6|2.6|#a8e2ff|0
34|halved|2.4|2.4|#ff4550|0.1
4|halved|4|4|#f2c23a|0
10 29 36 88 204|star|3|3|#ffe14a|0.08
0-2 32|box|3|3|#a8794e|0
3 42 86 205 236|egg|2.6|3|#6fd06a|0.15
14 219|disc|2.6|2.2|#45d483|0
15 220|disc|2.6|2.2|#ff5560|0
8 9 18 26 225 226|disc|2.2|2.2|#ff7080|0
209|target|3.6|3.6|#ff4550|0
7 43 44 45 46 104 134 160-190 208 210-218 221 233|face|4|4|#f0b8a0|side
111 135 193 194|disc|1.4|1.4|#c9e08a|0
56 57|bubble|4|5|-|0
19 20|diamond|2|2|#c0c8d8|0
11-13 16 21-25 51 62 63 74 75 83 84 96 97 101-103|dart|2.6|0.9|#d8dde8|side
`;

const LOOK_OF = new Map<number, Look>();
for (const line of LOOKS.trim().split('\n')) {
  const [numbers, shape, w, h, colour, aim] = line.split('|') as [string, keyof typeof Glyph, string, string, string, string];
  const look: Look = {
    shape,
    size: [Number(w), Number(h)],
    colour: colour === '-' ? null : new Color(colour),
    aim: aim === 'way' || aim === 'side' ? aim : Number(aim),
  };
  for (const part of numbers.split(' ')) {
    const [first, last = first] = part.split('-').map(Number);
    for (let type = first!; type <= last!; type++) LOOK_OF.set(type, look);
  }
}
const UNKNOWN: Look = { shape: 'diamond', size: [2.2, 2.2], colour: null, aim: 0 };

/** Items and projectiles as signs, each kind its own, in their owner's colour where they have none. */
export class Items {
  readonly group = new Group();
  now: Item[] = [];
  private readonly pool: Quad[] = Array.from({ length: MOST }, () => glyph(Glyph.diamond, 5));

  constructor(private game: Game) {
    this.group.add(...this.pool);
  }

  use(game: Game): void {
    this.game = game;
  }

  update(time: number, index: number, palette: Palette): void {
    const { items, itemRows } = this.game;
    const [from, to, after] = [itemRows[index]!, itemRows[index + 1]!, itemRows[index + 2] ?? 0];
    const part = Math.min(1, Math.max(0, time * FRAME_RATE - FIRST_FRAME - index));
    this.now = [];
    this.pool.forEach((mesh, i) => {
      const row = from + i;
      mesh.visible = row < to;
      if (!mesh.visible) return;
      const read = (name: string) => at(items, name, row);
      const type = read('type_id');
      const owner = items.owner ? read('owner') : -1;
      const look = LOOK_OF.get(type) ?? UNKNOWN;
      const { shape, size, aim } = look;
      let [x, y] = [read('position_x'), read('position_y')];
      this.now.push({ type, shape, x, y, owner });
      for (let next = to; part > 1e-4 && next < after; next++) {
        if (at(items, 'spawn_id', next) !== read('spawn_id')) continue;
        const [dx, dy] = [at(items, 'position_x', next) - x, at(items, 'position_y', next) - y];
        if (Math.hypot(dx, dy) < LEAP) [x, y] = [x + dx * part, y + dy * part];
      }
      const [vx, vy] = [read('velocity_x'), read('velocity_y')];
      const side = read('facing_direction') < 0 ? -1 : 1;
      const still = Math.hypot(vx, vy) < 0.05;
      // Samus's super missile and charged items are bigger.
      const big = 1 + (type === 95 ? read('missile_type') * 0.45 : 0) + (shape === 'disc' ? Math.min(8, read('charge_power')) * 0.12 : 0);
      sized(become(mesh, Glyph[shape], index * 0.2), size[0] * big, size[1] * big);
      mesh.scale.x = aim === 'side' ? side : 1;
      mesh.rotation.z =
        typeof aim === 'number'
          ? -aim * (index + part) * side
          : aim === 'way'
            ? still
              ? side < 0
                ? Math.PI
                : 0
              : Math.atan2(vy, vx)
            : 0;
      mesh.position.set(x, y + (shape === 'bolt' || shape === 'dart' ? 0 : size[1] * 0.5), 0.6);
      coloured(mesh, look.colour ?? palette.ports[owner] ?? palette.edge, shape === 'bubble' ? 0.5 : 0.97);
    });
  }

  dispose(): void {
    for (const mesh of this.pool) mesh.material.dispose();
  }
}
