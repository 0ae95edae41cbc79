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
import { at } from '../../../stage/columns';
import { FRAME_RATE } from '../rules';
import { type Game, heldRows } from './data';
import type { Palette } from './palette';
import { coloured, Glyph, glyph, type Quad, sized } from './shapes';
import { NORMAL, Stadium, Whispy } from './stage-life';
import {
  CLOUD,
  CLOUD_ROUND,
  CLOUD_WIDTH,
  DREAM_LAND,
  type Edges,
  FOUNTAIN,
  HUES,
  SIGHT,
  STADIUM,
  STADIUM_FORMS,
  type StageShape,
  STAGES,
  WATER,
  WINDMILL,
  YOSHIS_STORY,
} from './stages';
import { extentOf, terrainOf, type Underfoot } from './terrain';

/** How far ground reaches to the front and the back. */
const DEPTH = 13;
const THICK = 1.6;
/** Width of a piece of ground that is only known because somebody stands on it. */
const PIECE = 14;

const SIDES = ['left', 'right'] as const;

/** The ground, its platforms, its moving parts, and the edge of the world. */
export class Ground {
  readonly group = new Group();
  blast: Edges = [-200, 200, 180, -110];
  /** As far as cameras follow people. */
  sight: Edges = [-150, 150, 110, -80];
  /** The stage's shape and its place are known. */
  readonly isKnown: boolean;
  /** Hue of the stage, in turns. */
  readonly hue: number;
  private readonly solid = new MeshBasicMaterial({ vertexColors: true, side: DoubleSide });
  private readonly edge = new MeshBasicMaterial();
  private readonly platforms: Group[] = [];
  private readonly signs: Quad[] = [];
  private readonly cloud: Group | null;
  /** Of Fountain of Dreams, the rows of its platforms' heights. */
  private fountain: { game: Game; rows: Int32Array } | null = null;
  /** Guessed ground is drawn faint. */
  private readonly faintSolid = new MeshBasicMaterial({ vertexColors: true, side: DoubleSide, transparent: true, opacity: 0.22 });
  private readonly faintEdge = new MeshBasicMaterial({ transparent: true, opacity: 0.3 });
  private readonly whispy: Whispy | null;
  private readonly stadium: Stadium | null;
  private readonly forms = new Map<number, Group>();
  /** The windmill's arms, and the blade that somebody stands on. */
  private readonly windmill: { arms: Group; blade: Group } | null = null;
  private underfoot: [Group, Underfoot][] = [];
  /** The ground found where no shape is known. */
  private found = new Group();
  private readonly number: number;

  constructor(
    private readonly stage: string,
    game: Game,
  ) {
    this.number = Number(stage);
    const shape = STAGES[stage];
    this.hue = HUES[stage] ?? 0.55;
    this.isKnown = shape !== undefined;
    if (shape) {
      this.build(shape);
      this.blast = shape.blast;
      this.sight = SIGHT[stage]!;
    }
    this.cloud = this.number === YOSHIS_STORY ? this.platform(CLOUD_WIDTH) : null;
    this.whispy = this.number === DREAM_LAND ? new Whispy() : null;
    this.stadium = this.number === STADIUM ? new Stadium() : null;
    if (this.whispy) this.group.add(this.whispy.group);
    if (this.stadium) {
      this.group.add(this.stadium.group);
      for (const [form, lines] of Object.entries(STADIUM_FORMS)) {
        const group = new Group();
        for (const line of lines) group.add(...this.bar(...line, 2.5));
        this.forms.set(Number(form), group);
        this.group.add(group);
      }
      this.forms.set(NORMAL, new Group().add(...this.platforms));
      this.group.add(this.forms.get(NORMAL)!);
      this.windmill = this.mill(this.forms.get(WATER)!);
    }
    this.use(game);
  }

  use(game: Game): void {
    if (this.number === FOUNTAIN) this.fountain = { game, rows: heldRows(game, game.fod_heights) };
    this.whispy?.use(game);
    this.stadium?.use(game);
    if (this.isKnown) return;
    this.blast = extentOf(game);
    this.sight = this.blast;
    this.find(game);
  }

