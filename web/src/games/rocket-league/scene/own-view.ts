import { Matrix4, Vector3 } from 'three';
import { at } from '../../../stage/columns';
import { upright } from '../../../stage/lens';
import type { CameraPose } from '../../../stage/scene';
import { FASTEST } from '../rules';
import { WORLD } from './axes';
import { carAt, type Game, type Player, poseAt, rowAt } from './data';
import { Pose } from './pose';

const UP = new Vector3(0, 1, 0);
const RAD = Math.PI / 180;
/** How long the eye takes from the car to the ball and back at a player's transition speed of 1. */
const SWING = 0.6;
/** How much further off the softest camera is from a car at full speed. */
const SLACK = 0.35;
/** So long before and after, in seconds, the eye goes around the car when the ball goes over it, which it looks at so finely. */
const TURN = 0.5;
const GRID = 0.05;
/** Nearer to above the car, in uu, a ball says less of which way it is. */
const SURE = 500;
/** The car is never lower in the picture and the ball never higher, in halves of it from its middle: the dock and the scores are there. */
const LOWEST = 0.56;
const HIGHEST = 0.62;
/** The eye goes back so many times as far at the most, for a ball high over the car. */
const FURTHEST = 3;
/** The eye looks no more steeply, up or down. */
const STEEPEST = 65 * RAD;
const FLOOR = 40;

const eye = new Vector3();
const ahead = new Vector3();
const pose = new Pose();
const ball = new Pose();

/** The game's angle of view is across a picture of 16 : 9. */
export const lensOf = (fov: number): number => upright(fov, 16 / 9);

/** A player's own camera; the game's usual one where the replay does not have it. */
export function settingsOf({ cameras }: Game, { cameras: rows }: Player, time: number) {
  const row = rowAt(cameras, rows, time);
  // A row without an angle of view is from before the settings were sent; in one with it a 0 is the player's setting.
  const isSet = at(cameras, 'fov', row) > 0;
  const read = (name: string, usual: number) => (isSet ? (cameras[name]?.[row] ?? usual) : usual);
  return {
    fov: read('fov', 110),
    height: read('height', 110),
    pitch: read('pitch', -4),
    distance: read('distance', 270),
    onBall: at(cameras, 'is_ball_cam', row) === 1,
    looksBack: at(cameras, 'is_behind_view', row) === 1,
    stiffness: read('stiffness', 0.5),
    // 0 where it is not known.
    swing: SWING / (read('transition_speed', 1) || 1),
  };
}

/** How far the eye has gone from the car to the ball, from 0 to 1, and since when it is on its way. It goes at its pace from wherever it is when the player
 * turns it round. */
export function swungAt({ cameras }: Game, { cameras: rows }: Player, time: number, long: number): { part: number; since: number } {
  const isOnBall = (row: number | undefined) => (row !== undefined && at(cameras, 'is_ball_cam', row) === 1 ? 1 : 0);
  let [since, last] = [-Infinity, -Infinity];
  let goal = isOnBall(rows[0]);
  let part: number = goal;
  const goOn = (to: number) => {
    const most = (to - last) / long;
    part = within(goal, part - most, part + most);
    last = to;
  };
  for (const row of rows) {
    const then = at(cameras, 'time', row);
    if (then > time) break;
    if (isOnBall(row) === goal) continue;
    goOn(then);
    if (part === goal) since = then;
    goal = isOnBall(row);
  }
  goOn(time);
  return { part, since };
}

/** As the player sees it: behind the car, along its way or towards the ball. `lens` is the picture's upright angle, in degrees; the eye is the
 * further back the longer it is. */
export function ownView(game: Game, player: Player, time: number, lens: number, out: CameraPose): void {
  const { fov, height, pitch, distance, looksBack, stiffness, swing: long } = settingsOf(game, player, time);
  const half = Math.tan((lens * RAD) / 2);
  const longer = Math.tan((lensOf(fov) * RAD) / 2) / half;
  const noseAt = (then: number) => levelAhead(player, then, 0.06 + 0.34 * (1 - stiffness), new Vector3());
  const nose = noseAt(time);
  carAt(player, time, pose);
  if (game.balls[0]) poseAt(game.balls[0], time, ball);
  // The camera's angle is above the car, whatever sign the file gives it.
  const onCar = nose
    .clone()
    .setZ(-Math.tan(Math.abs(pitch) * RAD))
    .normalize();
  const { part: swung, since } = swungAt(game, player, time, long);
  const part = !game.balls[0] || looksBack ? 0 : swung * swung * (3 - 2 * swung);
  const way = onCar.clone();
  if (part > 0) {
    const to = toBall(game, player, time, new Vector3());
    // On its way the eye keeps the direction in which it set out, wherever the car and the ball go meanwhile.
    const around =
      part < 1
        ? turnedSince(since, time, (then) => angleBetween(noseAt(then), levelToBall(game, player, then, new Vector3())))
        : angleBetween(way, to);
    swing(way, to, around, part);
  }
  if (looksBack) way.set(-onCar.x, -onCar.y, onCar.z);
  const level = way.clone().setZ(0).normalize();
  // Towards the ball the eye is over the line to it, so that the car is never before the ball.
  const above = new Vector3(0, 0, 1).lerp(level.clone().multiplyScalar(-way.z).setZ(Math.hypot(way.x, way.y)), part);
  // A soft camera falls behind: more is between it and a fast car.
  const back = longer * distance * (1 + (1 - stiffness) * SLACK * Math.min(1, pose.velocity.length() / FASTEST));
  const set = (stretch: number) => {
    eye
      .copy(pose.position)
      .addScaledVector(way, -back * stretch)
      .addScaledVector(above, height * longer);
    if (eye.z >= FLOOR) return;
    // Along the floor it stays as far from the car.
    const flat = Math.sqrt(Math.max(0, (back * stretch) ** 2 - (pose.position.z - FLOOR) ** 2));
    eye.copy(pose.position).addScaledVector(level, -flat).setZ(FLOOR);
  };
  set(1);
  const [low, high] = [Math.atan(LOWEST * half), Math.atan(HIGHEST * half)];
  if (part > 0.5) {
    // As little further back as shows both the car and the ball.
    const isWide = () => Math.abs(angleTo(ball.position) - angleTo(pose.position)) > low + high;
    let [from, to] = isWide() ? [1, FURTHEST] : [1, 1];
    for (let i = 0; i < 10 && to > from; i++) {
      const middle = (from + to) / 2;
      set(middle);
      if (isWide()) from = middle;
      else to = middle;
    }
    set(to);
  }
  const own = Math.asin(way.z) - (part > 0 ? part * Math.abs(pitch) * RAD : 0);
  let angle = own;
  if (part > 0) angle += part * (within(own, angleTo(ball.position) - high, angleTo(ball.position) + low) - own);
  // In doubt the car is in the picture.
  angle = within(angle, angleTo(pose.position) - high, angleTo(pose.position) + low);
  ahead.copy(level).multiplyScalar(Math.cos(angle)).setZ(Math.sin(angle));
  look(out, eye, ahead.add(eye));
}

