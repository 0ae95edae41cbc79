import { Matrix4, Vector3 } from 'three';
import { at } from '../../../stage/columns';
import type { CameraPose, CameraSpec } from '../../../stage/scene';
import { type Shape, sizeOf } from './arenas';
import type { Shot } from './director';
import { goalReplayAt, type GoalReplay, type Goal, shownTimeAt } from './goals';
import { carAt, type Game, lastAt, type Player, poseAt, rowAt } from './data';
import { Pose } from './pose';

/** A picture's unit is 400 uu: the field then fits the player's free camera. */
export const SCALE = 1 / 400;
/** From the game's left-handed axes to the picture's: x is mirrored, z goes up, blue is near. */
// prettier-ignore
export const WORLD = new Matrix4().set(-SCALE, 0, 0, 0, 0, 0, SCALE, 0, 0, -SCALE, 0, 0, 0, 0, 0, 1);

const UP = new Vector3(0, 1, 0);
const RAD = Math.PI / 180;
/** Over this long the match's camera looks ahead and back, in steps, so that it does not shake. */
const CALM_SECONDS = 1.6;
const CALM_STEPS = 17;
/** How long the eye takes from the car to the ball and back at a player's transition speed of 1. */
const SWING = 0.45;
/** How much further off the softest camera is from a car at full speed. */
const SLACK = 0.35;
const FASTEST = 2300;

const eye = new Vector3();
const target = new Vector3();
const pose = new Pose();
const ball = new Pose();

/** The game's angle is across a picture of 16 : 9. */
const upright = (across: number) => (2 * Math.atan((Math.tan((across * RAD) / 2) * 9) / 16)) / RAD;

/** What cameras read. */
export interface Filming {
  game: Game;
  /** Of the arena that all of them must show. */
  shape: Shape;
  goals: Goal[];
  goalReplays: GoalReplay[];
  plan: Shot[];
}

/** Of several balls the first. */
const mainBall = ({ balls }: Game) => balls[0] ?? [];

export function camerasOf(filming: Filming): CameraSpec[] {
  const { game, shape, goalReplays } = filming;
  const [wide, long] = sizeOf(shape);
  const match = (time: number, out: CameraPose) => {
    calm(game, time);
    const { x, y, z } = target;
    eye.set(-2200 - wide + x * 0.45, y * 0.85, 2300 + z * 0.3);
    look(out, eye, target.set(x * 0.7 - 300, y, z * 0.6));
  };
  const specs: CameraSpec[] = [
    { name: 'match', label: 'Match', fov: 38, across: 58, place: match },
    {
      name: 'director',
      label: 'Director',
      fov: 46,
      across: 58,
      place(time, out) {
        const { view, player } = shotAt(filming.plan, time);
        const seen = shownTimeAt(goalReplays, time);
        const followed = game.who.find(({ index }) => index === player);
        if (followed) behind(game, followed, seen, out);
        else if (view === 'goal') onGoal(filming, time, seen, out);
        else if (view === 'kick-off') look(out, eye.set(-3300, 0, 3000), target.set(-300, 0, 0));
        else match(seen, out);
      },
    },
    {
      name: 'ball',
      label: 'Ball',
      fov: 50,
      across: 50,
      place(time, out) {
        calm(game, time);
        eye.set(target.x - 1500, target.y * 0.92, target.z + 900);
        poseAt(mainBall(game), time, ball);
        look(out, eye, ball.position);
      },
    },
    {
      name: 'overhead',
      label: 'Overhead',
      fov: 40,
      across: 64,
      place: (_time, out) => look(out, eye.set(-2200, 0, 3.3 * Math.max(long, wide * 1.25)), target.set(-700, 0, 0)),
    },
    ...game.who.map(
      (player, i): CameraSpec => ({
        name: cameraOf(i),
        label: player.name,
        fov: upright(settings(game, player, Infinity).fov),
        across: 60,
        place: (time, out) => behind(game, player, time, out),
      }),
    ),
    {
      name: 'free',
      label: 'Free',
      fov: 45,
      across: 60,
      place: (_time, out) => look(out, eye.set(-7600, -5200, 4200), target.set(0, 0, 0)),
      orbit: { target: [0, 1, 0] },
    },
  ];
  // All but the director, who has plans of his own for it, see a goal's replay where the goal was.
  return specs.map((spec) =>
    spec.name === 'director' ? spec : { ...spec, place: (time, out, view) => spec.place(shownTimeAt(goalReplays, time), out, view) },
  );
}

/** The name of the camera that follows a player, by place in `who`. */
export const cameraOf = (player: number): string => `player-${player + 1}`;

/** What the director shows. */
export const shotAt = (plan: Shot[], time: number): Shot =>
  plan[
    Math.max(
      0,
      lastAt(plan.length, (i) => plan[i]!.time, time),
    )
  ] ?? { time, view: 'match', player: -1 };

