import {
  BufferGeometry,
  Color,
  DoubleSide,
  Float32BufferAttribute,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshBasicMaterial,
} from 'three';
import { GOAL } from '../rules';
import { type Corner, facing, type Goal, type Shape, sizeOf, within } from './arenas';
import type { Palette } from './palette';

const RIBS = 640;
/** How deep one sees through a floor that breaks. */
const PIT = 300;

type Point = [x: number, y: number, z: number];

/** From the floor up the wall: how far in, and how high. */
function profileOf({ ramp, height }: Shape): [inset: number, height: number][] {
  if (ramp === 0) return [0, height / 3, (2 * height) / 3, height].map((z) => [0, z]);
  const bend = [0, 30, 60, 90].map((degrees): [number, number] => {
    const [cos, sin] = facing(degrees);
    return [ramp * (1 - sin), ramp * (1 - cos)];
  });
  return [...bend, [0, GOAL.height], [0, 1200], [0, height - ramp], [ramp, height]];
}

/** Floor with its lines, walls as a grid, and goals. */
export class Arena {
  readonly group = new Group();
  private readonly floor: Mesh<BufferGeometry, MeshBasicMaterial>;
  private readonly marks: Mesh<BufferGeometry, MeshBasicMaterial>;
  private readonly walls: LineSegments<BufferGeometry, LineBasicMaterial>;
  private readonly long: number;
  private palette: Palette | null = null;

  constructor(private readonly shape: Shape) {
    const rim = within(shape.walls, shape.ramp);
    this.long = sizeOf(shape)[1];
    const pit = shape.name === 'dropshot' ? -PIT : 0;
    const fan = rim.flatMap(([x, y], i) => [0, 0, pit, x, y, pit, ...rim[(i + 1) % rim.length]!, pit]);
    this.floor = new Mesh(shapeOf(fan), new MeshBasicMaterial({ side: DoubleSide }));
    this.floor.renderOrder = -3;
    this.marks = new Mesh(
      marks(shape, rim),
      new MeshBasicMaterial({ vertexColors: true, transparent: true, opacity: 0.5, side: DoubleSide, depthWrite: false }),
    );
    this.marks.renderOrder = -2;
    this.walls = new LineSegments(
      walls(shape),
      new LineBasicMaterial({ vertexColors: true, transparent: true, opacity: 0.3, depthWrite: false }),
    );
    this.group.add(this.floor, this.marks, this.walls);
  }

  update(palette: Palette): void {
    if (palette === this.palette) return;
    this.palette = palette;
    this.floor.material.color.copy(palette.floor);
    if (this.shape.name === 'dropshot') this.floor.material.color.multiplyScalar(0.4);
    for (const part of [this.marks, this.walls]) {
      const position = part.geometry.getAttribute('position');
      const colours: number[] = [];
      const colour = new Color();
      for (let i = 0; i < position.count; i++) {
        const y = position.getY(i);
        colour.copy(palette.line).lerp(palette.teams[y < 0 ? 0 : 1], Math.min(1, Math.abs(y) / this.long) ** 2);
        colours.push(colour.r, colour.g, colour.b);
      }
      part.geometry.setAttribute('color', new Float32BufferAttribute(colours, 3));
    }
  }

  state() {
    const [x, y] = sizeOf(this.shape).map(Math.round);
    const rings = this.shape.goals.filter(({ ring }) => ring).length;
    return { shape: this.shape.name, size: [x, y, Math.round(this.shape.height)], goals: this.shape.goals.length - rings, rings };
  }

  dispose(): void {
    for (const part of [this.floor, this.marks, this.walls]) {
      part.geometry.dispose();
      part.material.dispose();
    }
  }
}

const shapeOf = (points: number[]): BufferGeometry => new BufferGeometry().setAttribute('position', new Float32BufferAttribute(points, 3));

/** From a goal's own x (across) and y (in) to the field's. */
function inGoal({ x, y, way }: Goal): (across: number, deep: number) => Corner {
  const [cos, sin] = facing(way);
  return (across, deep) => [x + across * sin + deep * cos, y - across * cos + deep * sin];
}

/** The rim of a ring: half an ellipse that goes on straight to the wall. */
function ringOf(goal: Goal, part = 1): Corner[] {
  const place = inGoal(goal);
  const half = goal.half * part;
  const bend = Array.from({ length: 25 }, (_, i): Corner => {
    const [cos, sin] = facing(180 - i * 7.5);
    return place(cos * half, goal.half - sin * half);
  });
  return [place(-half, goal.depth), ...bend, place(half, goal.depth)];
}

