import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  Group,
  type Material,
  Mesh,
  MeshBasicMaterial,
  ShapeUtils,
  Vector2,
} from 'three';
import { at, FIRST_FRAME, FPS, type Game, indexAt } from './data';
import type { Palette } from './palette';
import { coloured, glyph, type Quad, sized } from './shapes';
import { CLOUD, CLOUD_ROUND, CLOUD_WIDTH, FOUNTAIN, type StageShape, STAGES, YOSHIS_STORY } from './stages';

/** How far ground reaches to the front and the back. */
const DEPTH = 13;
const THICK = 1.6;

/** The ground, its platforms and the edge of the world. */
export class Ground {
  readonly group = new Group();
  readonly shape: StageShape | null;
  private readonly solid = new MeshBasicMaterial({ vertexColors: true, side: DoubleSide });
  private readonly edge = new MeshBasicMaterial();
  private readonly platforms: Group[] = [];
  private readonly limits: Quad[] = [];
  private readonly cloud: Group | null;
  private readonly number: number;
  private readonly left: Float32Array;
  private readonly right: Float32Array;

  constructor(
    stage: string,
    private readonly game: Game,
  ) {
    this.number = Number(stage);
    this.left = fountain(game, 1, 20);
    this.right = fountain(game, 0, 28);
    this.shape = STAGES[stage] ?? null;
    if (this.shape) this.build(this.shape);
    this.cloud = this.number === YOSHIS_STORY ? this.platform(CLOUD_WIDTH) : null;
  }

  update(time: number, palette: Palette): void {
    this.solid.color.copy(palette.ground);
    this.edge.color.copy(palette.edge);
    for (const limit of this.limits) coloured(limit, palette.line, 0.5);
    if (this.cloud) {
      const [x, y] = cloudAt(time);
      this.cloud.position.set(x + CLOUD_WIDTH / 2, y, 0);
    }
    if (this.number !== FOUNTAIN) return;
    // In the table of shapes the left one comes second, the right one third; the game calls right 0 and left 1.
    const index = indexAt(this.game, time);
    this.platforms[1]!.position.y = this.left[index]!;
    this.platforms[2]!.position.y = this.right[index]!;
  }

  dispose(): void {
    this.group.traverse((part) => part instanceof Mesh && !part.material.uniforms && part.geometry.dispose());
    for (const material of [this.solid, this.edge, ...this.limits.map((limit) => limit.material)] as Material[])
      material.dispose();
  }

  private build(shape: StageShape): void {
    this.group.add(new Mesh(block(shape.outline), this.solid));
    // What can be stood on has a bright front edge.
    shape.outline.forEach(([x, y], i) => {
      const [x2, y2] = shape.outline[(i + 1) % shape.outline.length]!;
      if (x2 <= x || Math.abs(y2 - y) > x2 - x || y < -5) return;
      const line = new Mesh(new BoxGeometry(Math.hypot(x2 - x, y2 - y), 0.7, 0.4), this.edge);
      line.position.set((x + x2) / 2, (y + y2) / 2 - 0.3, DEPTH);
      line.rotation.z = Math.atan2(y2 - y, x2 - x);
      this.group.add(line);
    });
    for (const [left, right, y] of shape.platforms) {
      const platform = this.platform(right - left);
      platform.position.set((left + right) / 2, y, 0);
      this.platforms.push(platform);
    }
    const [left, right, top, bottom] = shape.blast;
    const wide = (right - left) / 2;
    const high = (top - bottom) / 2;
    for (const [x, y, w, h] of [
      [left + wide, top, wide, 0.35],
      [left + wide, bottom, wide, 0.35],
      [left, bottom + high, 0.35, high],
      [right, bottom + high, 0.35, high],
    ] as const) {
      const line = sized(glyph(6, 1), w, h);
      line.position.set(x, y, 0);
      this.limits.push(line);
      this.group.add(line);
    }
  }

  private platform(width: number): Group {
    const group = new Group();
    const half = width / 2;
    const outline: [number, number][] = [
      [-half, 0],
      [half, 0],
      [half - 1, -THICK],
      [1 - half, -THICK],
    ];
    const line = new Mesh(new BoxGeometry(width, 0.6, 0.4), this.edge);
    line.position.set(0, -0.3, DEPTH * 0.6);
    group.add(new Mesh(block(outline, DEPTH * 0.6), this.solid), line);
    this.group.add(group);
    return group;
  }
}

/** An outline drawn out to the front and the back: bright on top, fading on the front the deeper it goes. */
function block(outline: [number, number][], depth = DEPTH): BufferGeometry {
  const positions: number[] = [];
  const shades: number[] = [];
  const add = (x: number, y: number, z: number, shade: number) => {
    positions.push(x, y, z);
    shades.push(shade, shade, shade);
  };
  const front = (y: number) => 0.16 + 0.5 * Math.exp(Math.min(0, y) / 26);
  const points = outline.map(([x, y]) => new Vector2(x, y));
  for (const face of ShapeUtils.triangulateShape(points, [])) {
    for (const i of face) add(points[i]!.x, points[i]!.y, depth, front(points[i]!.y));
  }
  outline.forEach(([x, y], i) => {
    const [x2, y2] = outline[(i + 1) % outline.length]!;
    const up = (x2 - x) / (Math.hypot(x2 - x, y2 - y) || 1);
    const shade = up > 0.5 ? 1 : 0.3 * front(Math.min(y, y2));
    const far = shade * (up > 0.5 ? 0.45 : 0.6);
    for (const [px, py, pz] of [
      [x, y, depth],
      [x2, y2, depth],
      [x2, y2, -depth],
      [x, y, depth],
      [x2, y2, -depth],
      [x, y, -depth],
    ] as const)
      add(px, py, pz, pz > 0 ? shade : far);
  });
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(positions), 3));
  geometry.setAttribute('color', new BufferAttribute(new Float32Array(shades), 3));
  return geometry;
}

/** Left end and height of Yoshi's cloud: it goes round once in twenty seconds, whatever happens. */
export function cloudAt(time: number): [number, number] {
  const k = (((time * FPS) % CLOUD_ROUND) + CLOUD_ROUND) % CLOUD_ROUND;
  const next = CLOUD.findIndex((corner) => corner[0] > k);
  const [k1, y1, x1] = CLOUD[next - 1]!;
  const [k2, y2, x2] = CLOUD[next]!;
  const part = (k - k1) / (k2 - k1);
  return [x1 + (x2 - x1) * part, y1 + (y2 - y1) * part];
}

/** Heights of a platform of the Fountain, frame by frame: recorded since 3.18, before that where it starts. */
function fountain(game: Game, platform: number, start: number): Float32Array {
  const { frame = [], platform: which = [] } = game.fod_platforms;
  const heights = new Float32Array(game.times.length);
  let height = start;
  for (let index = 0, row = 0; index < heights.length; index++) {
    for (; row < frame.length && frame[row]! - FIRST_FRAME <= index; row++)
      if (which[row] === platform) height = at(game.fod_platforms, 'height', row);
    heights[index] = 0.75 * height + 1.125;
  }
  return heights;
}
