import {
  BufferGeometry,
  type Camera,
  CircleGeometry,
  Color,
  ConeGeometry,
  Float32BufferAttribute,
  Group,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  type PerspectiveCamera,
  SphereGeometry,
  Vector3,
  type WebGLRenderer,
} from 'three';
import { at } from '../../../stage/columns';
import { lastAtOrBefore } from '../../../stage/times';
import { SUPERSONIC } from '../rules';
import { carAt, type Game, type Player, poseAt, rowAt, travelAt } from './data';
import { SCALE, WORLD } from './axes';
import { LEAST_PIXELS, LENGTH, magnified } from './magnify';
import type { Thing } from './give-way';
import { nameTag } from './name-tag';
import { hitboxOf } from './hitboxes';
import { PALETTES, type Palette } from './palette';
import { Pose } from './pose';
import { boostAt } from './tank';
import { Trail } from './trail';

/** Of all hitboxes, from the body's centre of mass. */
const FORWARD = 13.88;
const UP = 17.05;
const TAG_HEIGHT = 60;
const TRAIL = 14;
const TRAIL_SECONDS = 0.45;
/** A wheel's radius, and how far front wheels turn at full steering, in degrees. */
const WHEEL = 17;
const STEER = 28;
/** How long a destroyed car bursts, and how far. */
const BURST_SECONDS = 0.6;
const BURST_RADIUS = 320;
/** So far from its middle a press still means a car: in halves of the picture's height, or in uu if that is more. */
const REACH = 0.05;
const REACH_UU = 90;

/** A car at the time last drawn. */
export interface Car {
  player: Player;
  there: boolean;
  pose: Pose;
  speed: number;
  /** 0 to 255; null if not known. */
  boost: number | null;
  boosting: boolean;
  supersonic: boolean;
  /** How far the front wheels are turned to the right, in degrees. */
  steer: number;
}

type Section = [x: number, half: number, low: number, high: number];

/** Our own cars: a wedge with a cabin and four wheels, as large as the hitbox. */
export class Cars {
  readonly group = new Group();
  readonly now: Car[];
  /** The followed player: without a name in the picture, and with all things at true size. */
  private watched: Player | null = null;
  private balls: Thing[] = [];
  private readonly wreck = new Pose();
  private readonly point = new Vector3();
  private readonly colour = new Color();
  private readonly parts: ReturnType<typeof partsOf>[];

  constructor(private readonly game: Game) {
    this.now = game.who.map((player) => ({
      player,
      there: false,
      pose: new Pose(),
      speed: 0,
      boost: null,
      boosting: false,
      supersonic: false,
      steer: 0,
    }));
    this.parts = game.who.map((player, i) => partsOf(player, () => [...this.balls, ...this.others(i)]));
    this.parts.forEach(({ body, shadow, tag, burst, trails }, i) => {
      this.group.add(body, shadow, tag, burst, ...trails.map(({ mesh }) => mesh));
      body.traverse((part) => (part.onBeforeRender = (renderer, _scene, camera) => this.magnify(i, renderer, camera)));
    });
  }

  /** `balls`: where they are now. */
  update(time: number, palette: Palette, watched: Player | null, balls: Thing[] = []): void {
    this.watched = watched;
    this.balls = balls;
    this.now.forEach((car, i) => {
      const { body, paint, shadow, flame, tag, wheels } = this.parts[i]!;
      this.burst(time, i, palette);
      car.there = carAt(car.player, time, car.pose);
      const { amount, active } = boostAt(car.player.boost, time);
      car.boost = amount;
      car.boosting = active && car.there;
      car.speed = car.pose.velocity.length();
      car.supersonic = car.there && car.speed >= SUPERSONIC;
      car.steer = STEER * at(this.game.inputs, 'steer', rowAt(this.game.inputs, car.player.inputs, time));
      this.trail(time, i, palette);
      for (const part of [body, shadow]) part.visible = car.there;
      tag.visible = car.there && car.player !== watched;
      if (!car.there) return;
      const { position, rotation } = car.pose;
      const colour = palette.teams[car.player.team]!;
      paint.color.copy(colour);
      body.position.copy(position);
      body.quaternion.copy(rotation);
      body.scale.setScalar(1);
      const spin = travelAt(car.player.tracks, time) / WHEEL;
      wheels.forEach(({ pivot, wheel, isFront }) => {
        pivot.rotation.z = isFront ? (car.steer * Math.PI) / 180 : 0;
        wheel.rotation.y = spin % (2 * Math.PI);
      });
      flame.visible = car.boosting;
      // Flickers with the time, so that a picture is the same however one comes to it.
      flame.scale.set(1, 1 + 0.25 * Math.sin(time * 71 + i), 1);
      flame.material.color.copy(colour).lerp(WHITE, car.supersonic ? 0.7 : 0.25);
      shadow.position.set(position.x, position.y, 4);
      shadow.scale.setScalar(1 + position.z / 2500);
      tag.position.set(position.x, position.y, position.z + TAG_HEIGHT);
      // Bright in both themes: around the letters it is dark.
      tag.material.color.copy(PALETTES.dark.teams[car.player.team]!).lerp(WHITE, 0.4);
    });
  }

