import {
  BoxGeometry,
  type BufferGeometry,
  type Camera,
  CircleGeometry,
  Color,
  CylinderGeometry,
  Float32BufferAttribute,
  Group,
  IcosahedronGeometry,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  RingGeometry,
  SphereGeometry,
  type WebGLRenderer,
} from 'three';
import { BALL_RADIUS } from '../rules';
import { at } from '../../../stage/columns';
import { type Game, poseAt, type Track } from './data';
import { magnified } from './magnify';
import type { Thing } from './give-way';
import { Pose } from './pose';
import type { Palette } from './palette';
import { Trail } from './trail';

export type BallKind = 'ball' | 'basketball' | 'dropshot' | 'football' | 'puck' | 'cube';

const TRAIL = 24;
const TRAIL_SECONDS = 0.7;
/** Below this speed it draws none. */
const FAST = 900;
/** Radius, or half an edge; a puck's thickness and a football's length are in their shapes. */
const RADII: Record<BallKind, number> = { ball: BALL_RADIUS, basketball: 98, dropshot: 106, football: 102, puck: 114, cube: 60 };
const PUCK_HEIGHT = 62;
/** Half of a football's length, which lies along its x axis. Measured as its radius is: how low its middle comes, by the way it is turned. */
const FOOTBALL_HALF = 165;
/** Their radius says nothing of how high they lie. */
const NOT_ROUND: BallKind[] = ['puck', 'cube', 'football'];
/** Its least diameter, in pixels of wide pictures and of narrow ones. */
const LEAST_PIXELS = [38, 28] as const;

/** The kind of ball, by its archetype. */
export function kindOf(object: string): BallKind {
  if (/puck/i.test(object)) return 'puck';
  if (/cube/i.test(object)) return 'cube';
  if (/basket/i.test(object)) return 'basketball';
  if (/football/i.test(object)) return 'football';
  return /breakout/i.test(object) ? 'dropshot' : 'ball';
}

