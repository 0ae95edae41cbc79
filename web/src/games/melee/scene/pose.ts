import type { Character } from './characters';

/** Where a body's joints are, apart from its proportions: height of the hip, lean, hands from the shoulder in arms' lengths, feet
 * from the hip in legs' lengths, all ahead and up in hundredths and degrees; then the turn of the whole about its middle and how
 * high that is, in hundredths of the height. */
export type Pose = number[];
export const Joint = { hip: 0, lean: 1, handF: 2, handB: 4, footF: 6, footB: 8, turn: 10, lift: 11 } as const;

// prettier-ignore
const POSES = {
  wait: [95, 5, 42, -62, -22, -78, 26, -95, -30, -95, 0, 50],
  crouch: [48, 28, 45, -45, -15, -70, 38, -48, -36, -48, 0, 50],
  land: [62, 22, 40, -70, -45, -60, 34, -62, -36, -62, 0, 50],
  rise: [100, -4, 50, 55, -45, 20, 28, -62, -24, -98, 0, 50],
  fall: [100, 4, 65, 30, -65, 35, 30, -78, -34, -88, 0, 50],
  tuck: [70, 45, 50, -50, 30, -60, 48, -32, 20, -42, 0, 46],
  helpless: [100, 8, 45, 88, -45, 90, 14, -92, -18, -96, 0, 50],
  brake: [82, -22, 60, -20, -40, -40, 62, -82, -20, -82, 0, 50],
  jab: [92, 12, 104, 4, -30, -15, 35, -92, -42, -92, 0, 50],
  tilt: [92, -16, 30, -20, -50, -10, 108, 8, -22, -92, 0, 50],
  tiltUp: [94, -8, 30, 108, -35, -30, 22, -94, -30, -94, 0, 50],
  tiltDown: [45, 14, 30, -40, -45, -40, 108, -38, -35, -45, 0, 50],
  rush: [84, 42, 96, -5, -50, -20, 72, -45, -70, -80, 0, 50],
  windup: [80, -28, -65, 25, -75, 0, 38, -80, -48, -80, 0, 50],
  smash: [78, 36, 112, 8, 92, -8, 74, -78, -60, -78, 0, 50],
  stoop: [58, 30, 35, -85, -35, -80, 32, -58, -32, -58, 0, 50],
  smashUp: [102, -6, 26, 112, -12, 108, 24, -100, -28, -100, 0, 50],
  smashDown: [40, 0, 70, -25, -70, -25, 110, -38, -110, -38, 0, 50],
  neutral: [95, 12, 92, 14, -88, 22, 100, -30, -55, -78, 0, 50],
  forward: [95, 28, 108, 42, 88, -25, 62, -58, -34, -66, 0, 50],
  back: [95, 38, 42, 32, 30, -30, -22, -60, -110, 18, 0, 50],
  up: [95, -50, -45, 20, -60, -10, 78, 92, 22, -58, 0, 50],
  down: [102, 4, 55, 62, -55, 62, 14, -110, -10, -106, 0, 50],
  grab: [90, 20, 106, 10, 98, -12, 32, -90, -44, -90, 0, 50],
  throwBack: [92, -32, -95, 20, -98, 0, 36, -92, -36, -92, 0, 50],
  throwDown: [52, 46, 75, -92, 50, -96, 38, -52, -40, -52, 0, 50],
  guard: [78, 12, 58, -8, 48, -24, 28, -78, -34, -78, 0, 50],
  hurt: [92, -30, 56, 12, -34, 44, 42, -90, -26, -92, 0, 50],
  flung: [100, 24, 70, 62, 48, 78, 62, -66, 44, -88, 0, 50],
  lie: [100, -4, 78, 55, -70, 60, 18, -98, -14, -98, -88, 15],
  lieFront: [100, 2, 70, 60, 50, 80, 10, -98, -10, -98, 88, 15],
  hang: [100, -5, 40, 98, 30, 98, 16, -95, -16, -90, 0, 50],
  climb: [66, 38, 62, -20, 44, -40, 42, -58, -32, -58, 0, 50],
  held: [100, -12, 22, 60, -24, 60, 12, -94, -16, -94, 0, 50],
  dizzy: [92, 14, 22, -86, -22, -84, 20, -92, -24, -92, 0, 50],
  asleep: [34, 34, 30, -62, -10, -62, 60, -30, 45, -30, 0, 50],
  taunt: [96, -4, 52, 92, -58, -36, 26, -96, -28, -96, 0, 50],
  dodge: [90, -22, 18, -62, -26, -58, 24, -90, -30, -90, 0, 50],
  balance: [92, 34, 92, 40, -92, 30, 20, -92, -16, -92, 0, 50],
  cast: [88, 10, 106, 2, 62, -14, 34, -88, -42, -88, 0, 50],
  dash: [72, 52, 104, 8, -62, -14, 62, -50, -86, -42, 0, 50],
  soar: [102, 0, 32, 110, -24, 106, 10, -104, -16, -92, 0, 50],
  brace: [76, 4, 68, -28, -66, -28, 42, -76, -44, -76, 0, 50],
} satisfies Record<string, Pose>;
type Name = keyof typeof POSES;