/** From behind the goal that the ball goes into; where an arena has none, from the side that it falls through. */
function onGoal({ game, shape, goals, goalReplays }: Filming, time: number, seen: number, out: CameraPose): void {
  const goal = goalReplayAt(goalReplays, time)?.goal ?? goals.findLast((goal) => goal.time <= time + 4) ?? goals[0];
  calm(game, seen);
  const [, long] = sizeOf(shape);
  const side = goal?.team === 1 ? -1 : 1;
  const into = shape.goals.filter(({ team }) => team !== goal?.team).sort((a, b) => Math.abs(a.x - target.x) - Math.abs(b.x - target.x))[0];
  if (into) eye.set(into.x - 700, side * (Math.max(long, Math.abs(into.y) + into.depth) + 900), into.height + 900);
  else eye.set(target.x - 2200, side * (long * 0.8), 1500);
  // Once it is in, the eye rests.
  if (goal && seen >= goal.time) target.copy(goal.place);
  look(out, eye, target);
}

function look(out: CameraPose, from: Vector3, to: Vector3): void {
  out.position.copy(from).applyMatrix4(WORLD);
  const at = to.clone().applyMatrix4(WORLD);
  out.rotation.setFromRotationMatrix(new Matrix4().lookAt(out.position, at, UP));
}

/** Puts where the ball is, on a calm mean around a time, into `target`. */
function calm(game: Game, time: number): void {
  target.set(0, 0, 0);
  for (let i = 0; i < CALM_STEPS; i++) {
    poseAt(mainBall(game), time + (i / (CALM_STEPS - 1) - 0.5) * CALM_SECONDS, ball);
    target.addScaledVector(ball.position, 1 / CALM_STEPS);
  }
}

/** A player's own camera; the game's usual one where the replay does not have it. */
function settings({ cameras }: Game, { cameras: rows }: Player, time: number) {
  const row = rowAt(cameras, rows, time);
  const read = (name: string, usual: number) => at(cameras, name, row) || usual;
  let since = row;
  // Since when the eye is on the ball, or on the car.
  for (let i = rows.indexOf(row); i >= 0 && at(cameras, 'is_ball_cam', rows[i]!) === at(cameras, 'is_ball_cam', row); i--) since = rows[i]!;
  return {
    fov: read('fov', 110),
    height: read('height', 110),
    pitch: at(cameras, 'pitch', row) || -4,
    distance: read('distance', 270),
    onBall: at(cameras, 'is_ball_cam', row) === 1,
    looksBack: at(cameras, 'is_behind_view', row) === 1,
    stiffness: row < 0 ? 0.5 : at(cameras, 'stiffness', row),
    swing: SWING / read('transition_speed', 1),
    since: row < 0 ? -Infinity : at(cameras, 'time', since),
  };
}

/** As the player sees it: behind the car, along its way or towards the ball. */
function behind(game: Game, player: Player, time: number, out: CameraPose): void {
  const { height, pitch, distance, onBall, looksBack, stiffness, swing: long, since } = settings(game, player, time);
  // A soft camera falls behind: it turns late, and more is between it and a fast car.
  const lag = 0.06 + 0.34 * (1 - stiffness);
  const ahead = new Vector3();
  for (const part of [1, 2 / 3, 1 / 3, 0]) {
    carAt(player, time - part * lag, pose);
    ahead.add(new Vector3(1, 0, 0).applyQuaternion(pose.rotation).setZ(0));
  }
  if (ahead.lengthSq() < 0.01) ahead.set(0, player.team === 0 ? 1 : -1, 0);
  ahead.normalize();
  // The camera's angle is above the car, whatever sign the file gives it.
  const down = -Math.tan(Math.abs(pitch) * RAD);
  const onCar = ahead.clone().setZ(down).normalize();
  poseAt(mainBall(game), time, ball);
  const onto = ball.position.clone().sub(pose.position);
  const flat = Math.max(1, Math.hypot(onto.x, onto.y));
  const seen = onto
    .clone()
    .setZ(Math.max(-flat, onto.z * 0.9) - height * 0.5)
    .normalize();
  const t = Math.min(1, Math.max(0, (time - since) / long));
  const swing = t * t * (3 - 2 * t);
  const way = onCar
    .clone()
    .lerp(seen, onBall ? swing : 1 - swing)
    .normalize();
  if (looksBack) way.copy(onCar).negate().setZ(down).normalize();
  eye.copy(pose.position).addScaledVector(way, -distance * (1 + (1 - stiffness) * SLACK * Math.min(1, pose.velocity.length() / FASTEST)));
  eye.z = Math.max(40, eye.z + height);
  look(out, eye, target.copy(eye).addScaledVector(way, 1000));
}
