import {
  BufferGeometry,
  Float32BufferAttribute,
  Group,
  Mesh,
  MeshBasicMaterial,
  Points,
  PointsMaterial,
  RingGeometry,
  SphereGeometry,
  Vector3,
} from 'three';
import { GRAVITY, HALT } from '../rules';
import type { Moment } from '../../../decoder';
import type { Span } from '../../../stage/scene';
import { type Game, poseAt } from './data';
import { Pose } from './pose';
import type { Palette } from './palette';

/** A goal as the scene shows it. */
export interface Goal {
  time: number;
  /** The team that scored: 0 blue, 1 orange. */
  team: 0 | 1;
  name: string;
  /** Row of `players`; −1 if not known. */
  player: number | null;
  /** Where the ball was. */
  place: Vector3;
  /** How fast the ball was, in km/h; 0 if not known. */
  speed: number;
}

/** A stretch in which the game showed a goal again and recorded nothing. The scene shows the goal again, too. */
export interface GoalReplay extends Span {
  goal: Goal;
  /** When play began before the goal: the replay shows nothing earlier. */
  first: number;
}

/** The goals of a match, and when the game showed them again. */
export interface Story {
  goals: Goal[];
  goalReplays: GoalReplay[];
}

/** The recording halts at most so many seconds after a goal. */
const MAX_SECONDS_TO_HALT = 6;
/** A goal replay ends so many seconds after the goal. */
const SECONDS_AFTER_GOAL = 1.4;
/** How many seconds a goal is announced. */
const ANNOUNCED_SECONDS = 3;

export function goalsOf(game: Game, moments: readonly Moment[]): Goal[] {
  const pose = new Pose();
  const goals = moments.filter(({ kind }) => kind.name === 'goal');
  return goals.map(({ time, team, player, value }): Goal => {
    poseAt(game.balls[0] ?? [], time, pose);
    const name = game.who.find(({ index }) => index === player)?.name ?? '';
    return { time, team: team === 1 ? 1 : 0, player, name, place: pose.position.clone(), speed: value ?? 0 };
  });
}

/** Who scored, and with whose pass, and how fast the ball was. */
export function goalLineOf(game: Game, { player, other, value }: Moment): { title: string; line: string } {
  const nameOf = (index: number | null) => game.who.find((one) => one.index === index)?.name ?? '';
  const assist = nameOf(other);
  const line = [assist && `from ${assist}`, value && speedText(value)].filter(Boolean).join(' · ');
  return { title: nameOf(player) || 'Goal', line };
}

export const speedText = (speed: number): string => `${Math.round(speed)} km/h`;

/** The goal replays: where the recording's time jumps after goals. */
export function goalReplaysOf({ times }: Game, goals: Goal[]): GoalReplay[] {
  const goalReplays: GoalReplay[] = [];
  let first = times[0]!;
  for (let i = 1; i < times.length; i++) {
    const [start, end] = [times[i - 1]!, times[i]!];
    if (end - start <= HALT) continue;
    const goal = goals.findLast(({ time }) => time <= start && time > start - MAX_SECONDS_TO_HALT);
    if (goal) goalReplays.push({ start, end, goal, first });
    first = end;
  }
  return goalReplays;
}

/** The goal replay at a time. */
export const goalReplayAt = (goalReplays: GoalReplay[], time: number): GoalReplay | undefined =>
  goalReplays.find(({ start, end }) => time > start && time < end);

/** The time in the match that is shown: during a goal replay, a time around the goal. */
export function shownTimeAt(goalReplays: GoalReplay[], time: number): number {
  const goalReplay = goalReplayAt(goalReplays, time);
  if (!goalReplay) return time;
  const { first, goal, end } = goalReplay;
  return Math.max(first, goal.time + SECONDS_AFTER_GOAL - (end - time));
}

/** When a goal replay shows a time in the match again; null if it does not. */
export function againAt({ start, end, goal, first }: GoalReplay, time: number): number | null {
  const again = time + end - goal.time - SECONDS_AFTER_GOAL;
  return time >= first && again > start && again < end ? again : null;
}

/** The goal that is announced. `time` is that of {@link shownTimeAt}. */
export const announcedGoalAt = (goals: Goal[], time: number): Goal | undefined =>
  goals.find((goal) => time >= goal.time && time < goal.time + ANNOUNCED_SECONDS);

const BURST = 1.6;
const RADIUS = 1500;
const SPARKS = 160;

/** The look of a goal: a shell, a ring on the floor, and sparks that fall. */
export class Bursts {
  readonly group = new Group();
  private readonly shell = new Mesh(
    new SphereGeometry(1, 24, 16),
    new MeshBasicMaterial({ wireframe: true, transparent: true, depthWrite: false }),
  );
  private readonly ring = new Mesh(new RingGeometry(0.82, 1, 56), new MeshBasicMaterial({ transparent: true, depthWrite: false }));
  private readonly sparks = new Points(
    new BufferGeometry(),
    new PointsMaterial({ size: 4, sizeAttenuation: false, transparent: true, depthWrite: false }),
  );
  private readonly ways: Vector3[];

  constructor(private readonly goals: Goal[]) {
    // On a spiral over the sphere: evenly, and the same each time.
    this.ways = Array.from({ length: SPARKS }, (_, i) => {
      const z = 1 - (2 * i + 1) / SPARKS;
      const [turn, flat] = [i * 2.39996, Math.sqrt(1 - z * z)];
      return new Vector3(Math.cos(turn) * flat, Math.sin(turn) * flat, z).multiplyScalar(0.6 + 0.4 * ((i * 7) % 5) * 0.25);
    });
    this.sparks.geometry.setAttribute('position', new Float32BufferAttribute(new Float32Array(SPARKS * 3), 3));
    this.sparks.frustumCulled = false;
    this.group.add(this.shell, this.ring, this.sparks);
  }

  update(time: number, palette: Palette): void {
    const goal = announcedGoalAt(this.goals, time);
    const part = goal ? (time - goal.time) / BURST : 1;
    this.group.visible = part < 1;
    if (!goal || part >= 1) return;
    const grown = RADIUS * (1 - (1 - part) ** 3);
    const colour = palette.teams[goal.team];
    for (const { material } of [this.shell, this.ring, this.sparks]) {
      material.color.copy(colour);
      material.opacity = 0.9 * (1 - part) ** 1.5;
    }
    this.shell.position.copy(goal.place);
    this.shell.scale.setScalar(grown * 0.7);
    this.ring.position.set(goal.place.x, goal.place.y, 8);
    this.ring.scale.setScalar(grown);
    const position = this.sparks.geometry.getAttribute('position');
    const fall = -0.5 * GRAVITY * (part * BURST) ** 2;
    this.ways.forEach((way, i) => {
      const { x, y, z } = goal.place;
      position.setXYZ(i, x + way.x * grown * 1.3, y + way.y * grown * 1.3, Math.max(8, z + way.z * grown * 1.3 - fall));
    });
    position.needsUpdate = true;
  }

  dispose(): void {
    for (const part of [this.shell, this.ring, this.sparks]) {
      part.geometry.dispose();
      part.material.dispose();
    }
  }
}
