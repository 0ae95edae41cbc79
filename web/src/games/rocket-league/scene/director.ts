import { Quaternion, Vector3 } from 'three';
import { at } from '../../../stage/columns';
import type { CameraPose, Span } from '../../../stage/scene';
import { WORLD } from './axes';
import { LENS } from './framing';
import type { Game, Player } from './data';
import type { GoalReplay, Goal } from './goals';
import type { Action } from './actions';
import { AFTER_ACTION, AFTER_GOAL, BEFORE_ACTION, BEFORE_GOAL } from './close-view';
import { ownView } from './own-view';
import { AFTER_KICK_OFF, BEFORE_KICK_OFF, carrierAt, isKickoff, subjectsAt } from './subjects';

/** The director's shot from a time on. */
export interface Shot {
  time: number;
  /** Everybody who takes part, the ball and who has it, a goal, a save or another action, or what a player sees. */
  view: 'match' | 'play' | 'goal' | 'action' | 'player';
  /** The player whom a view follows, a row of `players`. */
  player: number;
  /** Which of the goals a goal's view shows. */
  goal: number;
  /** Which of the actions an action's view shows. */
  action: number;
  /** From behind which team the play is seen: 0 blue, 1 orange, -1 from the side. */
  behind: number;
}

type Part = Omit<Shot, 'time'> & Span;

/** No view is shorter, in seconds. */
export const LEAST = 2;
/** A replay of a goal that is no longer shows little of it, in seconds. */
export const LEAST_REPLAY = 3.5;
/** A player who touches the ball is followed from so long before to so long after, and not this near to others' touches, in seconds. */
const AROUND = 2.75;
const APART = 0.25;
/** How long a player is not followed again, and no other action is shown by itself, in seconds. */
const REST = 6;
const NOBODY = { player: -1, goal: -1, action: -1, behind: -1 } as const;
/** Everybody, where nothing else is planned. */
export const MATCH = { view: 'match', ...NOBODY } as const;
const PLAY = { view: 'play', ...NOBODY } as const;
/** The play is seen from one side for so long at least, in seconds. */
const HOLD = 4;
/** How often a view is tried before it is chosen, in seconds, and how much of the picture is looked at, in halves of it. */
const TRY = 0.25;
const EDGE = 0.95;
/** Players so near to the ball must be seen, in uu. */
const CLOSE = 1200;

/** The views of a whole match: worked out once, so that a time has its view from wherever one comes. It is near the ball and who has it, or will have
 * it next. A kick-off is seen whole, a save, a demolition and a touch high in the air have a view from before they happen, a player is followed only
 * where all that plays a part stays in the picture, and each goal has one view of its own, where the game showed it again or else as it falls. */
export function planOf(game: Game, goals: Goal[], goalReplays: GoalReplay[], kickoffs: readonly number[], actions: Action[]): Shot[] {
  const [start, end] = [game.times[0]!, game.times.at(-1)!];
  const parts = goals.flatMap((goal, i): Part[] => {
    // A goal may be older than the recording.
    if (goal.time < start) return [];
    const again = goalReplays.find((replay) => replay.goal === goal && replay.end - replay.start >= LEAST_REPLAY);
    const shown = again ?? { start: goal.time - BEFORE_GOAL, end: goal.time + AFTER_GOAL };
    return [{ ...NOBODY, view: 'goal', goal: i, start: Math.max(start, shown.start), end: shown.end }];
  });
  // Goals take what they need of a kick-off.
  const isFree = (part: Part) => parts.every((goal) => goal.view !== 'goal' || goal.end < part.start || part.end < goal.start);
  for (const kickoff of kickoffs) {
    const part: Part = { ...MATCH, start: Math.max(start, kickoff - BEFORE_KICK_OFF), end: Math.min(end, kickoff + AFTER_KICK_OFF) };
    if (part.end - part.start >= LEAST && isFree(part)) parts.push(part);
  }
  /** Stretches that a view of an action or a player would break into. */
  const busy: Span[] = [...parts, ...goals.map(({ time }) => ({ start: time - LEAST, end: time + AFTER_GOAL }))];
  const isQuiet = ({ start, end }: Span) => busy.every((other) => end < other.start - LEAST || other.end + LEAST < start);
  actions.forEach(({ time }, action) => {
    const part: Part = { ...NOBODY, view: 'action', action, start: time - BEFORE_ACTION, end: time + AFTER_ACTION };
    if (part.start < start + LEAST || end - part.end < LEAST || !isQuiet(part)) return;
    parts.push(part);
    busy.push({ start: part.start - REST, end: part.end });
  });
  let rested = start + LEAST;
  for (const run of runsOf(game)) {
    if (run.start < rested || end - run.end < LEAST) continue;
    if (!isQuiet(run)) continue;
    if (!showsAll(game, kickoffs, run)) continue;
    parts.push(run);
    rested = run.end + REST;
  }
  parts.sort((a, b) => a.start - b.start);
  // Goals in quick succession: one after the other.
  parts.forEach((part, i) => (part.start = Math.max(part.start, parts[i - 1]?.end ?? start)));
  const shots: Shot[] = [];
  const cut = (time: number, { view, player, goal, action, behind }: Omit<Shot, 'time'>) =>
    shots.push({ time, view, player, goal, action, behind });
  cut(start, PLAY);
  for (const part of parts) {
    const last = shots.at(-1)!;
    // Too short to be seen: a kick-off begins earlier, or the last shot goes on.
    const isTooShort = part.start - last.time < LEAST && last.view === 'play';
    if (isTooShort) shots.pop();
    const beginsEarlier = isTooShort && (part.view === 'match' || shots.length === 0);
    cut(beginsEarlier ? last.time : part.start, part);
    if (end - part.end >= LEAST) cut(part.end, PLAY);
  }
  return shots.flatMap((shot, i) => (shot.view === 'play' ? sidesOf(game, shot, shots[i + 1]?.time ?? end) : [shot]));
}

/** The play until a time, from behind the team that has the ball: it is cut at a touch that takes it from the other. */
function sidesOf(game: Game, play: Shot, end: number): Shot[] {
  const shots = [{ ...play, behind: carrierAt(game, play.time)?.team ?? -1 }];
  for (const time of Array.from(game.touches.time ?? [])) {
    const last = shots.at(-1)!;
    if (time < last.time + HOLD || time > end - LEAST) continue;
    const behind = carrierAt(game, time)?.team ?? -1;
    if (behind !== last.behind) shots.push({ ...play, time, behind });
  }
  return shots;
}

/** Around each touch, while no other player touches the ball. */
function runsOf({ touches, who }: Game): Part[] {
  const times = touches.time ?? [];
  return Array.from(times, (time, row): Part => {
    const [before, after] = [times[row - 1] ?? -Infinity, times[row + 1] ?? Infinity];
    const [start, end] = [Math.max(before + APART, time - AROUND), Math.min(after - APART, time + AROUND)];
    return { ...NOBODY, view: 'player', player: at(touches, 'player', row), start, end };
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

/** The player whom a shot follows. */
export const followedBy = (game: Game, { player }: Shot): Player | undefined => game.who.find(({ index }) => index === player);
