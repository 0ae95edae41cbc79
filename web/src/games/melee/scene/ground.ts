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
import { mergeGeometries } from 'three/examples/jsm/utils/BufferGeometryUtils.js';
import { at } from '../../../stage/columns';
import { FRAME_RATE, STADIUM_GROUND } from '../rules';
import { type Game, heldRows } from './data';
import type { Palette } from './palette';
import { coloured, Glyph, glyph, type Quad, sized } from './shapes';
import { Stadium, Whispy } from './stage-life';
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
  STADIUM_FLOOR,
  type StageShape,
  STAGES,
  WATER,
  WINDMILL,
  YOSHIS_STORY,
} from './stages';
import { extentOf, piecesUnder, terrainOf, type Underfoot } from './terrain';

/** How far ground reaches to the front and the back. */
const DEPTH = 13;
const THICK = 1.6;
/** Width of a piece of ground that is only known because somebody stands on it, and of one beside ground whose shape is known. */
const PIECE = 14;
const SMALL_PIECE = 8;
/** Feet no further than this from a line, in units, are on it. */
const NEAR = 1;

/** A line of ground: from its left end to its right one. */
type Line = readonly [x: number, y: number, x2: number, y2: number];

/** The lines of each form of Stadium. */
const FORMS = Object.entries(STADIUM_GROUND).map(([form, lines]): [number, readonly Line[]] => [Number(form), lines]);

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
  /** The windmill's arms. */
  private readonly windmill: Group | null = null;
  /** The parts that never move. */
  private readonly fixed: Line[] = [];
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
      for (const [form, lines] of FORMS) {
        const group = this.form(lines);
        this.forms.set(form, group);
        this.group.add(group);
      }
      this.windmill = this.mill(this.forms.get(WATER)!);
    }
    this.use(game);
  }

  use(game: Game): void {
    if (this.number === FOUNTAIN) this.fountain = { game, rows: heldRows(game, game.fod_heights) };
    this.whispy?.use(game);
    this.stadium?.use(game);
    this.group.remove(this.found);
    freed(this.found);
    this.found = new Group();
    this.group.add(this.found);
    if (this.isKnown) {
      // A moving part that nobody knows shows where somebody stands on it.
      this.stand(
        piecesUnder(game, (index, x, y) => this.holds(index, game.times[index]!, x, y)),
        SMALL_PIECE,
      );
      return;
    }
    this.blast = extentOf(game);
    this.sight = this.blast;
    this.find(game);
  }

  /** Whether something is drawn under feet at a frame. */
  private holds(index: number, time: number, x: number, y: number): boolean {
    if (this.fixed.some((line) => isOn(line, x, y))) return true;
    if (this.cloud) {
      const [left, height] = cloudAt(time);
      return isOn([left, height, left + CLOUD_WIDTH, height], x, y);
    }
    if (this.fountain)
      return SIDES.some((side, i) => {
        const [left, right] = STAGES[this.stage]!.platforms[i + 1]!;
        const [height] = this.platformAt(side, index);
        return height > 0 && isOn([left, height, right, height], x, y);
      });
    return FORMS.some(([form, lines]) => {
      const up = this.stadium?.upAt(index, form) ?? 0;
      return up > 0 && lines.some((line) => isOn(line, x, y, up));
    });
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
    this.faint(this.windmill, blade === null);
    if (!blade || up === 0) return;
    // While it comes, all of the form is as flat as its ground.
    this.windmill.rotation.z = Math.atan2(blade[1] / up - WINDMILL.y, blade[0] - WINDMILL.x);
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
      this.fixed.push([x, y, x2, y2]);
      return [[x, y] as const, [x2, y2] as const];
    });
    for (const [x, y] of [tops[0]!, tops.at(-1)!]) this.sign(Glyph.diamond, x, y, 1.3, 1.3);
    for (const [left, right, y] of shape.platforms) {
      const platform = this.platform(right - left);
      platform.position.set((left + right) / 2, y, 0);
      // Of Fountain of Dreams, only the upper one stays.
      if (this.number !== FOUNTAIN || this.platforms.length === 0) this.fixed.push([left, y, right, y]);
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
    const { lines, underfoot } = terrainOf(game);
    for (const line of lines) {
      line.slice(1).forEach(([x2, y2], i) => this.found.add(...this.bar(...line[i]!, x2, y2, 4)));
    }
    this.stand(underfoot, PIECE);
  }

  /** Makes the pieces of ground under somebody's feet. */
  private stand(underfoot: readonly Underfoot[], width: number): void {
    this.underfoot = underfoot.map((piece) => [this.platform(width, this.found), piece]);
  }

  /** A form of Stadium: its platforms, and its floor, level where nobody was seen to stand. */
  private form(lines: readonly Line[]): Group {
    const { left, right, bottom } = STADIUM_FLOOR;
    const parts: Mesh[] = [];
    const isFloor = ([, y, , y2]: Line) => Math.max(Math.abs(y), Math.abs(y2)) < -bottom;
    for (const line of lines) if (!isFloor(line)) parts.push(...this.bar(...line, 2.5));
    let end = left;
    const add = (x: number, y: number, x2: number, y2: number) => {
      const outline: [number, number][] = [
        [x, y],
        [x2, y2],
        [x2, bottom],
        [x, bottom],
      ];
      parts.push(new Mesh(block(outline), this.solid), this.line(x, y, x2, y2, DEPTH));
    };
    for (const line of lines.filter(isFloor).sort((a, b) => a[0] - b[0])) {
      if (line[0] - end > NEAR) add(end, 0, line[0], 0);
      add(...line);
      end = Math.max(end, line[2]);
    }
    if (right - end > NEAR) add(end, 0, right, 0);
    return new Group().add(...[this.solid, this.edge].map((material) => merged(parts, material)));
  }

  /** A tower with four arms, which are given back. */
  private mill(into: Group): Group {
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
    return arms;
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

/** Whether feet are on a line whose heights are multiplied by a part. */
function isOn([x1, y1, x2, y2]: Line, x: number, y: number, part = 1): boolean {
  return x >= x1 - NEAR && x <= x2 + NEAR && Math.abs((y1 + ((y2 - y1) * (x - x1)) / (x2 - x1)) * part - y) < NEAR;
}

/** The parts of one material as one, which is drawn at once. */
function merged(parts: readonly Mesh[], material: Material): Mesh {
  const shapes = parts
    .filter((part) => part.material === material)
    .map((part) => (part.updateMatrix(), part.geometry.applyMatrix4(part.matrix)));
  return new Mesh(mergeGeometries(shapes), material);
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