  /** Numbers for `ghostreel.state()`. */
  state(index: number): Record<string, unknown> {
    return {
      wind: this.whispy?.at(index),
      stadium: this.stadium?.at(index),
      platforms: this.fountain && SIDES.map((side) => this.platformAt(side, index)[0]),
      known: this.fountain ? SIDES.map((side) => this.platformAt(side, index)[1]) : this.stadium?.isKnown(index),
      blade: this.stadium?.bladeAt(index),
      underfoot: this.underfoot.map(([piece]) => piece.visible && [piece.position.x, piece.position.y, !piece.userData.isFaint]),
      cloud: this.cloud && [this.cloud.position.x, this.cloud.position.y],
    };
  }

  update(time: number, index: number, palette: Palette): void {
    this.solid.color.copy(palette.ground);
    this.edge.color.copy(palette.edge);
    for (const sign of this.signs) coloured(sign, palette.line, 0.5);
    if (this.cloud) {
      const [x, y] = cloudAt(time);
      this.cloud.position.set(x + CLOUD_WIDTH / 2, y, 0);
    }
    this.faintSolid.color.copy(palette.ground);
    this.faintEdge.color.copy(palette.edge);
    if (this.fountain) {
      SIDES.forEach((side, i) => {
        // In the table of shapes the left one comes second, the right one third.
        const platform = this.platforms[i + 1]!;
        const [height, isKnown] = this.platformAt(side, index);
        platform.position.y = height;
        platform.visible = height > 0;
        this.faint(platform, !isKnown);
      });
    }
    this.whispy?.update(time, index, palette);
    for (const [piece, { x, y, known }] of this.underfoot) {
      piece.visible = !Number.isNaN(x[index] ?? NaN);
      if (piece.visible) piece.position.set(x[index]!, y[index]!, 0);
      this.faint(piece, known[index] !== 1);
    }
    if (!this.stadium) return;
    this.stadium.update(index, palette);
    for (const [number, group] of this.forms) {
      const up = this.stadium.upAt(index, number);
      group.visible = up > 0;
      // The floor stays where it is.
      if (up > 0) group.scale.y = up;
      this.faint(group, !this.stadium.isKnown(index));
    }
    this.turn(this.stadium.bladeAt(index), this.stadium.upAt(index, WATER));
  }

  /** A platform of the Fountain: its height, and whether it is known. */
  private platformAt(side: (typeof SIDES)[number], index: number): [height: number, isKnown: boolean] {
    const { game, rows } = this.fountain!;
    const row = rows[index] ?? -1;
    if (row < 0) return [STAGES[this.stage]!.platforms[side === 'left' ? 1 : 2]![2], false];
    return [at(game.fod_heights, side, row), at(game.fod_heights, `is_${side}_known`, row) === 1];
  }

  /** Draws a group faint, or as everything else. */
  private faint(group: Group, isFaint: boolean): void {
    if (Boolean(group.userData.isFaint) === isFaint) return;
    group.userData.isFaint = isFaint;
    const [solid, edge] = [isFaint ? this.faintSolid : this.solid, isFaint ? this.faintEdge : this.edge];
    group.traverse((part) => {
      if (part instanceof Mesh) part.material = part.material.vertexColors ? solid : edge;
    });
  }

  /** The windmill's blades turn; where they are is known only while somebody stands on one. */
  private turn(blade: [x: number, y: number] | null, up: number): void {
    if (!this.windmill) return;
    const { arms, blade: ground } = this.windmill;
    ground.visible = blade !== null;
    this.faint(arms, blade === null);
    if (!blade || up === 0) return;
    // While it comes, all of the form is as flat as its ground.
    const [x, y] = [blade[0], blade[1] / up];
    ground.position.set(x, y, 0);
    arms.rotation.z = Math.atan2(y - WINDMILL.y, x - WINDMILL.x);
  }

  dispose(): void {
    freed(this.group);
    for (const material of [
      this.solid,
      this.edge,
      this.faintSolid,
      this.faintEdge,
      ...this.signs.map((sign) => sign.material),
    ] as Material[])
      material.dispose();
    this.whispy?.dispose();
    this.stadium?.dispose();
  }

