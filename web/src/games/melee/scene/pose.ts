import type { Character } from './characters';
import { handed, Joint, mixed, type Pose, POSES, type PoseName } from './poses';
import { type Action, entryOf, type Mood } from './states';

export const moodOf = (state: number, character: Character): Mood => entryOf(state, character.specials)?.mood ?? null;

export interface Motion {
  state: number;
  /** Frames since the state began, as the game counts. */
  counter: number;
  /** Frames of the game, for endless poses. */
  clock: number;
  airborne: boolean;
  /** Units a frame, ahead and up. */
  ahead: number;
  rise: number;
  /** Where on its way a runner is, in units. */
  way: number;
}

/** An attack: from a windup to the hit and back, with the frames at which it is out, stays until, and is over. */
type Swing = [windup: PoseName, out: number, until: number, over: number];
const TILT: Swing = ['windup', 6, 12, 28];
const SMASH: Swing = ['windup', 12, 24, 46];
const AIR: Swing = ['tuck', 5, 20, 38];
const SWINGS: Partial<Record<Action, Swing>> = {
  jab: ['wait', 3, 7, 15],
  rush: ['brake', 5, 18, 36],
  tilt: TILT,
  tiltHigh: TILT,
  tiltLow: TILT,
  tiltUp: TILT,
  tiltDown: ['crouch', 5, 12, 26],
  smash: SMASH,
  smashHigh: SMASH,
  smashLow: SMASH,
  smashUp: ['stoop', 8, 19, 40],
  smashDown: ['stoop', 8, 22, 42],
  neutral: AIR,
  forward: AIR,
  back: AIR,
  up: AIR,
  down: ['tuck', 6, 26, 40],
  lieAttack: ['lie', 16, 24, 40],
  lieFrontAttack: ['lieFront', 16, 24, 40],
  bigPunch: ['windup', 50, 66, 100],
  ledgeAttack: ['climb', 20, 30, 50],
  pummel: ['grab', 4, 8, 20],
  throwForward: ['windup', 8, 16, 30],
  throwBack: ['grab', 8, 18, 30],
  throwUp: ['stoop', 8, 18, 30],
  throwDown: ['grab', 8, 20, 34],
};

export function poseOf(motion: Motion, character: Character): Pose {
  const { state, counter, airborne, ahead, rise } = motion;
  const action = entryOf(state, character.specials)?.action ?? (airborne ? (Math.abs(ahead) > 3 ? 'flung' : 'float') : 'wait');
  const swing = SWINGS[action];
  const pose = swing
    ? swung(swing, action as PoseName, counter, character)
    : action === 'walk' || action === 'run'
      ? stride(motion, character)
      : moved(action, motion, character);
  const done = character.look.handed ? handed(pose) : pose;
  // Cloth, hair and tails lag behind, and up when falling.
  done[Joint.sway] = Math.max(-25, Math.min(80, ahead * 16 - Math.min(0, rise) * 14 - Math.max(0, rise) * 6));
  return done;
}

const heldBy = (name: PoseName, { look }: Character): Pose => (name === 'wait' ? look.stance : POSES[name]!).slice();

function swung([windup, out, until, over]: Swing, hit: PoseName, counter: number, character: Character): Pose {
  const ease = (x: number) => x * x * (3 - 2 * x);
  const part = (a: number, b: number) => ease(Math.min(1, Math.max(0, (counter - a) / (b - a))));
  return counter < until
    ? mixed(heldBy(windup, character), POSES[hit]!, part(out * 0.45, out))
    : mixed(POSES[hit]!, heldBy(windup === 'tuck' ? 'fall' : 'wait', character), part(until, over));
}

