import { type BufferGeometry, Color, Float32BufferAttribute, Group, LatheGeometry, Mesh, MeshBasicMaterial, Vector2 } from 'three';

/** How long boost's flame is at its shortest, in uu, and its least length, in pixels of wide pictures and of narrow ones. */
export const FLAME = 105;
export const FLAME_PIXELS = [22, 16] as const;
/** A supersonic car's is longer, and its core wider. */
const SUPERSONIC_LENGTH = 1.5;
const SUPERSONIC_CORE = 1.35;
const FLICKER = 0.14;
const WHITE = new Color('#ffffff');
const CORE = new Color('#fff3cf');

/** How wide a flame is from its nozzle to its end: parts of its length and of its width. */
const PROFILE = [
  [0, 0.5],
  [0.06, 0.85],
  [0.16, 1],
  [0.34, 0.82],
  [0.62, 0.42],
  [1, 0],
] as const;

/** It fades from its nozzle to its end. */
function tongue(length: number, radius: number, front: number, end: number): BufferGeometry {
  const shape = new LatheGeometry(
    PROFILE.map(([along, wide]) => new Vector2(radius * wide, along * length)),
    10,
  );
  const heights = shape.getAttribute('position');
  const colours = Array.from({ length: heights.count }, (_, i) => [1, 1, 1, front + ((end - front) * heights.getY(i)) / length]);
  // It points back: from +y to −x.
  return shape.setAttribute('color', new Float32BufferAttribute(colours.flat(), 4)).rotateZ(Math.PI / 2);
}

let made: { core: BufferGeometry; glow: BufferGeometry } | undefined;

/** Boost: a bright core in a glow of the team's colour. */
export class Flame {
  readonly group = new Group();
  private readonly core: Mesh<BufferGeometry, MeshBasicMaterial>;
  private readonly glow: Mesh<BufferGeometry, MeshBasicMaterial>;

  constructor([x, y, z]: readonly [number, number, number]) {
    // Made once a page and shared by every replay opened on it, so no scene disposes of them.
    made ??= { core: tongue(FLAME * 0.75, 6.5, 1, 0.6), glow: tongue(FLAME, 14, 0.9, 0.3) };
    const material = () => new MeshBasicMaterial({ vertexColors: true, transparent: true, depthWrite: false });
    this.core = new Mesh(made.core, material());
    this.glow = new Mesh(made.glow, material());
    this.core.renderOrder = 1;
    this.group.position.set(x, y, z);
    this.group.add(this.glow, this.core);
  }

  /** `phase`: of its flicker, so that no two cars' are alike. It flickers with the time: a picture is the same however one comes to it. */
  update(time: number, phase: number, colour: Color, isSupersonic: boolean, still: boolean): void {
    const flicker = still ? 0 : FLICKER * (0.6 * Math.sin(time * 71 + phase) + 0.4 * Math.sin(time * 113 + 2 * phase));
    const length = (isSupersonic ? SUPERSONIC_LENGTH : 1) * (1 + flicker);
    this.glow.scale.set(length, 1 - flicker / 2, 1 - flicker / 2);
    const core = isSupersonic ? SUPERSONIC_CORE : 1;
    this.core.scale.set(length * (1 + flicker), core, core);
    // No paler than this: on a light floor it would not be seen.
    this.glow.material.color.copy(colour).lerp(WHITE, isSupersonic ? 0.14 : 0.04);
    this.core.material.color.copy(isSupersonic ? WHITE : CORE);
  }

  /** So many times as large, beside its car. */
  enlarge(scale: number): void {
    this.group.scale.setScalar(scale);
  }

  dispose(): void {
    for (const { material } of [this.core, this.glow]) material.dispose();
  }
}
