import { Quaternion, Vector3 } from 'three';
import { at } from '../../../stage/columns';
import type { CameraPose } from '../../../stage/scene';
import { WORLD } from './axes';
import { LENS } from './framing';
import type { Game, Player } from './data';
import type { GoalReplay, Goal } from './goals';
import { AFTER_GOAL, BEFORE_GOAL } from './goal-view';
import { ownView } from './own-view';
import { isKickoff, subjectsAt } from './subjects';

/** The director's shot from a time on. */
export interface Shot {
  time: number;
  view: 'match' | 'goal' | 'player';
  /** Whom a player's view follows, a row of `players`. */
  player: number;
  /** Which of the goals a goal's view shows. */
  goal: number;
}

interface Part extends Omit<Shot, 'time'> {
  start: number;
  end: number;
}

/** No view is shorter, in seconds. */
export const LEAST = 3.5;
/** A player who touches the ball is followed from so long before to so long after, and not this near to others' touches, in seconds. */
const AROUND = 2.75;
const APART = 0.25;
/** How long a player is not followed again. */
const REST = 12;
/** How often a view is tried before it is chosen, in seconds, and how much of the picture is looked at, in halves of it. */
const TRY = 0.25;
const EDGE = 0.95;
/** Players so near to the ball must be seen, in uu. */
const CLOSE = 1200;

/** The views of a whole match: worked out once, so that a time has its view from wherever one comes. It knows what is to come: a player is
 * followed only where all that plays a part stays in the picture, and each goal has one view of its own, where the game showed it
 * again or else as it falls. */
export function planOf(game: Game, goals: Goal[], goalReplays: GoalReplay[], kickoffs: readonly number[]): Shot[] {
  const [start, end] = [game.times[0]!, game.times.at(-1)!];
  const parts = goals.flatMap((goal, i): Part[] => {
    // A goal may be older than the recording.
    if (goal.time < start) return [];
    const again = goalReplays.find((replay) => replay.goal === goal && replay.end - replay.start >= LEAST);
    const shown = again ?? { start: goal.time - BEFORE_GOAL, end: goal.time + AFTER_GOAL };
    return [{ view: 'goal', player: -1, goal: i, start: Math.max(start, shown.start), end: shown.end }];
  });
  /** Stretches that a view of a player would break into. */
  const busy = [...parts, ...goals.map(({ time }) => ({ start: time - LEAST, end: time + AFTER_GOAL }))];
  let rested = start + LEAST;
  for (const run of runsOf(game)) {
    if (run.start < rested || end - run.end < LEAST) continue;
    if (busy.some((other) => run.start < other.end + LEAST && other.start - LEAST < run.end)) continue;
    if (!showsAll(game, kickoffs, run)) continue;
    parts.push(run);
    rested = run.end + REST;
  }
  parts.sort((a, b) => a.start - b.start);
  // Goals in quick succession: one after the other.
  parts.forEach((part, i) => (part.start = Math.max(part.start, parts[i - 1]?.end ?? start)));
  const shots: Shot[] = [];
  const cut = (time: number, { view, player, goal }: Omit<Shot, 'time'>) => shots.push({ time, view, player, goal });
  const match = { view: 'match', player: -1, goal: -1 } as const;
  cut(start, match);
  for (const part of parts) {
    const last = shots.at(-1)!;
    // Too short to be seen: the next shot begins earlier, or the last goes on.
    if (part.start - last.time < LEAST && last.view === 'match') shots.pop();
    cut(shots.length === 0 ? start : part.start, part);
    if (end - part.end >= LEAST) cut(part.end, match);
  }
  return shots;
}

/** Around each touch, while no other player touches the ball. */
function runsOf({ touches, who }: Game): Part[] {
  const times = touches.time ?? [];
  return Array.from(times, (time, row): Part => {
    const [before, after] = [times[row - 1] ?? -Infinity, times[row + 1] ?? Infinity];
    const [start, end] = [Math.max(before + APART, time - AROUND), Math.min(after - APART, time + AROUND)];
    return { view: 'player', goal: -1, player: at(touches, 'player', row), start, end };
  }).filter(({ start, end, player }) => end - start >= LEAST && who.some(({ index }) => index === player));
}

const out: CameraPose = { position: new Vector3(), rotation: new Quaternion() };
const back = new Quaternion();
const seen = new Vector3();

/** Whether everybody who plays a part in a stretch is in the picture of the followed player. */
function showsAll(game: Game, kickoffs: readonly number[], { start, end, player }: Part): boolean {
  const followed = game.who.find(({ index }) => index === player)!;
  for (let time = start; time <= end; time += TRY) {
    if (isKickoff(kickoffs, time)) return false;
    ownView(game, followed, time, LENS, out);
    const { balls, cars } = subjectsAt(game, [], time);
    const near = cars.filter(({ place }) => balls.some((ball) => ball.distanceTo(place) < CLOSE));
    if (![...balls, ...near.map(({ place }) => place)].every(isIn)) return false;
  }
  return true;
}

function isIn(place: Vector3): boolean {
  seen.copy(place).applyMatrix4(WORLD).sub(out.position).applyQuaternion(back.copy(out.rotation).invert());
  const half = -seen.z * Math.tan((LENS * Math.PI) / 360);
  return seen.z < 0 && Math.abs(seen.y) < half * EDGE && Math.abs(seen.x) < ((half * 16) / 9) * EDGE;
}

/** Whom a shot follows. */
export const followedBy = (game: Game, { player }: Shot): Player | undefined => game.who.find(({ index }) => index === player);