/** Legs go by the way made, so feet do not slide. */
function stride({ state, way }: Motion, character: Character): Pose {
  const { look, height } = character;
  const fast = entryOf(state, '')?.action === 'run';
  const pose = look.stance.slice();
  if (look.gait === 'glide') {
    if (fast) pose[Joint.lean] = 30;
    return pose;
  }
  const phase = way / (height * (Math.max(16, look.leg) / 100) * (fast ? 0.62 : 0.42));
  const [reach, hip] = fast ? [88, 86] : [46, 94];
  const swing = (at: number, angle: number, low: number, lift: number) => {
    pose[at] = Math.cos(angle) * reach;
    pose[at + 1] = low + Math.max(0, -Math.sin(angle)) * reach * lift;
  };
  swing(Joint.footF, phase, -hip, 0.55);
  swing(Joint.footB, phase + Math.PI, -hip, 0.55);
  pose[Joint.hip] = hip + Math.cos(phase * 2) * 4;
  if (!fast) return pose;
  pose[Joint.lean] = 30;
  if (look.gait === 'fours') {
    pose[Joint.lean] = 68;
    pose[Joint.nod] = 30;
    swing(Joint.handF, phase + Math.PI / 2, -100, 0.5);
    swing(Joint.handB, phase - Math.PI / 2, -100, 0.5);
  } else if (look.gait === 'trail') {
    pose[Joint.lean] = 48;
    [pose[Joint.handF], pose[Joint.handF + 1]] = [-90, -10 + Math.cos(phase) * 6];
    [pose[Joint.handB], pose[Joint.handB + 1]] = [-84, -24 - Math.cos(phase) * 6];
  } else {
    for (const [at, angle] of [
      [Joint.handF, phase + Math.PI],
      [Joint.handB, phase],
    ] as const) {
      pose[at] = Math.cos(angle) * reach * 0.8;
      pose[at + 1] = -52 + Math.cos(angle) * 22;
    }
  }
  return pose;
}

/** A pose that is held, with its moving parts. */
function moved(action: Action, motion: Motion, character: Character): Pose {
  const { counter, clock, airborne, ahead, rise } = motion;
  const held = (name: PoseName) => heldBy(name, character);
  const turned = (name: PoseName, degrees: number) => {
    const pose = held(name);
    pose[Joint.turn]! += degrees;
    return pose;
  };
  const over = (frames: number, speed: number) =>
    counter < frames ? turned('tuck', Math.max(-360, Math.min(360, counter * speed))) : null;
  const grounded = (pose: Pose | null) => {
    if (pose) pose[Joint.lies] = 1;
    return pose;
  };
  switch (action) {
    case 'jump':
      return held(counter < 14 ? 'rise' : 'fall');
    case 'flip':
      return over(22, 17) ?? held('fall');
    case 'flipBack':
      return over(22, -17) ?? held('fall');
    case 'float':
      return rise > 0.6 ? held('rise') : held('fall');
    case 'roll':
      return grounded(over(24, 15)) ?? held('crouch');
    case 'rollBack':
      return grounded(over(24, -15)) ?? held('crouch');
    case 'tumble':
      return turned('flung', -(counter * 7) % 360);
    case 'spin':
      return turned('flung', -(counter * 24) % 360);
    case 'flung':
      // Back first, along the way.
      return turned('flung', -Math.min(150, Math.max(20, 110 - (Math.atan2(rise, -ahead || 0.01) * 180) / Math.PI)));
    case 'getUp':
      return held(counter < 14 ? 'lie' : 'crouch');
    case 'getUpFront':
      return held(counter < 14 ? 'lieFront' : 'crouch');
    case 'climbUp':
      return held(counter < 16 ? 'hang' : 'climb');
    case 'climbRoll':
      return counter < 16 ? held('hang') : grounded(turned('tuck', Math.min(360, (counter - 16) * 15)))!;
    case 'ledgeJump':
      return held(counter < 8 ? 'hang' : 'rise');
    case 'hammer':
      return held(Math.floor(counter / 6) % 2 ? 'smashUp' : 'smash');
    case 'soar':
      // Along the way, where it is fast; down again, feet first.
      if (!airborne || Math.hypot(ahead, rise) < 2.2) return held('soar');
      return rise < -1 ? held('down') : turned('soar', Math.min(150, Math.max(-150, (Math.atan2(ahead, rise) * 180) / Math.PI)));
    case 'whirl':
      return turned('tuck', (clock * 21) % 360);
    case 'helpless':
      return turned('helpless', Math.sin(clock * 0.12) * 14);
    case 'away':
      return held('wait');
  }
  const pose = held(action as PoseName);
  // Everyone breathes; the dizzy sway.
  if (action === 'wait') {
    const breath = Math.sin(clock * 0.09);
    pose[Joint.hip]! += breath * (character.look.gait === 'glide' ? 7 : 2.5);
    pose[Joint.handF + 1]! += breath * 5;
    pose[Joint.handB + 1]! += breath * 5;
  }
  if (action === 'dizzy' || action === 'balance') pose[Joint.lean]! += Math.sin(clock * 0.16) * 16;
  if (action === 'held') pose[Joint.lean]! += Math.sin(clock * 0.5) * 8;
  if (action === 'dizzy' || action === 'asleep') pose[Joint.nod] = -18;
  return pose;
}
