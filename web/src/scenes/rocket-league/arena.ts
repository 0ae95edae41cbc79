import { BufferGeometry, Color, DoubleSide, Float32BufferAttribute, Group, LineBasicMaterial, LineSegments, Mesh, MeshBasicMaterial } from 'three';
import type { Palette } from './palette';

/** The standard field, in uu. */
export const FIELD = { x: 4096, y: 5120, z: 2044 };
const CORNER = 8064;
const RAMP = 256;
const GOAL = { x: 893, z: 643, depth: 880 };
const RIBS = 640;

type Point = [x: number, y: number, z: number];

/** The eight corners of the field, drawn in by `d`. */
function outline(d: number): [number, number][] {
  const [x, y, sum] = [FIELD.x - d, FIELD.y - d, CORNER - d * Math.SQRT2];
  // prettier-ignore
  return [[x, sum - x], [sum - y, y], [y - sum, y], [-x, sum - x], [-x, x - sum], [y - sum, -y], [sum - y, -y], [x, x - sum]];
}

/** From the floor up the wall: how far in, and how high. */
const PROFILE: [inset: number, height: number][] = [
  ...[0, 30, 60, 90].map((degrees): [number, number] => {
    const angle = (degrees * Math.PI) / 180;
    return [RAMP * (1 - Math.sin(angle)), RAMP * (1 - Math.cos(angle))];
  }),
  [0, GOAL.z],
  [0, 1200],
  [0, FIELD.z - RAMP],
  [RAMP, FIELD.z],
];

/** Floor with its lines, walls as a grid, and goals. */
export class Arena {
  readonly group = new Group();
  private readonly floor: Mesh<BufferGeometry, MeshBasicMaterial>;
  private readonly marks: Mesh<BufferGeometry, MeshBasicMaterial>;
  private readonly walls: LineSegments<BufferGeometry, LineBasicMaterial>;
  private palette: Palette | null = null;

  constructor() {
    const rim = outline(RAMP);
    const floor = new BufferGeometry();
    const fan = rim.flatMap(([x, y], i) => [0, 0, 0, x, y, 0, ...rim[(i + 1) % rim.length]!, 0]);
    floor.setAttribute('position', new Float32BufferAttribute(fan, 3));
    this.floor = new Mesh(floor, new MeshBasicMaterial({ side: DoubleSide }));
    this.floor.renderOrder = -3;
    this.marks = new Mesh(marks(), new MeshBasicMaterial({ vertexColors: true, transparent: true, opacity: 0.5, side: DoubleSide, depthWrite: false }));
    this.marks.renderOrder = -2;
    this.walls = new LineSegments(walls(), new LineBasicMaterial({ vertexColors: true, transparent: true, opacity: 0.3, depthWrite: false }));
    this.group.add(this.floor, this.marks, this.walls);
  }

  update(palette: Palette): void {
    if (palette === this.palette) return;
    this.palette = palette;
    this.floor.material.color.copy(palette.floor);
    for (const part of [this.marks, this.walls]) {
      const position = part.geometry.getAttribute('position');
      const colours: number[] = [];
      const colour = new Color();
      for (let i = 0; i < position.count; i++) {
        const y = position.getY(i);
        colour.copy(palette.line).lerp(palette.teams[y < 0 ? 0 : 1], Math.min(1, Math.abs(y) / FIELD.y) ** 2);
        colours.push(colour.r, colour.g, colour.b);
      }
      part.geometry.setAttribute('color', new Float32BufferAttribute(colours, 3));
    }
  }

  dispose(): void {
    for (const part of [this.floor, this.marks, this.walls]) {
      part.geometry.dispose();
      part.material.dispose();
    }
  }
}