const within = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));

/** Turns a direction some part of the way to another one, which is so far around, and up or down. */
function swing(way: Vector3, to: Vector3, angle: number, part: number): void {
  const around = Math.atan2(way.y, way.x) + part * angle;
  const up = Math.asin(way.z);
  const pitch = up + part * (Math.asin(to.z) - up);
  way.set(Math.cos(around), Math.sin(around), 0).multiplyScalar(Math.cos(pitch)).setZ(Math.sin(pitch));
}

/** The same angle, at most half a turn. */
const shorter = (angle: number): number => Math.atan2(Math.sin(angle), Math.cos(angle));

/** How far around it is from one direction to another, the shorter way. */
const angleBetween = (from: Vector3, to: Vector3): number => shorter(Math.atan2(to.y, to.x) - Math.atan2(from.y, from.x));

/** An angle at a time, as it has come about since another time, when it was at most half a turn. */
function turnedSince(since: number, time: number, angleAt: (time: number) => number): number {
  let turned = angleAt(since);
  for (let then = since; then < time; ) {
    then = Math.min(time, then + GRID);
    turned += shorter(angleAt(then) - turned);
  }
  return turned;
}

/** How far up or down from the eye a place is. */
const angleTo = ({ x, y, z }: Vector3): number => Math.atan2(z - eye.z, Math.hypot(x - eye.x, y - eye.y));

/** Which way the car faces, as a camera that turns late has it. */
function levelAhead(player: Player, time: number, lag: number, out: Vector3): Vector3 {
  const car = new Pose();
  return calmWay(
    player,
    time - lag / 2,
    TURN / 4 + lag / 2,
    (then, way) => {
      carAt(player, then, car);
      way.set(1, 0, 0).applyQuaternion(car.rotation);
    },
    out,
  );
}

/** Which way the ball is from the car, level: the mean over some time around. */
function levelToBall(game: Game, player: Player, time: number, out: Vector3): Vector3 {
  const [car, other] = [new Pose(), new Pose()];
  return calmWay(
    player,
    time,
    TURN,
    (then, way) => {
      carAt(player, then, car);
      poseAt(game.balls[0] ?? [], then, other);
      way.copy(other.position).sub(car.position).divideScalar(SURE);
    },
    out,
  );
}

/** Which way the ball is from the car: around it as a mean over some time, up or down at this very time, which `pose` and `ball` are of. */
function toBall(game: Game, player: Player, time: number, out: Vector3): Vector3 {
  const onto = ball.position.clone().sub(pose.position);
  const up = within(Math.atan2(onto.z, Math.hypot(onto.x, onto.y)), -STEEPEST, STEEPEST);
  return levelToBall(game, player, time, out).multiplyScalar(Math.cos(up)).setZ(Math.sin(up));
}

/** A level direction as its mean around a time. Where it changes at once, as when the ball flies over the car, the mean goes
 * around at its pace. A direction that is hardly level counts less. */
function calmWay(player: Player, time: number, reach: number, wayAt: (time: number, out: Vector3) => void, out: Vector3): Vector3 {
  let [sum, weights, turned, before] = [0, 0, 0, NaN];
  // At the same times whichever time is asked for: so it never goes around the other way a moment later.
  for (let k = Math.ceil((time - reach) / GRID); k * GRID <= time + reach; k++) {
    wayAt(k * GRID, out);
    const angle = Math.atan2(out.y, out.x);
    turned = Number.isNaN(before) ? angle : turned + shorter(angle - before);
    before = angle;
    const weight = (1 + Math.cos((Math.PI * (k * GRID - time)) / reach)) * (0.02 + Math.min(1, Math.hypot(out.x, out.y)));
    sum += weight * turned;
    weights += weight;
  }
  const mean = weights > 0 ? sum / weights : player.team === 0 ? Math.PI / 2 : -Math.PI / 2;
  return out.set(Math.cos(mean), Math.sin(mean), 0);
}

export function look(out: CameraPose, from: Vector3, to: Vector3): void {
  out.position.copy(from).applyMatrix4(WORLD);
  out.rotation.setFromRotationMatrix(new Matrix4().lookAt(out.position, to.clone().applyMatrix4(WORLD), UP));
}