/** Mutators change its size; a ball at rest lies as high as its radius. */
export function radiusOf(kind: BallKind, tracks: Track[]): number {
  const usual = RADII[kind];
  if (NOT_ROUND.includes(kind)) return usual;
  const rests = tracks.flatMap(({ columns, rows }) =>
    rows.filter((row) => at(columns, 'sleeping', row) === 1).map((row) => at(columns, 'position.z', row)),
  );
  const counts = new Map<number, number>();
  for (const z of rests.map(Math.round)) if (z > usual * 0.4 && z < usual * 2) counts.set(z, (counts.get(z) ?? 0) + 1);
  // Now and then it falls asleep on a slope, or in a car's way.
  const [most] = [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  return most && Math.abs(most[0] - usual) > 3 ? most[0] : usual;
}

/** Everything that rolls. */
export class Balls {
  readonly group = new Group();
  private readonly all: Ball[];

  constructor(game: Game) {
    // One at the least: a stand-in has its shaders compiled.
    this.all = (game.balls.length ? game.balls : [[]]).map((tracks) => new Ball(tracks));
    this.group.add(...this.all.map(({ group }) => group));
  }

  /** `burst`: a goal has just made it go up. `isWatched`: a player's own view, in which it is as large as it is. */
  update(time: number, palette: Palette, burst: boolean, isWatched: boolean): void {
    for (const ball of this.all) ball.update(time, palette, burst, isWatched);
  }

  /** Where they are, for texts that give way to them. */
  things(): Thing[] {
    return this.all.filter(({ there }) => there).map(({ pose, radius }) => ({ place: pose.position, radius, least: LEAST_PIXELS }));
  }

  state() {
    const [ball] = this.all;
    const { position, velocity } = ball!.pose;
    const count = this.all.filter(({ there }) => there).length;
    return { visible: ball!.there, position: position.toArray(), speed: velocity.length(), kind: ball!.kind, radius: ball!.radius, count };
  }

  dispose(): void {
    for (const ball of this.all) ball.dispose();
  }
}

/** A ball, a shadow and a ring below it, and where it was a moment ago. */
class Ball {
  readonly group = new Group();
  readonly pose = new Pose();
  readonly kind: BallKind;
  readonly radius: number;
  there = false;
  private isWatched = false;
  private readonly ball: Mesh<BufferGeometry, MeshLambertMaterial>;
  private readonly shadow: Mesh<CircleGeometry, MeshBasicMaterial>;
  private readonly ring: Mesh<RingGeometry, MeshBasicMaterial>;
  private readonly trail: Trail;
  private readonly past = new Pose();

  constructor(private readonly tracks: Track[]) {
    this.kind = kindOf(tracks[0]?.object ?? '');
    const radius = (this.radius = radiusOf(this.kind, tracks));
    this.ball = new Mesh(
      bodyOf(this.kind, radius),
      new MeshLambertMaterial({ vertexColors: true, flatShading: !['ball', 'basketball', 'football'].includes(this.kind) }),
    );
    this.shadow = new Mesh(
      new CircleGeometry(radius, 32),
      new MeshBasicMaterial({ color: '#000000', transparent: true, opacity: 0.4, depthWrite: false }),
    );
    this.ring = new Mesh(
      new RingGeometry(radius * 1.25, radius * 1.4, 40),
      new MeshBasicMaterial({ transparent: true, opacity: 0.7, depthWrite: false }),
    );
    this.trail = new Trail(TRAIL, radius * 0.6, 0.45);
    this.group.add(this.ball, this.shadow, this.ring, this.trail.mesh);
    this.ball.onBeforeRender = (renderer, _scene, camera) => this.magnify(renderer, camera);
  }

  update(time: number, palette: Palette, burst: boolean, isWatched: boolean): void {
    this.isWatched = isWatched;
    this.there = poseAt(this.tracks, time, this.pose) && !burst;
    const { position } = this.pose;
    this.group.visible = this.there;
    this.ball.position.copy(position);
    for (const part of [this.ball, this.shadow, this.ring]) part.scale.setScalar(1);
    this.ball.quaternion.copy(this.pose.rotation);
    this.ball.material.color.copy(palette.ball);
    this.shadow.position.set(position.x, position.y, 5);
    this.ring.position.set(position.x, position.y, 6);
    this.ring.material.color.copy(palette.line);
    const speed = this.pose.velocity.length();
    this.trail.update(palette.ball, (step, out) => {
      const there = poseAt(this.tracks, time - (step / TRAIL) * TRAIL_SECONDS, this.past);
      out.copy(this.past.position);
      return there && speed > FAST && out.distanceTo(position) < 6000 * TRAIL_SECONDS;
    });
  }

  /** From far off it is drawn larger than it is, and not into the floor. */
  private magnify(renderer: WebGLRenderer, camera: Camera): void {
    const scale = this.isWatched ? 1 : magnified(this.pose.position, 2 * this.radius, LEAST_PIXELS, renderer, camera);
    if (this.ball.scale.x === scale) return;
    this.ball.scale.setScalar(scale);
    this.ball.position.z = Math.max(this.pose.position.z, this.radius * scale);
    this.ball.updateMatrixWorld();
    for (const part of [this.shadow, this.ring]) {
      part.scale.setScalar(scale);
      part.updateMatrixWorld();
    }
  }

  dispose(): void {
    this.trail.dispose();
    for (const part of [this.ball, this.shadow, this.ring]) {
      part.geometry.dispose();
      part.material.dispose();
    }
  }
}

const [LIGHT, DARK, LEATHER, ICE] = ['#ffffff', '#5a6472', '#e08a4a', '#39424e'].map((hex) => new Color(hex)) as [
  Color,
  Color,
  Color,
  Color,
];

/** Its shape, with dark patches so that one sees it turn. */
function bodyOf(kind: BallKind, radius: number): BufferGeometry {
  switch (kind) {
    case 'puck':
      return painted(new CylinderGeometry(radius, radius, PUCK_HEIGHT, 36).rotateX(Math.PI / 2), ([x, y]) =>
        Math.hypot(x, y) < 1 ? LIGHT : ICE,
      );
    case 'cube':
      return painted(new BoxGeometry(radius * 2, radius * 2, radius * 2, 5, 5, 5), (place) =>
        place.filter((part) => Math.abs(part) > radius * 0.9).length > 1 ? DARK : LIGHT,
      );
    case 'dropshot':
      return painted(new IcosahedronGeometry(radius, 1), ([x, y, z]) => (Math.max(x, y, z) > radius * 0.86 ? DARK : LIGHT));
    case 'football':
      // Stripes near its ends, and laces on one side.
      return painted(new SphereGeometry(radius, 48, 32).rotateZ(Math.PI / 2).scale(FOOTBALL_HALF / radius, 1, 1), ([x, y, z]) => {
        const along = Math.abs(x) / FOOTBALL_HALF;
        const hasLaces = along < 0.4 && z > 0 && Math.abs(y) < radius * 0.14;
        return hasLaces || (along > 0.62 && along < 0.74) ? LIGHT : LEATHER;
      });
    case 'basketball':
      return painted(new SphereGeometry(radius, 48, 32), (place) => (Math.min(...place.map(Math.abs)) < radius * 0.06 ? ICE : LEATHER));
    case 'ball':
      return painted(new SphereGeometry(radius, 48, 32), (place) => (Math.max(...place.map(Math.abs)) > radius * 0.86 ? DARK : LIGHT));
  }
}

function painted(shape: BufferGeometry, colourAt: (place: [number, number, number]) => Color): BufferGeometry {
  const position = shape.getAttribute('position');
  const colours: number[] = [];
  for (let i = 0; i < position.count; i++) {
    const { r, g, b } = colourAt([position.getX(i), position.getY(i), position.getZ(i)]);
    colours.push(r, g, b);
  }
  return shape.setAttribute('color', new Float32BufferAttribute(colours, 3));
}
