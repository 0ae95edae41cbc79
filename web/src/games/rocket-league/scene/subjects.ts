import type { Vector3 } from 'three';
import type { Moment } from '../../../decoder';
import { at } from '../../../stage/columns';
import { lastAtOrBefore } from '../../../stage/times';
import { carAt, type Game, type Player, poseAt } from './data';
import { Pose } from './pose';

/** A car so near to the ball takes part in the play, in uu. */
const NEAR = 1800;
/** Of each team the player nearest to it is, if no further off than this. */
const FIRST = 3000;
/** A kick-off is everybody's, from so long before it to so long after, in seconds. */
export const BEFORE_KICK_OFF = 3.5;
export const AFTER_KICK_OFF = 1.5;

/** The ball is theirs who touch it so soon, or else theirs who touched it so long ago, in seconds. */
const SOON = 1.5;
const LATELY = 3;

/** So near to the ball, in uu, whoever has it is in the picture, and so is whoever may take it off them or is destroyed. */
const CARRIED = 4000;
const CHALLENGE = 1200;
const WATCHED = 3500;
/** A demolition is in the picture from so long before it to so long after, in seconds. */
const BEFORE_DEMOLITION = 1.5;
const AFTER_DEMOLITION = 0.5;

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

/** The player who has the ball: the next one to touch it, if that is soon, or else the last one who did. */
export function carrierAt({ touches, who }: Game, time: number): Player | null {
  const times = touches.time ?? [];
  const last = lastAtOrBefore(times, time);
  const isNext = (times[last + 1] ?? Infinity) - time < SOON;
  if (!isNext && !(time - (times[last] ?? -Infinity) < LATELY)) return null;
  const player = at(touches, 'player', isNext ? last + 1 : last);
  return who.find(({ index }) => index === player) ?? null;
}

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

/** The ball, who has it, and who is about to take it off them or to be destroyed near it; where there is no ball or there are more, as `subjectsAt`. */
export function playAt(game: Game, time: number): Subjects {
  const { balls, cars } = everybodyAt(game, time);
  const [ball] = balls;
  if (!ball || balls.length > 1) return subjectsAt(game, [], time);
  const carrier = carrierAt(game, time);
  const away = ({ place }: (typeof cars)[number]) => place.distanceTo(ball);
  const challenger = cars.filter((car) => car.player.team !== carrier?.team).sort((a, b) => away(a) - away(b))[0];
  const isInPlay = (car: (typeof cars)[number]) =>
    (car.player === carrier && away(car) < CARRIED) ||
    (car === challenger && away(car) < CHALLENGE) ||
    (away(car) < WATCHED && car.player.demolished.some((at) => at > time - AFTER_DEMOLITION && at < time + BEFORE_DEMOLITION));
  return { balls, cars: cars.filter(isInPlay) };
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