  private build(shape: StageShape): void {
    this.group.add(new Mesh(block(shape.outline), this.solid));
    // Ground has a bright front edge, and at its end a sign to hold on to.
    const tops = shape.outline.flatMap(([x, y], i) => {
      const [x2, y2] = shape.outline[(i + 1) % shape.outline.length]!;
      if (x2 <= x || Math.abs(y2 - y) > x2 - x || y < -5) return [];
      this.group.add(this.line(x, y, x2, y2, DEPTH));
      return [[x, y] as const, [x2, y2] as const];
    });
    for (const [x, y] of [tops[0]!, tops.at(-1)!]) this.sign(Glyph.diamond, x, y, 1.3, 1.3);
    for (const [left, right, y] of shape.platforms) {
      const platform = this.platform(right - left);
      platform.position.set((left + right) / 2, y, 0);
      this.platforms.push(platform);
    }
    const [left, right, top, bottom] = shape.blast;
    const wide = (right - left) / 2;
    const high = (top - bottom) / 2;
    this.sign(Glyph.line, left + wide, top, wide, 0.35);
    this.sign(Glyph.line, left + wide, bottom, wide, 0.35);
    this.sign(Glyph.line, left, bottom + high, 0.35, high);
    this.sign(Glyph.line, right, bottom + high, 0.35, high);
  }

  /** Draws what fighters were seen to stand on. */
  private find(game: Game): void {
    this.group.remove(this.found);
    freed(this.found);
    this.found = new Group();
    this.group.add(this.found);
    const { lines, underfoot } = terrainOf(game);
    for (const line of lines) {
      line.slice(1).forEach(([x2, y2], i) => this.found.add(...this.bar(...line[i]!, x2, y2, 4)));
    }
    this.underfoot = underfoot.map((piece) => [this.platform(PIECE, this.found), piece]);
  }

  /** A tower with four arms. */
  private mill(into: Group): { arms: Group; blade: Group } {
    const { x, y, reach, foot } = WINDMILL;
    const outline: [number, number][] = [
      [x - 4, foot],
      [x - 2, y],
      [x + 2, y],
      [x + 4, foot],
    ];
    into.add(new Mesh(block(outline, DEPTH * 0.3), this.solid));
    const arms = new Group();
    arms.position.set(x, y, 0);
    for (let turn = 0; turn < 4; turn++) {
      const [dx, dy] = [Math.cos((turn * Math.PI) / 2) * reach, Math.sin((turn * Math.PI) / 2) * reach];
      arms.add(this.line(0, 0, dx, dy, DEPTH * 0.5));
    }
    into.add(arms);
    return { arms, blade: this.platform(WINDMILL.blade, into) };
  }

  private sign(kind: number, x: number, y: number, w: number, h: number): void {
    const sign = sized(glyph(kind, 1), w, h);
    sign.position.set(x, y, 0);
    this.signs.push(sign);
    this.group.add(sign);
  }

  private line(x: number, y: number, x2: number, y2: number, z: number): Mesh {
    const line = new Mesh(new BoxGeometry(Math.hypot(x2 - x, y2 - y), 0.7, 0.4), this.edge);
    line.position.set((x + x2) / 2, (y + y2) / 2 - 0.3, z);
    line.rotation.z = Math.atan2(y2 - y, x2 - x);
    return line;
  }

  /** A piece of ground of a thickness. */
  private bar(x: number, y: number, x2: number, y2: number, thick: number): Mesh[] {
    const outline: [number, number][] = [
      [x, y],
      [x2, y2],
      [x2, y2 - thick],
      [x, y - thick],
    ];
    return [new Mesh(block(outline, DEPTH * 0.8), this.solid), this.line(x, y, x2, y2, DEPTH * 0.8)];
  }

  private platform(width: number, into = this.group): Group {
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
    into.add(group);
    return group;
  }
}

/** Signs share one shape, which stays. */
function freed(group: Group): void {
  group.traverse((part) => part instanceof Mesh && !part.material.uniforms && part.geometry.dispose());
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
  const k = (((time * FRAME_RATE) % CLOUD_ROUND) + CLOUD_ROUND) % CLOUD_ROUND;
  const next = CLOUD.findIndex((corner) => corner[0] > k);
  const [k1, y1, x1] = CLOUD[next - 1]!;
  const [k2, y2, x2] = CLOUD[next]!;
  const part = (k - k1) / (k2 - k1);
  return [x1 + (x2 - x1) * part, y1 + (y2 - y1) * part];
}