  /** The place in `now` of the car that is drawn at a point of the picture, or close to it; −1 if none is. */
  nearest(x: number, y: number, eye: PerspectiveCamera): number {
    let [best, least] = [-1, Infinity];
    this.now.forEach(({ there, pose }, i) => {
      if (!there) return;
      const { x: across, y: up, z: depth } = this.point.copy(pose.position).applyMatrix4(WORLD).applyMatrix4(eye.matrixWorldInverse);
      const scale = 1 / (-depth * Math.tan((eye.fov * Math.PI) / 360));
      const away = Math.hypot(across * scale - x * eye.aspect, up * scale - y);
      if (depth < 0 && away < Math.max(REACH, REACH_UU * SCALE * scale) && away < least) [best, least] = [i, away];
    });
    return best;
  }

  /** The cars that are there, but for one. */
  private others(one: number): Thing[] {
    return this.now
      .filter(({ there }, i) => there && i !== one)
      .map(({ pose }) => ({ place: pose.position, radius: LENGTH / 2, least: LEAST_PIXELS }));
  }

  /** From far off a car is drawn larger than it is, on the ground where it stands, so that it can be followed. */
  private magnify(i: number, renderer: WebGLRenderer, camera: Camera): void {
    const { body, shadow } = this.parts[i]!;
    const { position } = this.now[i]!.pose;
    const scale = this.watched ? 1 : magnified(position, LENGTH, LEAST_PIXELS, renderer, camera);
    if (body.scale.x === scale) return;
    body.scale.setScalar(scale);
    body.position
      .set(0, 0, (scale - 1) * WHEEL)
      .applyQuaternion(body.quaternion)
      .add(position);
    shadow.scale.setScalar(scale * (1 + position.z / 2500));
    for (const part of [body, shadow]) part.updateMatrixWorld();
  }

  /** The trails of supersonic cars, behind their rear wheels. */
  private trail(time: number, i: number, palette: Palette): void {
    const { player, there } = this.now[i]!;
    const { trails, rear } = this.parts[i]!;
    this.colour.copy(palette.teams[player.team]!).lerp(WHITE, 0.55);
    trails.forEach((trail, k) =>
      trail.update(this.colour, (step, out) => {
        const is = there && carAt(player, time - (step / TRAIL) * TRAIL_SECONDS, this.wreck);
        out.copy(rear[k]!).applyQuaternion(this.wreck.rotation).add(this.wreck.position);
        return is && this.wreck.velocity.length() >= SUPERSONIC;
      }),
    );
  }

  private burst(time: number, i: number, palette: Palette): void {
    const { demolished, tracks, team } = this.now[i]!.player;
    const { burst } = this.parts[i]!;
    const last = demolished[lastAtOrBefore(demolished, time)] ?? -Infinity;
    const part = (time - last) / BURST_SECONDS;
    burst.visible = part < 1;
    if (part >= 1) return;
    poseAt(tracks, last, this.wreck);
    burst.position.copy(this.wreck.position);
    burst.scale.setScalar(BURST_RADIUS * Math.sqrt(Math.max(0.01, part)));
    burst.material.opacity = 0.7 * (1 - part);
    burst.material.color.copy(palette.teams[team]!).lerp(WHITE, 0.5);
  }

  dispose(): void {
    for (const { body, shadow, tag, burst, trails } of this.parts) {
      for (const trail of trails) trail.dispose();
      for (const part of [body, shadow, burst]) {
        part.traverse((mesh) => {
          if (!(mesh instanceof Mesh)) return;
          mesh.geometry.dispose();
          mesh.material.dispose();
        });
      }
      tag.material.map?.dispose();
      tag.material.dispose();
    }
  }
}

const WHITE = new Color('#ffffff');
const GLASS = new Color('#0d1118');
const HUB = new Color('#8d98a8');