/** What an attack does: from a windup to the hit and back, with the frames at which it is out, stays until, and is over. */
type Swing = [windup: Name, hit: Name, out: number, until: number, over: number];
const JAB: Swing = ['wait', 'jab', 3, 6, 15];
const tilt = (hit: Name): Swing => ['wait', hit, 6, 11, 28];
const smash = (windup: Name, hit: Name): Swing => [windup, hit, 15, 22, 44];
const air = (hit: Name): Swing => ['tuck', hit, 6, 18, 36];

const SWINGS: Record<number, Swing> = {
  50: ['brake', 'rush', 5, 16, 36],
  56: tilt('tiltUp'),
  57: tilt('tiltDown'),
  63: smash('stoop', 'smashUp'),
  64: smash('stoop', 'smashDown'),
  65: air('neutral'),
  66: air('forward'),
  67: air('back'),
  68: air('up'),
  69: air('down'),
  187: ['lie', 'smashDown', 16, 24, 40],
  195: ['lieFront', 'smashDown', 16, 24, 40],
  217: ['grab', 'jab', 4, 8, 20],
  219: ['windup', 'smash', 8, 16, 30],
  220: ['grab', 'throwBack', 8, 16, 30],
  221: ['stoop', 'smashUp', 8, 16, 30],
  222: ['grab', 'throwDown', 8, 20, 34],
  256: ['climb', 'tilt', 20, 30, 50],
  257: ['climb', 'tilt', 20, 30, 50],
};

const within = (state: number, first: number, last: number) => state >= first && state <= last;

export const isDead = (state: number): boolean => state <= 10;
/** Not in play: waiting for the partner to lend a stock, or not yet there. */
export const isAway = (state: number): boolean => state === 11;
export const isReborn = (state: number): boolean => state === 12 || state === 13;
/** Lost over the top and away into the sky. */
export const isStar = (state: number): boolean => within(state, 4, 10);
const isShield = (state: number): boolean => within(state, 178, 182) && state !== 180;

/** What a state is like, for what is drawn around a body. */
export type Mood = 'attack' | 'special' | 'shield' | 'shine' | 'egg' | 'dodge' | 'hurt' | 'dizzy' | 'asleep' | 'frozen' | 'tech' | null;

export function moodOf(state: number, character: Character): Mood {
  if (isShield(state)) return 'shield';
  if (within(state, 44, 69) || within(state, 94, 143) || state === 187 || state === 195 || within(state, 219, 222)) return 'attack';
  if (within(state, 75, 91) || state === 38 || within(state, 185, 185) || state === 193 || within(state, 239, 243)) return 'hurt';
  if (within(state, 188, 190) || within(state, 196, 204)) return 'tech';
  if (within(state, 205, 211)) return 'dizzy';
  if (within(state, 233, 236) || within(state, 258, 259)) return 'dodge';
  if (within(state, 297, 299)) return 'asleep';
  if (within(state, 325, 326)) return 'frozen';
  if (state === 277 || state === 332) return 'egg';
  if (state < 341) return null;
  const letter = character.specials[state - 341];
  if (letter === 'g') return state === 343 ? null : 'egg';
  if (letter === 'r') return 'shine';
  return letter && 'nsha'.includes(letter) ? 'special' : null;
}

