import type { Vector3 } from 'three';
import type { Moment } from '../../../decoder';
import { carAt, type Game, type Player, poseAt } from './data';
import { Pose } from './pose';

/** A car so near to the ball takes part in the play, in uu. */
const NEAR = 1800;
/** Of each team the player nearest to it is, if no further off than this. */
const FIRST = 3000;
/** A kick-off is everybody's, from so long before it to so long after, in seconds. */
const BEFORE_KICK_OFF = 3.5;
const AFTER_KICK_OFF = 1.5;

/** The subjects at a time, and where they are. */
export interface Subjects {
  /** The balls; none where a mode has none. */
  balls: Vector3[];
  cars: { player: Player; place: Vector3 }[];
}

export const kickoffsOf = (moments: readonly Moment[]): number[] =>
  moments.filter(({ kind }) => kind.name === 'kick-off').map(({ time }) => time);

export const isKickoff = (kickoffs: readonly number[], time: number): boolean =>
  kickoffs.some((kickoff) => time > kickoff - BEFORE_KICK_OFF && time < kickoff + AFTER_KICK_OFF);

const pose = new Pose();

/** Everybody who is there. */
export function everybodyAt(game: Game, time: number): Subjects {
  const balls = game.balls.flatMap((ball, i) => {
    // The first stays where it went in until the next kick-off.
    const there = poseAt(ball, time, pose);
    return there || (i === 0 && ball.length > 0) ? [pose.position.clone()] : [];
  });
  const cars = game.who.flatMap((player) => (carAt(player, time, pose) ? [{ player, place: pose.position.clone() }] : []));
  return { balls, cars };
}

/** Players near to a ball; at kick-offs, and where there is no ball, everybody. */
export function subjectsAt(game: Game, kickoffs: readonly number[], time: number): Subjects {
  const all = everybodyAt(game, time);
  if (isKickoff(kickoffs, time) || all.balls.length === 0) return all;
  const away = (place: Vector3) => Math.min(...all.balls.map((ball) => ball.distanceTo(place)));
  const cars = all.cars.map((car) => ({ ...car, away: away(car.place) })).sort((a, b) => a.away - b.away);
  const firsts = [0, 1].map((team) => cars.find(({ player, away }) => player.team === team && away < FIRST));
  return { balls: all.balls, cars: cars.filter((car) => car.away < NEAR || car === cars[0] || firsts.includes(car)) };
}