function partsOf(player: Player, around: () => Thing[]) {
  const [length, width, height] = hitboxOf(player.body);
  const body = new Group();
  const paint = new MeshLambertMaterial({ flatShading: true });
  const half = width / 2;
  const [back, front, low, high] = [FORWARD - length / 2, FORWARD + length / 2, UP - height / 2, UP + height / 2];
  const deck = low + height * 0.55;
  const along = (t: number) => back + (front - back) * t;
  // prettier-ignore
  const shell: Section[] = [
    [along(0), half * 0.8, low + 5, deck],
    [along(0.12), half, low, deck + 3],
    [along(0.55), half, low, deck],
    [along(0.85), half * 0.9, low, deck - 6],
    [along(1), half * 0.68, low + 1, low + 9],
  ];
  // prettier-ignore
  const cabin: Section[] = [
    [along(0.06), half * 0.55, deck - 2, deck + 2],
    [along(0.28), half * 0.58, deck - 2, high],
    [along(0.5), half * 0.58, deck - 2, high],
    [along(0.72), half * 0.7, deck - 8, deck - 4],
  ];
  const spoiler: Section[] = [
    [along(-0.02), half * 0.95, high - 2, high + 2],
    [along(0.1), half * 0.95, high - 5, high - 2],
  ];
  body.add(new Mesh(hull(shell), paint), new Mesh(hull(spoiler), paint));
  const dark = new MeshLambertMaterial({ color: GLASS, flatShading: true });
  body.add(new Mesh(hull(cabin), dark));
  const tyre = wheelOf(WHEEL, 16);
  const rubber = new MeshLambertMaterial({ vertexColors: true, flatShading: true });
  const wheels = [0.2, 0.8].flatMap((t) =>
    [-1, 1].map((y) => {
      const [pivot, wheel] = [new Group(), new Mesh(tyre, rubber)];
      pivot.position.set(along(t), y * (half - 6), 0);
      pivot.add(wheel);
      body.add(pivot);
      return { pivot, wheel, isFront: t > 0.5 };
    }),
  );
  const rear = [-1, 1].map((y) => new Vector3(back, y * (half - 8), -8));
  const trails = rear.map(() => new Trail(TRAIL, 9, 0.8));
  const flame = new Mesh(
    new ConeGeometry(13, 110, 8).translate(0, 55, 0),
    new MeshBasicMaterial({ transparent: true, opacity: 0.65, depthWrite: false }),
  );
  flame.position.set(back, 0, UP);
  flame.rotation.z = Math.PI / 2;
  body.add(flame);
  const shadow = new Mesh(
    new CircleGeometry(half * 1.35, 24),
    new MeshBasicMaterial({ color: '#000000', transparent: true, opacity: 0.32, depthWrite: false }),
  );
  const burst = new Mesh(new SphereGeometry(1, 16, 12), new MeshBasicMaterial({ wireframe: true, transparent: true, depthWrite: false }));
  return { body, paint, shadow, flame, burst, wheels, rear, trails, tag: nameTag(player.name, around) };
}

/** A wheel lying across the car. */
function wheelOf(radius: number, width: number): BufferGeometry {
  const ring = (y: number) =>
    Array.from({ length: 13 }, (_, i): [number, number, number] => {
      const angle = (i * Math.PI) / 6;
      return [Math.cos(angle) * radius, y, Math.sin(angle) * radius];
    });
  const [left, right] = [ring(-width / 2), ring(width / 2)];
  const faces: number[][] = [];
  for (let i = 0; i < 12; i++) {
    const [a, b, c, d] = [left[i]!, left[i + 1]!, right[i + 1]!, right[i]!];
    faces.push(a, b, c, a, c, d, [0, -width / 2, 0], b, a, [0, width / 2, 0], d, c);
  }
  const shape = solid(faces);
  // Every other part of a side is bright, so that one sees it turn.
  const colours = faces.flatMap((_, i) => {
    const isBright = i % 12 >= 6 && Math.floor(i / 12) % 4 === 0;
    return (isBright ? HUB : GLASS).toArray();
  });
  return shape.setAttribute('color', new Float32BufferAttribute(colours, 3));
}

/** Boxes joined at their ends, from the back to the front. */
function hull(sections: Section[]): BufferGeometry {
  const ends = sections.map(([x, half, low, high]) => [
    [x, -half, low],
    [x, half, low],
    [x, half * 0.82, high],
    [x, -half * 0.82, high],
  ]);
  const faces: number[][] = [];
  const quad = (a: number[], b: number[], c: number[], d: number[]) => faces.push(a, b, c, a, c, d);
  for (let i = 1; i < ends.length; i++) {
    const [from, to] = [ends[i - 1]!, ends[i]!];
    for (let k = 0; k < 4; k++) quad(from[k]!, to[k]!, to[(k + 1) % 4]!, from[(k + 1) % 4]!);
  }
  const [first, last] = [ends[0]!, ends.at(-1)!];
  quad(first[0]!, first[1]!, first[2]!, first[3]!);
  quad(last[3]!, last[2]!, last[1]!, last[0]!);
  // Turned inside out: that makes outsides of them.
  for (let i = 0; i < faces.length; i += 3) [faces[i + 1], faces[i + 2]] = [faces[i + 2]!, faces[i + 1]!];
  return solid(faces);
}

function solid(corners: number[][]): BufferGeometry {
  const shape = new BufferGeometry();
  shape.setAttribute('position', new Float32BufferAttribute(corners.flat(), 3));
  shape.computeVertexNormals();
  return shape;
}