/** Ribbons on the floor: rim, halfway line, centre circle, and a box before each goal. */
function marks(): BufferGeometry {
  const points: number[] = [];
  const ribbon = (line: [number, number][], width = 26) => {
    for (let i = 1; i < line.length; i++) {
      const [[ax, ay], [bx, by]] = [line[i - 1]!, line[i]!];
      const scale = width / 2 / Math.hypot(bx - ax, by - ay);
      const [nx, ny] = [(ay - by) * scale, (bx - ax) * scale];
      const z = 2;
      points.push(ax + nx, ay + ny, z, ax - nx, ay - ny, z, bx - nx, by - ny, z, ax + nx, ay + ny, z, bx - nx, by - ny, z, bx + nx, by + ny, z);
    }
  };
  const rim = outline(RAMP);
  ribbon([...rim, rim[0]!]);
  ribbon([[RAMP - FIELD.x, 0], [FIELD.x - RAMP, 0]]);
  ribbon(Array.from({ length: 49 }, (_, i) => [Math.cos((i * Math.PI) / 24) * 1000, Math.sin((i * Math.PI) / 24) * 1000]));
  for (const side of [-1, 1]) {
    const [near, far] = [side * (FIELD.y - RAMP), side * 3600];
    ribbon([[-1700, near], [-1700, far], [1700, far], [1700, near]]);
    ribbon([[-GOAL.x, side * FIELD.y], [GOAL.x, side * FIELD.y]], 50);
  }
  const shape = new BufferGeometry();
  shape.setAttribute('position', new Float32BufferAttribute(points, 3));
  return shape;
}

/** Rings and ribs along the walls, with a gap for each goal, and the goals' nets. */
function walls(): BufferGeometry {
  const points: number[] = [];
  const line = (a: Point, b: Point) => points.push(...a, ...b);
  const inMouth = ([x, y, z]: Point) => Math.abs(y) > FIELD.y - RAMP - 1 && Math.abs(x) < GOAL.x && z < GOAL.z;
  const rings = PROFILE.map(([inset, z]) => outline(inset).map(([x, y]): Point => [x, y, z]));
  const between = (a: Point, b: Point, t: number): Point => [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2]];
  rings[0]!.forEach((_, side) => {
    const corner = (ring: Point[]) => [ring[side]!, ring[(side + 1) % 8]!] as const;
    const [a, b] = corner(rings[0]!);
    const ribs = Math.max(2, Math.round(Math.hypot(a[0] - b[0], a[1] - b[1]) / RIBS));
    for (let rib = 0; rib < ribs; rib++) {
      rings.slice(1).forEach((ring, i) => {
        const [low, high] = [between(...corner(rings[i]!), rib / ribs), between(...corner(ring), rib / ribs)];
        if (!inMouth(low)) line(low, high);
      });
    }
    // The floor's edge is a ribbon.
    for (const ring of rings.slice(3)) {
      const [from, to] = corner(ring);
      for (let i = 0; i < 24; i++) {
        const [p, q] = [between(from, to, i / 24), between(from, to, (i + 1) / 24)];
        if (!inMouth(p) && !inMouth(q)) line(p, q);
      }
    }
  });
  for (const side of [-1, 1]) {
    const [front, back] = [side * FIELD.y, side * (FIELD.y + GOAL.depth)];
    for (let i = 0; i <= 10; i++) {
      const x = GOAL.x * (i / 5 - 1);
      line([x, back, 0], [x, back, GOAL.z]);
      line([x, front, GOAL.z], [x, back, GOAL.z]);
    }
    for (let i = 0; i <= 4; i++) {
      const [z, y] = [(GOAL.z * i) / 4, front + ((back - front) * i) / 4];
      line([-GOAL.x, back, z], [GOAL.x, back, z]);
      line([-GOAL.x, y, GOAL.z], [GOAL.x, y, GOAL.z]);
      for (const x of [-GOAL.x, GOAL.x]) {
        line([x, front, z], [x, back, z]);
        line([x, y, 0], [x, y, GOAL.z]);
      }
    }
  }
  const shape = new BufferGeometry();
  shape.setAttribute('position', new Float32BufferAttribute(points, 3));
  return shape;
}
