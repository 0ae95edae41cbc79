import {
  type Camera,
  CircleGeometry,
  Color,
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
import { SCALE, WORLD } from './axes';
import { bodyOf } from './bodies';
import { jumpsOf } from './controls';
import { carAt, type Game, type Player, poseAt, rowAt, travelAt } from './data';
import { FLAME, FLAME_PIXELS, Flame } from './flame';
import type { Thing } from './give-way';
import { LEAST_PIXELS, LENGTH, magnified } from './magnify';
import { nameTag } from './name-tag';
import { PALETTES, type Palette } from './palette';
import { Pose } from './pose';
import { Puff } from './puff';
import { boostAt } from './tank';
import { Trail } from './trail';
import { WHEEL, Wheels } from './wheels';

const TAG_HEIGHT = 60;
const TRAIL = 14;
const TRAIL_SECONDS = 0.45;
/** How far front wheels turn at full steering, in degrees. */
const STEER = 28;
/** How long a destroyed car bursts, and how far. */
const BURST_SECONDS = 0.6;
const BURST_RADIUS = 320;
/** So far from its middle a press still means a car: in halves of the picture's height, or in uu if that is more. */
const REACH = 0.05;
const REACH_UU = 90;
const WHITE = new Color('#ffffff');

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

/** Our own cars: silhouettes of the common bodies, as large as the hitbox. */
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
  /** Of all cars: the teams' colours, colours of their own, and wheels. */
  private readonly materials = { teams: [finish(), finish()], trim: finish(), wheels: finish() };

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
    this.parts = game.who.map((player, i) => partsOf(game, player, this.materials, () => [...this.balls, ...this.others(i)]));
    this.parts.forEach(({ body, shadow, tag, burst, puff, trails }, i) => {
      this.group.add(body, shadow, tag, burst, puff.mesh, ...trails.map(({ mesh }) => mesh));
      body.traverse((part) => (part.onBeforeRender = (renderer, _scene, camera) => this.magnify(i, renderer, camera)));
    });
  }

  /** `balls`: where they are now. `still`: nothing moves but what is in the replay. */
  update(time: number, palette: Palette, watched: Player | null, balls: Thing[] = [], still = false): void {
    this.watched = watched;
    this.balls = balls;
    palette.teams.forEach((colour, team) => this.materials.teams[team]!.color.copy(colour));
    this.now.forEach((car, i) => {
      const { body, shadow, flame, tag, wheels, puff } = this.parts[i]!;
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
      puff.update(time, palette, car.there && !still);
      tag.visible = car.there && car.player !== watched;
      if (!car.there) return;
      const { position, rotation } = car.pose;
      const colour = palette.teams[car.player.team]!;
      body.position.copy(position);
      body.quaternion.copy(rotation);
      body.scale.setScalar(1);
      wheels.update(travelAt(car.player.tracks, time), (car.steer * Math.PI) / 180);
      flame.group.visible = car.boosting;
      flame.enlarge(1);
      flame.update(time, i, colour, car.supersonic, still);
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

  /** From far off a car is drawn larger than it is, on the ground where it stands, so that it can be followed; and its flame also in a player's own view,
   * where cars are as large as they are. */
  private magnify(i: number, renderer: WebGLRenderer, camera: Camera): void {
    const { body, shadow, flame, puff } = this.parts[i]!;
    const { position } = this.now[i]!.pose;
    const scale = this.watched ? 1 : magnified(position, LENGTH, LEAST_PIXELS, renderer, camera);
    const ofFlame = Math.max(1, magnified(position, FLAME, FLAME_PIXELS, renderer, camera) / scale);
    if (body.scale.x === scale && flame.group.scale.x === ofFlame) return;
    body.scale.setScalar(scale);
    body.position
      .set(0, 0, (scale - 1) * WHEEL)
      .applyQuaternion(body.quaternion)
      .add(position);
    flame.enlarge(ofFlame);
    puff.enlarge(scale);
    shadow.scale.setScalar(scale * (1 + position.z / 2500));
    for (const part of [body, shadow, puff.mesh]) part.updateMatrixWorld();
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
    for (const material of [...this.materials.teams, this.materials.trim, this.materials.wheels]) material.dispose();
    for (const { wheels, flame, puff, tag, trails, own } of this.parts) {
      for (const part of [wheels, flame, puff, ...trails, ...own]) part.dispose();
      tag.material.map?.dispose();
      tag.material.dispose();
    }
  }
}

const finish = () => new MeshLambertMaterial({ vertexColors: true, flatShading: true });

/** The objects that draw a car. `own`: those that go with it, unlike the shapes of bodies, wheels and flames, which other cars have, too. */
function partsOf(game: Game, player: Player, materials: Cars['materials'], around: () => Thing[]) {
  const shape = bodyOf(player.body);
  const { teams, trim } = materials;
  const wheels = new Wheels(shape, materials.wheels);
  const flame = new Flame(shape.nozzle);
  const body = new Group();
  body.add(new Mesh(shape.paint, teams[player.team]), new Mesh(shape.trim, trim), wheels.mesh, flame.group);
  const rear = [-1, 1].map((side) => new Vector3(shape.nozzle[0], side * shape.wheel, -8));
  const trails = rear.map(() => new Trail(TRAIL, 9, 0.8));
  const puff = new Puff(player, jumpsOf(game, player));
  const shadow = new Mesh(
    new CircleGeometry(shape.wheel * 1.55, 24),
    new MeshBasicMaterial({ color: '#000000', transparent: true, opacity: 0.32, depthWrite: false }),
  );
  const burst = new Mesh(new SphereGeometry(1, 16, 12), new MeshBasicMaterial({ wireframe: true, transparent: true, depthWrite: false }));
  const own = [shadow.geometry, shadow.material, burst.geometry, burst.material];
  return { body, wheels, flame, puff, shadow, burst, rear, trails, own, tag: nameTag(player.name, around) };
}
