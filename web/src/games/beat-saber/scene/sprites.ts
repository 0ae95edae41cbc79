import { type Color, type Mesh, Quaternion, Vector3 } from 'three';
import { type Cell, cellAspect, cellRect } from './atlas';
import { Instances } from './instances';
import type { Kit } from './kit';
import type { Note } from './notes-model';

const UPRIGHT = new Quaternion();

/** Something that may stand before notes: so many metres across and up. */
export interface Cover {
  kind: 'half' | 'text' | 'mark';
  /** Its note; null of a wall. */
  note: Note | null;
  at: Vector3;
  width: number;
  height: number;
  alpha: number;
}

/** How a sprite is drawn besides its colour. `light`: how much of it is light rather than paint; `across` and `up`: beside its place, in heights of it. */
interface Look {
  light?: number;
  across?: number;
  up?: number;
  turn?: number;
}

/** Signs out of the atlas that face the viewer. */
export class Sprites {
  readonly mesh: Mesh;
  private readonly instances: Instances;
  private readonly scale = new Vector3();

  /** `isOnTop`: nothing stands before them. */
  constructor(kit: Kit, capacity: number, isOnTop = false) {
    const look = { aColour: 4, aRect: 4, aBlend: 2, aShift: 3 };
    this.instances = new Instances(kit.quad, isOnTop ? kit.signOnTop : kit.sprite, capacity, look);
    this.mesh = this.instances.mesh;
    this.mesh.renderOrder = isOnTop ? 9 : 8;
  }

  begin(): void {
    this.instances.begin();
  }

  end(): void {
    this.instances.end();
  }

  draw(cell: Cell, at: Vector3, size: number, colour: Color, alpha: number, { light = 0, across = 0, up = 0, turn = 0 }: Look = {}): void {
    this.scale.set(size * cellAspect(cell), size, 1);
    const { r, g, b } = colour;
    this.instances.push(at, UPRIGHT, this.scale, r, g, b, alpha, ...cellRect(cell), light, 0.5, across, up, turn);
  }

  dispose(): void {
    this.instances.dispose();
  }
}
