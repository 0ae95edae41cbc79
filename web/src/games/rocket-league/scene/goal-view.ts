import type { CameraPose, Span } from '../../../stage/scene';
import { Quaternion, Vector3 } from 'three';
import { WORLD } from './axes';
import { carAt, type Game, poseAt } from './data';
import { type Direction, Framing } from './framing';
import type { Goal } from './goals';
import { Pose } from './pose';

/** The time shown before and after a goal, in seconds. */
export const BEFORE_GOAL = 4;
export const AFTER_GOAL = 3;
/** From the side on which the match is watched, so that left stays left. */
const DIRECTIONS = [-90, -60, -30, 0, 30, 60, 90].map((around): Direction => ({ around, down: 20 }));
/** The game showed no more before a goal, in seconds. */
const LONGEST = 14;
/** A direction counts by how near the ball and the scorer are while the goal is made, in seconds before it. */
const MADE = 2.5;
const LOOKS = 8;
/** Around the ball, the scorer and where it goes in, in uu. */
const ROOM = 350;

/** A goal from where the ball and the scorer are largest in the picture, until they are gone. */
export class GoalView {
  readonly direction: Direction;
  private readonly framing: Framing;

  constructor(game: Game, { time, player, place }: Goal) {
    const span: Span = { start: time - LONGEST, end: time + AFTER_GOAL };
    const pose = new Pose();
    const scorer = game.who.find(({ index }) => index === player);
    const subjects = (now: number): Vector3[] => {
      const ball = now < time && game.balls[0] ? (poseAt(game.balls[0], now, pose), pose.position.clone()) : place;
      return scorer && carAt(scorer, Math.min(now, time), pose) ? [ball, pose.position.clone()] : [ball];
    };
    const views = DIRECTIONS.map((direction) => ({
      direction,
      framing: new Framing(direction, span, (now, add) => {
        for (const subject of subjects(now)) add(subject, ROOM);
        add(place, ROOM);
      }),
    }));
    const eye: CameraPose = { position: new Vector3(), rotation: new Quaternion() };
    const furthest = ({ framing }: (typeof views)[number]) => {
      let sum = 0;
      for (let i = 0; i < LOOKS; i++) {
        const now = time - (i / (LOOKS - 1)) * MADE;
        framing.place(now, eye);
        sum += Math.max(...subjects(now).map((subject) => subject.applyMatrix4(WORLD).distanceTo(eye.position)));
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