const SPECIALS: Record<string, Name> = {
  n: 'cast',
  s: 'dash',
  h: 'soar',
  l: 'brace',
  r: 'brace',
  g: 'guard',
  t: 'grab',
  p: 'taunt',
  a: 'smash',
  c: 'grab',
};

export interface Motion {
  state: number;
  /** Frames since the state began, as the game counts. */
  counter: number;
  /** Frames of the game, for what goes on and on. */
  clock: number;
  airborne: boolean;
  /** Units a frame, ahead and up. */
  ahead: number;
  rise: number;
  /** Where on its way a runner is, in units. */
  way: number;
}

export function poseOf(motion: Motion, character: Character): Pose {
  const { state, counter, clock } = motion;
  const swing = swingOf(state);
  if (swing) return swung(swing, counter, state === 65 || state === 69 ? counter * (state === 65 ? 9 : 14) : 0);
  if (within(state, 15, 17) || within(state, 20, 22)) return stride(motion, character, state >= 20);
  const name = nameOf(motion, character);
  const pose = POSES[name].slice();
  // Everyone breathes; the dizzy sway.
  if (name === 'wait') pose[Joint.hip]! += Math.sin(clock * 0.09) * 2.5;
  if (name === 'wait') pose[Joint.handF + 1]! += Math.sin(clock * 0.09) * 5;
  if (name === 'dizzy' || name === 'balance') pose[Joint.lean]! += Math.sin(clock * 0.16) * 16;
  if (name === 'held') pose[Joint.lean]! += Math.sin(clock * 0.5) * 8;
  pose[Joint.turn]! += turnOf(motion, name);
  return pose;
}

function swingOf(state: number): Swing | undefined {
  if (within(state, 44, 49)) return JAB;
  if (within(state, 51, 55)) return tilt('tilt');
  if (within(state, 58, 62) || within(state, 94, 143)) return smash('windup', 'smash');
  return SWINGS[state];
}

function swung([windup, hit, out, until, over]: Swing, counter: number, spin: number): Pose {
  const from = POSES[windup];
  const ease = (x: number) => x * x * (3 - 2 * x);
  const part = (a: number, b: number) => ease(Math.min(1, Math.max(0, (counter - a) / (b - a))));
  const pose =
    counter < until
      ? mixed(from, POSES[hit], part(out * 0.45, out))
      : mixed(POSES[hit], POSES[windup === 'tuck' ? 'fall' : 'wait'], part(until, over));
  pose[Joint.turn] = counter < over ? spin % 360 : 0;
  return pose;
}

/** Legs go by the way made, so feet do not slide. */
function stride({ way }: Motion, character: Character, fast: boolean): Pose {
  const pose: Pose = POSES.wait.slice();
  const phase = way / (character.height * character.build.leg * (fast ? 0.62 : 0.42));
  const [reach, hip] = fast ? [88, 86] : [46, 94];
  const foot = (at: number, angle: number) => {
    pose[at] = Math.cos(angle) * reach;
    pose[at + 1] = -hip + Math.max(0, -Math.sin(angle)) * reach * 0.55;
  };
  foot(Joint.footF, phase);
  foot(Joint.footB, phase + Math.PI);
  pose[Joint.hip] = hip + Math.cos(phase * 2) * 4;
  pose[Joint.lean] = fast ? 32 : 8;
  for (const [at, angle] of [
    [Joint.handF, phase + Math.PI],
    [Joint.handB, phase],
  ] as const) {
    pose[at] = Math.cos(angle) * reach * 0.8;
    pose[at + 1] = -52 + Math.cos(angle) * 22;
  }
  return pose;
}

