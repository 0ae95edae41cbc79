import {
  BufferGeometry,
  Color,
  Float32BufferAttribute,
  Group,
  Mesh,
  MeshBasicMaterial,
  DoubleSide,
  LineBasicMaterial,
  LineSegments,
} from 'three';
import { at } from '../../../stage/columns';
import { type Corner, type Shape, type Wall, within } from './arenas';
import { lastAt } from '../../../stage/times';
import type { Game } from './data';
import type { Palette } from './palette';

/** Panels are hexagons of this width in rows; the rows' middles are so far apart, the first one so far from the halfway line. */
const WIDTH = 768;
const ROW = 665;
const FIRST = 128;
const GAP = 14;

/** The numbers in the panels' names, row by row from the halfway line to the back, each from −x to +x. Measured: recorded hits show where they
 * fell and which panels they broke; those never hit in them (a few in the far corners) stand where the order of numbers puts them. */
// prettier-ignore
const ORANGE = [
  [90, 4, 13, 12, 11, 10, 227, 18, 32, 28, 31, 27, 93],
  [91, 5, 41, 43, 44, 45, 33, 34, 35, 36, 95, 94],
  [6, 56, 55, 54, 53, 46, 47, 48, 50, 51, 92],
  [65, 107, 108, 109, 110, 102, 103, 104, 105, 106],
  [119, 118, 117, 116, 111, 112, 113, 114, 115],
  [66, 67, 68, 69, 58, 59, 60, 61],
  [78, 77, 76, 70, 71, 72, 73],
];
// prettier-ignore
const BLUE = [
  [181, 42, 23, 22, 21, 20, 180, 191, 190, 99, 100, 98, 97],
  [182, 25, 29, 155, 154, 153, 152, 1, 189, 188, 101, 96],
  [183, 197, 196, 195, 193, 192, 199, 202, 203, 204, 173],
  [142, 141, 140, 139, 138, 146, 145, 144, 143, 9],
  [151, 150, 149, 148, 147, 14, 169, 16, 213],
  [209, 208, 207, 206, 217, 216, 215, 214],
  [17, 220, 219, 218, 178, 222, 221],
];

interface Panel {
  team: number;
  corners: Corner[];
  /** Its states, and when. */
  changes: { time: number; state: number }[];
}

/** The floor of Dropshot: panels that are whole, damaged or open. */
export class Panels {
  readonly group = new Group();
  private readonly panels: Panel[];
  private readonly faces: Mesh<BufferGeometry, MeshBasicMaterial>;
  private readonly edges: LineSegments<BufferGeometry, LineBasicMaterial>;
  private now: number[] = [];
  private palette: Palette | null = null;

  constructor(game: Game, shape: Shape) {
    const panels = new Map<number, Panel>();
    if (shape.name === 'dropshot')
      [BLUE, ORANGE].forEach((rows, team) =>
        rows.forEach((row, r) => row.forEach((number, i) => panels.set(number, panelOf(shape, team, r, i)))),
      );
    game.damage.time?.forEach((time: number, row: number) => {
      const number = Number(/\d+$/.exec(game.panels[at(game.damage, 'panel', row)] ?? '')?.[0]);
      panels.get(number)?.changes.push({ time, state: at(game.damage, 'state', row) });
    });
    this.panels = [...panels.values()];
    const rims = this.panels.flatMap(({ corners }) => corners.flatMap(([x, y], i) => [x, y, 1, ...corners[(i + 1) % corners.length]!, 1]));
    const shapeOf = (points: number[]) => new BufferGeometry().setAttribute('position', new Float32BufferAttribute(points, 3));
    this.faces = new Mesh(shapeOf([]), new MeshBasicMaterial({ vertexColors: true, side: DoubleSide }));
    this.edges = new LineSegments(shapeOf(rims), new LineBasicMaterial({ vertexColors: true, transparent: true, opacity: 0.7 }));
    this.faces.frustumCulled = false;
    this.faces.renderOrder = -2;
    this.edges.renderOrder = -1;
    this.group.add(this.faces, this.edges);
  }

  update(time: number, palette: Palette): void {
    const now = this.panels.map(({ changes }) => changes[lastAt(changes.length, (i) => changes[i]!.time, time)]?.state ?? 0);
    if (palette === this.palette && now.every((state, i) => state === this.now[i])) return;
    [this.now, this.palette] = [now, palette];
    const [faces, edges]: [number[], number[]] = [[], []];
    const paint = (out: number[], { r, g, b }: Color, times: number) => {
      for (let i = 0; i < times; i++) out.push(r, g, b);
    };
    const positions: number[] = [];
    const colour = new Color();
    this.panels.forEach(({ team, corners }, i) => {
      const hue = palette.teams[team]!;
      // An open panel has no face.
      if (now[i] !== OPEN) {
        corners.slice(2).forEach(([x, y], k) => positions.push(...corners[0]!, 0, ...corners[k + 1]!, 0, x, y, 0));
        paint(faces, colour.copy(palette.floor).lerp(hue, now[i] === DAMAGED ? 0.6 : 0.14), 3 * (corners.length - 2));
      }
      paint(edges, colour.copy(palette.line).lerp(hue, now[i] === 0 ? 0.4 : 1), 2 * corners.length);
    });
    this.faces.geometry.dispose();
    this.edges.geometry.dispose();
    this.faces.geometry.setAttribute('position', new Float32BufferAttribute(positions, 3));
    this.faces.geometry.setAttribute('color', new Float32BufferAttribute(faces, 3));
    this.edges.geometry.setAttribute('color', new Float32BufferAttribute(edges, 3));
  }

  state() {
    const count = (wanted: number) => this.now.filter((state) => state === wanted).length;
    return { known: this.panels.length, damaged: count(DAMAGED), open: count(OPEN) };
  }

  dispose(): void {
    for (const part of [this.faces, this.edges]) {
      part.geometry.dispose();
      part.material.dispose();
    }
  }
}

const DAMAGED = 1;
const OPEN = 2;

/** A hexagon with corners to the front and back, cut off at the halfway line and the walls. */
function panelOf(shape: Shape, team: number, row: number, index: number): Panel {
  const side = team === 0 ? -1 : 1;
  const [x, y] = [(index - (12 - row) / 2) * WIDTH, side * (FIRST + row * ROW)];
  const hexagon = within([0, 60, 120, 180, 240, 300].map((degrees): Wall => [degrees, WIDTH / 2 - GAP])).map(
    ([dx, dy]): Corner => [x + dx, y + dy],
  );
  const corners = within([...shape.walls, [side > 0 ? 270 : 90, -GAP]], 0, hexagon);
  return { team, corners, changes: [] };
}
