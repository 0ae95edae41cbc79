/** Where a body's joints are, apart from its proportions: height of the hip, lean, hands from the shoulder in arms' lengths, feet
 * from the hip in legs' lengths, all ahead and up in hundredths and degrees; then the turn of the whole about its middle and
 * whether it lies on the ground. The rest is worked out: how far cloth, hair and tail lag, how far the near hand
 * and the near foot strike, how far the head is turned up, and how far a weapon is thrust along the arm. */
export type Pose = number[];
export const Joint = {
  hip: 0,
  lean: 1,
  handF: 2,
  handB: 4,
  footF: 6,
  footB: 8,
  turn: 10,
  lies: 11,
  sway: 12,
  strike: 13,
  kick: 14,
  nod: 15,
  thrust: 16,
} as const;
const WIDTH = 17;

// prettier-ignore
const HELD = {
  wait: [95, 5, 42, -62, 40, -58, 26, -95, -30, -95, 0, 0],
  crouch: [42, 28, 45, -45, 25, -60, 38, -42, -36, -42, 0, 0],
  land: [58, 22, 40, -70, -45, -60, 34, -58, -36, -58, 0, 0],
  rise: [100, -4, 50, 55, -45, 20, 28, -62, -24, -98, 0, 0],
  fall: [100, 4, 65, 30, -65, 35, 30, -78, -34, -88, 0, 0],
  tuck: [70, 45, 50, -50, 30, -60, 48, -32, 20, -42, 0, 0],
  helpless: [100, 8, 45, 88, -45, 90, 14, -92, -18, -96, 0, 0],
  brake: [82, -22, 60, -20, -40, -40, 62, -82, -20, -82, 0, 0],
  stoop: [58, 30, 35, -85, -35, -80, 32, -58, -32, -58, 0, 0],
  windup: [80, -28, -65, 25, 40, 10, 38, -80, -48, -80, 0, 0],
  guard: [74, 14, 58, 8, 62, -14, 28, -74, -34, -74, 0, 0],
  hurt: [92, -30, 56, 12, -34, 44, 42, -90, -26, -92, 0, 0],
  hurtHigh: [94, -42, 40, 60, -20, 80, 46, -90, -20, -94, 0, 0],
  hurtLow: [70, 46, 50, -60, 70, -40, 30, -70, -44, -70, 0, 0],
  hurtAir: [100, -36, 66, 34, 30, 66, 60, -70, 20, -90, 0, 0],
  flung: [100, 24, 70, 62, 48, 78, 62, -66, 44, -88, 0, 0],
  lie: [100, -4, 78, 55, -70, 60, 18, -98, -14, -98, -88, 1],
  lieFront: [100, 2, 70, 60, 50, 80, 10, -98, -10, -98, 88, 1],
  hang: [100, -5, 30, 98, 44, 94, 16, -95, -16, -90, 0, 0],
  climb: [66, 38, 62, -20, 44, -40, 42, -58, -32, -58, 0, 0],
  held: [100, -12, 22, 60, -24, 60, 12, -94, -16, -94, 0, 0],
  dizzy: [88, 18, 14, -90, 16, -90, 24, -88, -28, -88, 0, 0],
  asleep: [30, 34, 30, -62, 24, -62, 62, -26, 45, -26, 0, 0],
  taunt: [96, -4, 52, 92, -58, -36, 26, -96, -28, -96, 0, 0],
  dodge: [88, -30, -50, -40, -62, -20, 34, -86, -20, -88, 0, 0],
  airDodge: [92, -14, 30, -40, 60, -30, 34, -60, 10, -84, 0, 0],
  balance: [92, 34, 92, 40, -92, 30, 20, -92, -16, -92, 0, 0],
  soar: [102, 0, 32, 110, 40, 100, 10, -104, -16, -92, 0, 0],
  brace: [76, 4, 68, -28, -66, -28, 42, -76, -44, -76, 0, 0],
  carry: [92, -6, 50, 96, 40, 98, 28, -92, -30, -92, 0, 0],
} satisfies Record<string, Pose>;