function nameOf({ state, counter, airborne, rise, ahead }: Motion, character: Character): Name {
  if (state >= 341) {
    const letter = character.specials[state - 341] ?? '.';
    if (letter === 'j') return counter < 10 ? 'rise' : 'fall';
    if (letter === 'h' && airborne && rise < -1) return 'down';
    return SPECIALS[letter] ?? (airborne ? 'fall' : 'cast');
  }
  if (state <= 10) return 'flung';
  if (within(state, 12, 13)) return 'wait';
  if (within(state, 18, 19) || state === 23) return state === 18 ? 'wait' : 'brake';
  if (state === 24) return 'land';
  if (within(state, 25, 26)) return counter < 14 ? 'rise' : 'fall';
  if (within(state, 27, 28)) return counter < 22 ? 'tuck' : 'fall';
  if (within(state, 29, 34)) return 'fall';
  if (within(state, 35, 37)) return 'helpless';
  if (state === 38 || within(state, 87, 91)) return 'flung';
  if (within(state, 39, 41)) return 'crouch';
  if (within(state, 42, 43) || within(state, 70, 74)) return 'land';
  if (within(state, 75, 86)) return 'hurt';
  if (within(state, 92, 93)) return 'stoop';
  if (within(state, 144, 177)) return 'cast';
  if (within(state, 178, 182)) return 'guard';
  if (within(state, 183, 185)) return 'lie';
  if (within(state, 191, 193)) return 'lieFront';
  if (state === 186 || state === 194) return counter < 14 ? (state === 186 ? 'lie' : 'lieFront') : 'crouch';
  if (within(state, 188, 190) || within(state, 196, 198)) return counter < 24 ? 'tuck' : 'crouch';
  if (state === 199) return 'crouch';
  if (within(state, 200, 201)) return counter < 22 ? 'tuck' : 'crouch';
  if (within(state, 202, 204)) return 'brace';
  if (within(state, 205, 206)) return 'flung';
  if (within(state, 207, 208)) return 'lie';
  if (within(state, 209, 211)) return 'dizzy';
  if (within(state, 212, 218)) return 'grab';
  if (within(state, 223, 232) || within(state, 266, 292) || within(state, 300, 304)) return 'held';
  if (within(state, 233, 234)) return counter < 26 ? 'tuck' : 'crouch';
  if (state === 235) return 'dodge';
  if (state === 236) return 'tuck';
  if (within(state, 237, 238) || within(state, 247, 250)) return 'hurt';
  if (within(state, 239, 243)) return 'flung';
  if (within(state, 245, 246) || state === 251) return 'balance';
  if (within(state, 252, 253)) return 'hang';
  if (within(state, 254, 259)) return counter < 16 ? 'hang' : 'climb';
  if (within(state, 260, 263)) return counter < 10 && state % 2 === 0 ? 'hang' : 'rise';
  if (within(state, 264, 265)) return 'taunt';
  if (within(state, 294, 296)) return 'held';
  if (within(state, 297, 299)) return 'asleep';
  if (within(state, 307, 313)) return Math.floor(counter / 6) % 2 ? 'smashUp' : 'smash';
  if (within(state, 325, 326)) return 'brace';
  return airborne ? (Math.abs(ahead) > 3 ? 'flung' : 'fall') : 'wait';
}

/** Degrees that the whole body is turned by what it goes through. */
function turnOf({ state, counter, clock, ahead, rise, airborne }: Motion, name: Name): number {
  // Head over heels: jumps in the air, rolls, and whoever was hit hard.
  if (name === 'tuck') {
    const back = state === 28 || state === 234 || state === 189 || state === 197 || state === 201;
    return (back ? -1 : 1) * Math.min(360, counter * (state < 30 ? 17 : 15));
  }
  if (state === 38) return -(counter * 7) % 360;
  if (state === 91 || state <= 10) return -(counter * 24) % 360;
  // Flung back first, along the way.
  if (name === 'flung') return -Math.min(150, Math.max(20, 90 - (Math.atan2(rise, -ahead || 0.01) * 180) / Math.PI + 20));
  if (name === 'helpless') return Math.sin(clock * 0.12) * 14;
  const fast = Math.hypot(ahead, rise) > 2.2;
  if (state >= 341 && airborne && fast && (name === 'soar' || name === 'down'))
    return name === 'soar' ? Math.min(150, Math.max(-150, (Math.atan2(ahead, rise) * 180) / Math.PI)) : 0;
  return 0;
}

export function mixed(a: Pose, b: Pose, part: number): Pose {
  return a.map((value, i) => value + (b[i]! - value) * part);
}