/** Ribbons on the floor: rim, halfway line, centre circle, and the lines around the goals. */
function marks(shape: Shape, rim: Corner[]): BufferGeometry {
  const points: number[] = [];
  const ribbon = (line: Corner[], width = 26, z = 2) => {
    for (let i = 1; i < line.length; i++) {
      const [[ax, ay], [bx, by]] = [line[i - 1]!, line[i]!];
      const scale = width / 2 / Math.max(1, Math.hypot(bx - ax, by - ay));
      const [nx, ny] = [(ay - by) * scale, (bx - ax) * scale];
      points.push(
        ax + nx,
        ay + ny,
        z,
        ax - nx,
        ay - ny,
        z,
        bx - nx,
        by - ny,
        z,
        ax + nx,
        ay + ny,
        z,
        bx - nx,
        by - ny,
        z,
        bx + nx,
        by + ny,
        z,
      );
    }
  };
  const wide = Math.max(...rim.map(([x, y]) => (Math.abs(y) < 10 || shape.name !== 'dropshot' ? x : 0)));
  ribbon([...rim, rim[0]!]);
  ribbon([
    [-wide, 0],
    [wide, 0],
  ]);
  if (shape.name !== 'dropshot') {
    const radius = shape.name === 'hoops' ? 720 : 1000;
    ribbon(Array.from({ length: 49 }, (_, i) => [Math.cos((i * Math.PI) / 24) * radius, Math.sin((i * Math.PI) / 24) * radius]));
  }
  for (const goal of shape.goals) {
    const place = inGoal(goal);
    if (goal.ring) {
      ribbon(ringOf(goal), 50, goal.height);
      ribbon(ringOf(goal), 20);
    } else {
      ribbon([place(-goal.half, 0), place(goal.half, 0)], 50);
      if (shape.goals.length === 2) ribbon([place(-1700, -shape.ramp), place(-1700, -1520), place(1700, -1520), place(1700, -shape.ramp)]);
    }
  }
  return shapeOf(points);
}

/** Rings and ribs along the walls, with a gap for each goal, and the goals' nets. */
function walls(shape: Shape): BufferGeometry {
  const points: number[] = [];
  const line = (a: Point, b: Point) => points.push(...a, ...b);
  const inMouth = ([x, y, z]: Point) =>
    shape.goals.some((goal) => {
      const [cos, sin] = facing(goal.way);
      const [dx, dy] = [x - goal.x, y - goal.y];
      return !goal.ring && z < goal.height && Math.abs(dx * sin - dy * cos) < goal.half && Math.abs(dx * cos + dy * sin) < shape.ramp + 1;
    });
  const profile = profileOf(shape);
  const rings = profile.map(([inset, z]) => within(shape.walls, inset).map(([x, y]): Point => [x, y, z]));
  const between = (a: Point, b: Point, t: number): Point => [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2]];
  rings[0]!.forEach((_, side) => {
    const corner = (ring: Point[]) => [ring[side]!, ring[(side + 1) % ring.length]!] as const;
    const [a, b] = corner(rings[0]!);
    const ribs = Math.max(1, Math.round(Math.hypot(a[0] - b[0], a[1] - b[1]) / RIBS));
    for (let rib = 0; rib < ribs; rib++) {
      rings.slice(1).forEach((ring, i) => {
        const [low, high] = [between(...corner(rings[i]!), rib / ribs), between(...corner(ring), rib / ribs)];
        if (!inMouth(low)) line(low, high);
      });
    }
    // The floor's edge is a ribbon.
    for (const ring of rings.slice(shape.ramp ? 3 : 1)) {
      const [from, to] = corner(ring);
      for (let i = 0; i < 24; i++) {
        const [p, q] = [between(from, to, i / 24), between(from, to, (i + 1) / 24)];
        if (!inMouth(p) && !inMouth(q)) line(p, q);
      }
    }
  });
  for (const goal of shape.goals) (goal.ring ? basket : net)(goal, line);
  return shapeOf(points);
}

function net(goal: Goal, line: (a: Point, b: Point) => void): void {
  const { half, height, depth } = goal;
  const place = inGoal(goal);
  const at = (across: number, deep: number, z: number): Point => [...place(across, deep), z];
  for (let i = 0; i <= 10; i++) {
    const x = half * (i / 5 - 1);
    line(at(x, depth, 0), at(x, depth, height));
    line(at(x, 0, height), at(x, depth, height));
  }
  for (let i = 0; i <= 4; i++) {
    const [z, y] = [(height * i) / 4, (depth * i) / 4];
    line(at(-half, depth, z), at(half, depth, z));
    line(at(-half, y, height), at(half, y, height));
    for (const x of [-half, half]) {
      line(at(x, 0, z), at(x, depth, z));
      line(at(x, y, 0), at(x, y, height));
    }
  }
}

/** The net under a ring, as far down as the ball falls. */
function basket(goal: Goal, line: (a: Point, b: Point) => void): void {
  const levels = [1, 0.93, 0.86].map((part, i) => ringOf(goal, part).map(([x, y]): Point => [x, y, goal.height - i * 105]));
  levels.forEach((level, i) => {
    level.forEach((point, k) => {
      if (i > 0 && k + 1 < level.length) line(point, level[k + 1]!);
      if (i > 0 && k % 2 === 0) line(levels[i - 1]![k]!, point);
    });
  });
}