// prettier-ignore
const STRUCK = {
  jab: [92, 12, 104, 14, 20, -30, 35, -92, -42, -92, 0, 0],
  rush: [80, 46, 104, -5, 40, -40, 72, -45, -76, -76, 0, 0],
  smash: [76, 36, 112, 6, -70, -20, 76, -76, -62, -76, 0, 0],
  smashHigh: [84, 18, 94, 62, -70, -30, 70, -84, -58, -84, 0, 0],
  smashLow: [58, 48, 92, -60, -70, 10, 76, -58, -62, -58, 0, 0],
  smashUp: [106, -8, 10, 112, -40, -50, 24, -100, -28, -100, 0, 0],
  forward: [95, 30, 108, 36, -60, 20, 62, -58, -34, -66, 0, 0],
  grab: [88, 24, 108, 8, 104, -10, 32, -88, -48, -88, 0, 0],
  throwBack: [88, -36, -100, 30, -80, 40, 36, -88, -40, -88, 0, 0],
  throwDown: [52, 46, 75, -92, 50, -96, 38, -52, -40, -52, 0, 0],
  cast: [88, 8, 108, 6, 30, -40, 34, -88, -46, -88, 0, 0],
  dash: [72, 54, 106, 8, -62, -14, 62, -50, -86, -42, 0, 0],
  pound: [64, 30, 80, -84, -50, 30, 48, -64, -44, -64, 0, 0],
} satisfies Record<string, Pose>;

// prettier-ignore
const KICKED = {
  tilt: [92, -22, 30, -10, -50, 10, 110, 8, -22, -92, 0, 0],
  tiltHigh: [94, -30, 30, -20, -50, 0, 88, 66, -22, -94, 0, 0],
  tiltLow: [70, -4, 30, -20, -50, 0, 104, -46, -28, -70, 0, 0],
  tiltUp: [94, -34, 20, -30, -50, -30, 44, 104, -22, -94, 0, 0],
  tiltDown: [40, 10, 30, -40, -45, -40, 112, -34, -35, -40, 0, 0],
  smashDown: [38, 4, 50, 20, -70, 10, 112, -34, -112, -34, 0, 0],
  neutral: [92, -8, 60, 20, -60, 30, 112, -10, -20, -70, 0, 0],
  back: [95, 44, 46, -20, 60, 0, -114, 20, 24, -62, 0, 0],
  up: [95, -56, 50, 10, -60, -10, 70, 96, 30, -60, 0, 0],
  down: [102, 4, 55, 62, -55, 62, 14, -114, -10, -80, 0, 0],
} satisfies Record<string, Pose>;

export type PoseName = keyof typeof HELD | keyof typeof STRUCK | keyof typeof KICKED | keyof typeof AFTER;

/** Attacks that strike as others do, but begin or last otherwise. */
const AFTER = {
  lieAttack: 'smashDown',
  lieFrontAttack: 'smashDown',
  ledgeAttack: 'tilt',
  pummel: 'jab',
  throwForward: 'smash',
  throwUp: 'smashUp',
  aim: 'cast',
  bigPunch: 'smash',
  kick: 'tilt',
} as const;

/** Done with the open hand: a weapon stays where it is. */
const OPEN = new Set(['grab', 'throwBack', 'throwDown']);

const whole = (pose: Pose, strike: number, kick: number, thrust = strike): Pose => {
  const all = [...pose, ...Array<number>(WIDTH - pose.length).fill(0)];
  all[Joint.strike] = strike;
  all[Joint.kick] = kick;
  all[Joint.thrust] = thrust;
  return all;
};

export const POSES = Object.fromEntries([
  ...Object.entries(HELD).map(([name, pose]) => [name, whole(pose, 0, 0)]),
  ...Object.entries(STRUCK).map(([name, pose]) => [name, whole(pose, 1, 0, OPEN.has(name) ? 0 : 1)]),
  ...Object.entries(KICKED).map(([name, pose]) => [name, whole(pose, 0, 1)]),
]) as Record<string, Pose>;
for (const [name, same] of Object.entries(AFTER)) POSES[name] = POSES[same]!;

/** A stance of a character's own, as the poses above. */
export const stanceOf = (pose: Pose): Pose => whole(pose, 0, 0);

/** The same strike with a hand, or with what it holds, where others kick. */
export function handed(pose: Pose): Pose {
  const kick = pose[Joint.kick]!;
  if (kick === 0) return pose;
  const out = pose.slice();
  const wait = POSES.wait!;
  for (const i of [0, 1]) {
    out[Joint.handF + i] = mix(pose[Joint.handF + i]!, pose[Joint.footF + i]!, kick);
    out[Joint.footF + i] = mix(pose[Joint.footF + i]!, wait[Joint.footF + i]! * (pose[Joint.hip]! / 95), kick);
  }
  out[Joint.lean] = pose[Joint.lean]! * 0.3 + 10 * kick;
  out[Joint.strike] = Math.max(pose[Joint.strike]!, kick);
  out[Joint.thrust] = Math.max(pose[Joint.thrust]!, kick);
  out[Joint.kick] = 0;
  return out;
}

const mix = (a: number, b: number, part: number) => a + (b - a) * part;

export function mixed(a: Pose, b: Pose, part: number): Pose {
  return a.map((value, i) => mix(value, b[i]!, part));
}
