import type { CameraPose, Span } from '../../../stage/scene';
import { Quaternion, Vector3 } from 'three';
import type { Action } from './actions';
import { WORLD } from './axes';
import { carAt, type Game, poseAt } from './data';
import { type Direction, Framing } from './framing';
import type { Goal } from './goals';
import { Pose } from './pose';
import { playAt } from './subjects';

/** The time shown before and after a goal, in seconds. */
export const BEFORE_GOAL = 4;
export const AFTER_GOAL = 3;
/** The same of another action. */
export const BEFORE_ACTION = 2;
export const AFTER_ACTION = 1.5;
/** From the side on which the match is watched, so that left stays left. */
const DIRECTIONS = [-90, -60, -30, 0, 30, 60, 90].map((around): Direction => ({ around, down: 20 }));
/** The game showed no more before a goal, in seconds. */
const LONGEST = 14;
/** A direction counts by how near its subjects are while a goal is made, or around another action, in seconds before it. */
const MADE = 2.5;
const LOOKS = 8;
/** Around each subject of a goal, and of another action, in uu. */
const GOAL_ROOM = 350;
const ACTION_ROOM = 220;

/** What happens at a time, from where its subjects are largest in the picture. */
export class CloseView {
  readonly direction: Direction;
  private readonly framing: Framing;

  constructor(time: number, span: Span, room: number, subjects: (now: number) => Vector3[]) {
    const views = DIRECTIONS.map((direction) => ({
      direction,
      framing: new Framing(direction, span, (now, add) => {
        for (const subject of subjects(now)) add(subject, room);
      }),
    }));
    const eye: CameraPose = { position: new Vector3(), rotation: new Quaternion() };
    const furthest = ({ framing }: (typeof views)[number]) => {
      let sum = 0;
      for (let i = 0; i < LOOKS; i++) {
        const now = time - (i / (LOOKS - 1)) * MADE;
        framing.place(now, eye);
        sum += Math.max(...subjects(now).map((subject) => subject.clone().applyMatrix4(WORLD).distanceTo(eye.position)));
      }
      return sum;
    };
    const best = views.reduce((a, b) => (furthest(b) < furthest(a) ? b : a));
    this.direction = best.direction;
    this.framing = best.framing;
  }

  place(time: number, out: CameraPose): void {
    this.framing.place(time, out);
  }
}

/** A goal: the scorer, where the ball goes in, and the ball until it is gone. */
export function goalView(game: Game, { time, player, place }: Goal): CloseView {
  const pose = new Pose();
  const scorer = game.who.find(({ index }) => index === player);
  return new CloseView(time, { start: time - LONGEST, end: time + AFTER_GOAL }, GOAL_ROOM, (now) => {
    const subjects = [place];
    if (now < time && game.balls[0]) {
      poseAt(game.balls[0], now, pose);
      subjects.push(pose.position.clone());
    }
    if (scorer && carAt(scorer, Math.min(now, time), pose)) subjects.push(pose.position.clone());
    return subjects;
  });
}

/** An action: the ball, who has it, and those who act. */
export function actionView(game: Game, { time, players }: Action): CloseView {
  const pose = new Pose();
  const actors = game.who.filter(({ index }) => players.includes(index));
  const span = { start: time - BEFORE_ACTION - MADE, end: time + AFTER_ACTION + MADE };
  return new CloseView(time, span, ACTION_ROOM, (now) => {
    const { balls, cars } = playAt(game, now);
    const acting = actors.flatMap((actor) => (carAt(actor, now, pose) ? [pose.position.clone()] : []));
    return [...balls, ...cars.map(({ place }) => place), ...acting];
  });
}
