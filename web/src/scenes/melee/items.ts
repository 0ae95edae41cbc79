import { Color, Group } from 'three';
import { at, type Game } from './data';
import type { Palette } from './palette';
import { coloured, glyph, type Quad, sized } from './shapes';

const MOST = 24;
const LASERS = new Set([38, 39, 54, 55]);
const TARGET = 209;
const RED = new Color('#ff5560');

export interface Item {
  type: number;
  x: number;
  y: number;
  owner: number;
}

/** Items and projectiles as small signs: bolts along their way, discs for what flies, diamonds for what lies. */
export class Items {
  readonly group = new Group();
  now: Item[] = [];
  private readonly pool: Quad[] = Array.from({ length: MOST }, () => glyph(4, 5));

  constructor(private readonly game: Game) {
    this.group.add(...this.pool);
  }

  update(index: number, palette: Palette): void {
    const { items, itemRows } = this.game;
    const [from, to] = [itemRows[index]!, itemRows[index + 1]!];
    this.now = [];
    this.pool.forEach((mesh, i) => {
      const row = from + i;
      mesh.visible = row < to;
      if (!mesh.visible) return;
      const read = (name: string) => at(items, name, row);
      const type = read('type_id');
      const owner = items.owner ? read('owner') : -1;
      const [x, y, vx, vy] = [read('position_x'), read('position_y'), read('velocity_x'), read('velocity_y')];
      this.now.push({ type, x, y, owner });
      const fast = Math.hypot(vx, vy) > 0.05;
      const laser = LASERS.has(type);
      mesh.material.uniforms.uKind!.value = laser ? 2 : fast || type === TARGET ? 3 : 4;
      if (laser) sized(mesh, 6, 1.1);
      else sized(mesh, 2.3, 2.3);
      mesh.rotation.z = laser ? Math.atan2(vy, vx) : 0;
      mesh.position.set(x, y + (laser ? 0 : 2), 0.6);
      coloured(mesh, type === TARGET ? RED : (palette.ports[owner] ?? palette.edge), 0.95);
    });
  }

  dispose(): void {
    for (const mesh of this.pool) mesh.material.dispose();
  }
}
