import { at } from '../../../stage/columns';
import type { Moment } from '../../../decoder';
import type { Game } from './data';
import type { GoalReplay, Goal } from './goals';

/** What the director shows from a time on. */
export interface Shot {
  time: number;
  view: 'kick-off' | 'match' | 'goal' | 'player';
  /** Whom a player's view follows, a row of `players`. */
  player: number;
}

/** Something worth a view of its own. The higher rank wins. */
interface Wish extends Omit<Shot, 'time'> {
  start: number;
  end: number;
  rank: number;
}

/** No view is shorter, in seconds. */
export const LEAST = 3;
/** How finely the director looks ahead. */
const STEP = 0.25;
/** Players who touch the ball are followed now and then. */
const REST = 5;

/** The views of a whole match: worked out once, so that a time has its view from wherever one comes. */
export function planOf(game: Game, goals: Goal[], goalReplays: GoalReplay[], moments: Moment[]): Shot[] {
  const wishes = wishesOf(game, goals, goalReplays, moments);
  const [start, end] = [game.times[0]!, game.times.at(-1)!];
  const shots: Shot[] = [];
  for (let time = start; time <= end; time += STEP) {
    let best: Wish | undefined;
    for (const wish of wishes) if (wish.start <= time && time < wish.end && (!best || wish.rank > best.rank)) best = wish;
    const [view, player] = [best?.view ?? 'match', best?.player ?? -1];
    const last = shots.at(-1);
    if (!last || ((last.view !== view || last.player !== player) && time - last.time >= LEAST)) shots.push({ time, view, player });
  }
  return shots;
}

function wishesOf(game: Game, goals: Goal[], goalReplays: GoalReplay[], moments: Moment[]): Wish[] {
  const wishes: Wish[] = [];
  const wish = (rank: number, start: number, end: number, view: Shot['view'], player = -1) =>
    wishes.push({ rank, start, end, view, player });
  const isKnown = (player: number) => game.who.some(({ index }) => index === player);
  for (const { time, kind } of moments) if (kind.name === 'kick-off') wish(4, time - 4, time + 1.5, 'kick-off');
  for (const { time } of goals) wish(5, time - 2, time + 3, 'goal');
  for (const { start, end, goal } of goalReplays) {
    // First with the scorer, then the goal itself.
    const turn = Math.max(start, end - 4);
    if (isKnown(goal.player) && turn - start >= LEAST) wish(6, start, turn, 'player', goal.player);
    wish(5, start, end, 'goal');
  }
  for (const { time, kind, player } of moments)
    if (kind.name === 'demolition' && isKnown(player)) wish(3, time - 1.5, time + 1.5, 'player', player);
  const { touches } = game;
  let rested = -Infinity;
  touches.time?.forEach((time: number, row: number) => {
    const player = at(touches, 'player', row);
    if (!isKnown(player) || time - rested < REST) return;
    wish(2, time - 2.5, time + 1, 'player', player);
    rested = time + 1;
  });
  return wishes;
}
