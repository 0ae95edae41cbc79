import type { Moment } from '../../../decoder';
import { carAt, type Game, poseAt } from './data';
import { Pose } from './pose';

/** Something worth a view of its own, besides goals. */
export interface Action {
  kind: 'save' | 'demolition' | 'aerial';
  time: number;
  /** Those who act: rows of `players`. */
  players: number[];
}

/** What is seen first where two come at once. */
const KINDS: readonly Action['kind'][] = ['save', 'demolition', 'aerial'];
/** A touch of a ball that is no higher needs no view of its own, in uu. */
const HIGH = 900;
/** A demolition further from the ball leads away from the play, in uu. */
const NEAR = 2500;

const ball = new Pose();
const car = new Pose();

/** The actions of a match that can be shown together with the ball, the most important ones first. */
export function actionsOf(game: Game, moments: readonly Moment[]): Action[] {
  const actions = moments.flatMap(({ kind, time, player, other }): Action[] => {
    const named = KINDS.find((name) => name === kind.name);
    const players = [player, other].filter((index) => index !== null);
    return named && players.length > 0 && isInPlay(game, named, time, players) ? [{ kind: named, time, players }] : [];
  });
  return actions.sort((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) || a.time - b.time);
}

function isInPlay(game: Game, kind: Action['kind'], time: number, players: number[]): boolean {
  if (game.balls.length !== 1 || !poseAt(game.balls[0]!, time, ball)) return false;
  if (kind === 'aerial') return ball.position.z > HIGH;
  if (kind === 'save') return true;
  const places = game.who
    .filter(({ index }) => players.includes(index))
    .flatMap((player) => (carAt(player, time, car) ? [car.position.clone()] : []));
  return places.length > 0 && places.every((place) => place.distanceTo(ball.position) < NEAR);
}
