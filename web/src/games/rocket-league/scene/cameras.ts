import { Vector3 } from 'three';
import type { CameraSpec, Span, View } from '../../../stage/scene';
import { lastAt } from '../../../stage/times';
import { type Shape, within } from './arenas';
import { type Game, poseAt } from './data';
import { followedBy, MATCH, type Shot } from './director';
import { ACROSS, type Add, type Direction, Framing, LENS, type Room } from './framing';
import type { Action } from './actions';
import { actionView, goalView } from './close-view';
import { type GoalReplay, type Goal, shownTimeAt } from './goals';
import { lensOf, look, ownView, settingsOf } from './own-view';
import { Pose } from './pose';
import { isHere } from './roster';
import { everybodyAt, playAt, type Subjects, subjectsAt } from './subjects';

const FROM_THE_SIDE: Direction = { around: 0, down: 28 };
/** An upright picture has the field upright, with blue below, and more room above and below what is to be seen. */
const FROM_BEHIND_BLUE: Direction = { around: -90, down: 42 };
const UPRIGHT = 0.75;
const UPRIGHT_ROOM: Room = { sides: 0.9, top: 1.3, bottom: 1.9 };
const FROM_ABOVE: Direction = { around: 0, down: 86 };
/** How far the side from which the play is seen lies behind the team that has the ball, in degrees. */
const BEHIND = 30;
const ON_THE_BALL: Direction = { around: 0, down: 24 };
/** The field is narrow enough from above to stand between what is written in the corners. */
const BETWEEN_CARDS: Room = { sides: 0.92, top: 0.6, bottom: 0.64 };
/** Around the ball and around cars, in uu: a name is over each. */
const BALL_ROOM = 420;
const CAR_ROOM = 180;
const CLOSE_ROOM = 900;
/** The picture of the play moves sooner and faster than others, in seconds. */
const PLAY_AHEAD = 0.6;
const PLAY_ROOM = 500;

/** The data that cameras read. */
export interface Filming {
  game: Game;
  /** Of the arena that all of them must show. */
  shape: Shape;
  goals: Goal[];
  goalReplays: GoalReplay[];
  kickoffs: readonly number[];
  actions: Action[];
  plan: Shot[];
}

export function camerasOf(filming: Filming): CameraSpec[] {
  const { game, shape, goals, goalReplays, kickoffs, actions, plan } = filming;
  const span = { start: game.times[0]!, end: game.times.at(-1)! };
  const match = once(() => framedMatch(game, kickoffs, span, FROM_THE_SIDE));
  const uprightMatch = once(() => framedMatch(game, kickoffs, span, FROM_BEHIND_BLUE, UPRIGHT_ROOM));
  const isUpright = (view?: View) => view?.eye !== undefined && view.eye.aspect < UPRIGHT;
  const ball = once(() => framedBall(game, span));
  const plays = [-1, 0, 1].map((behind) => once(() => framedPlay(game, span, behind)));
  const overhead = once(() => framedField(shape));
  const goalViews = goals.map((goal) => once(() => goalView(game, goal)));
  const actionViews = actions.map((action) => once(() => actionView(game, action)));
  const framed = { fov: LENS, across: ACROSS };
  const specs: CameraSpec[] = [
    { name: 'match', label: 'Match', ...framed, place: (time, out, view) => (isUpright(view) ? uprightMatch : match)().place(time, out) },
    {
      name: 'director',
      label: 'Director',
      ...framed,
      place(time, out) {
        const shot = shotAt(plan, time);
        const seen = shownTimeAt(goalReplays, time);
        const followed = followedBy(game, shot);
        const closeView = goalViews[shot.goal] ?? actionViews[shot.action];
        if (followed) ownView(game, followed, seen, LENS, out);
        else if (closeView) closeView().place(seen, out);
        else (shot.view === 'play' ? plays[shot.behind + 1]! : match)().place(seen, out);
      },
    },
    { name: 'ball', label: 'Ball', ...framed, place: (time, out) => ball().place(time, out) },
    { name: 'overhead', label: 'Overhead', ...framed, place: (time, out) => overhead().place(time, out) },
    ...game.who.map((player, i): CameraSpec => {
      const fov = lensOf(settingsOf(game, player, Infinity).fov);
      return {
        name: cameraOf(i),
        label: player.name,
        fov,
        across: 60,
        place: (time, out) => (isHere(player, time) ? ownView(game, player, time, fov, out) : match().place(time, out)),
      };
    }),
    {
      name: 'free',
      label: 'Free',
      fov: 45,
      across: 60,
      place: (_time, out) => look(out, new Vector3(-7600, -5200, 4200), new Vector3()),
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

/** The director's shot. */
export const shotAt = (plan: Shot[], time: number): Shot =>
  plan[
    Math.max(
      0,
      lastAt(plan.length, (i) => plan[i]!.time, time),
    )
  ] ?? { time, ...MATCH };

/** Worked out when it is first asked for. */
function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

function addAll({ balls, cars }: Subjects, ballRoom: number, add: Add): void {
  for (const ball of balls) add(ball, ballRoom);
  for (const { place } of cars) add(place, CAR_ROOM);
}

const framedMatch = (game: Game, kickoffs: readonly number[], span: Span, from: Direction, room?: Room): Framing =>
  new Framing(
    from,
    span,
    (time, add) => {
      addAll(subjectsAt(game, kickoffs, time), BALL_ROOM, add);
    },
    room && { room },
  );

/** The ball and who has it, from near, and somewhat from behind a team. */
const framedPlay = (game: Game, span: Span, behind: number): Framing =>
  new Framing(
    { ...ON_THE_BALL, around: behind < 0 ? 0 : behind === 0 ? -BEHIND : BEHIND },
    span,
    (time, add) => {
      addAll(playAt(game, time), PLAY_ROOM, add);
    },
    { ahead: PLAY_AHEAD },
  );

/** Where a mode has no ball, everybody counts. */
function framedBall(game: Game, span: Span): Framing {
  const pose = new Pose();
  return new Framing(ON_THE_BALL, span, (time, add) => {
    if (game.balls[0]) {
      poseAt(game.balls[0], time, pose);
      add(pose.position, CLOSE_ROOM);
    } else for (const { place } of everybodyAt(game, time).cars) add(place, CAR_ROOM);
  });
}

/** The field and its goals never change. */
function framedField({ walls, goals }: Shape): Framing {
  const corners = [
    ...within(walls),
    ...goals.map(({ x, y, way, depth }) => [x, y + Math.sign(Math.sin((way * Math.PI) / 180)) * depth] as const),
  ];
  return new Framing(
    FROM_ABOVE,
    { start: 0, end: 0 },
    (_time, add) => {
      for (const [x, y] of corners) add(new Vector3(x, y, 0), 0);
    },
    { room: BETWEEN_CARDS },
  );
}
