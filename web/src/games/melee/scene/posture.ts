import { at } from '../../../stage/columns';
import type { Character } from './characters';
import type { Game, Track } from './data';
import { LEAP } from './fighter';
import { type Motion, poseOf } from './pose';
import { Joint, mixed, type Pose } from './poses';

/** Frames that a picture of a body is mixed from, back from the one shown, with their weights: they make a change of state smooth. */
const BLEND: [back: number, weight: number][] = [
  [0, 0.55],
  [2, 0.3],
  [4, 0.15],
];

/** A fighter's action in a frame, for its pose; `part`: how far to the next frame. */
function motionAt(game: Game, track: Track, index: number, part: number): Motion | null {
  const row = track.rows[index] ?? -1;
  if (row < 0) return null;
  const { frames } = game;
  const read = (name: string) => at(frames, `post.${name}`, row);
  const state = read('action_state_id');
  const before = track.rows[index - 1] ?? -1;
  const x = read('position_x');
  const facing = read('facing_direction') < 0 ? -1 : 1;
  const moved =
    before < 0 ? [0, 0] : [x - at(frames, 'post.position_x', before), read('position_y') - at(frames, 'post.position_y', before)];
  const leapt = Math.hypot(moved[0]!, moved[1]!) > LEAP;
  const next = track.rows[index + 1] ?? -1;
  const goesOn = next >= 0 && at(frames, 'post.action_state_id', next) === state;
  const counter = read('action_state_counter');
  const step = goesOn ? at(frames, 'post.action_state_counter', next) - counter : 0;
  return {
    state,
    counter: Math.max(0, counter + (step > 0 && step < 3 ? step * part : 0)),
    clock: index + part,
    airborne: frames['post.is_airborne'] ? read('is_airborne') === 1 : at(frames, 'stands', row) === 0,
    ahead: leapt ? 0 : moved[0]! * facing,
    rise: leapt ? 0 : moved[1]!,
    way: x * facing,
  };
}

/** The pose of a frame, with something of the frames before: the same from wherever one comes. */
export function poseAt(game: Game, track: Track, index: number, part: number, character: Character): Pose | null {
  const now = motionAt(game, track, index, part);
  if (!now) return null;
  const pose = poseOf(now, character);
  // A dash starts over from its own first step, not from standing; a turn goes as its state does.
  let total = BLEND[0]![1];
  let sum = pose.map((value) => value * total);
  for (const [back, weight] of BLEND.slice(1)) {
    const then = motionAt(game, track, index - back, part);
    if (!then) continue;
    total += weight;
    poseOf(then, character).forEach((value, i) => (sum[i]! += value * weight));
  }
  sum = sum.map((value) => value / total);
  const lying = Math.abs(sum[Joint.lies]! - pose[Joint.lies]!) < 0.03;
  sum[Joint.turn] = pose[Joint.turn]!;
  if (!lying) sum[Joint.turn] = mixed([0], [pose[Joint.turn]!], 0.9)[0]!;
  return sum;
}
