/** What a body does in an action state, as far as a simple shape can show it. */
export interface Pose {
  /** Height and width beside standing ones. */
  tall: number;
  wide: number;
  /** Radians; positive leans or turns towards where the character looks. */
  turn: number;
  /** Where a limb reaches, in heights, forward and up; null: nowhere. */
  reach: [number, number] | null;
}

const REST: Pose = { tall: 1, wide: 1, turn: 0, reach: null };
const pose = (part: Partial<Pose>): Pose => ({ ...REST, ...part });
const within = (state: number, first: number, last: number) => state >= first && state <= last;

export const isDead = (state: number): boolean => state <= 10;
/** Not in play: waiting for the partner to lend a stock, or not yet there. */
export const isAway = (state: number): boolean => state === 11;
export const isShield = (state: number): boolean => within(state, 178, 182);
export const isReborn = (state: number): boolean => state === 12 || state === 13;

/** Directions of the attacks 44–69 and the throws 219–222. */
const REACH: Record<number, [number, number]> = {
  51: [0.7, 0.45],
  52: [0.75, 0.25],
  54: [0.75, -0.15],
  55: [0.7, -0.35],
  56: [0.25, 0.85],
  57: [0.75, -0.35],
  58: [0.8, 0.35],
  59: [0.8, 0.2],
  61: [0.8, -0.15],
  62: [0.8, -0.3],
  63: [0.1, 0.95],
  64: [0.85, -0.35],
  65: [0.5, 0],
  66: [0.75, 0.05],
  67: [-0.8, 0.05],
  68: [0.1, 0.85],
  69: [0.15, -0.75],
  219: [0.7, 0.1],
  220: [-0.7, 0.1],
  221: [0.1, 0.8],
  222: [0.4, -0.4],
};

/** `counter`: frames since the state began. */
export function poseOf(state: number, counter: number): Pose {
  // Out and back: most of what attacks do is over within a third of a second.
  const swing = Math.max(0.35, Math.min(1, counter / 5) * Math.min(1, Math.max(0, (26 - counter) / 12)));
  if (within(state, 44, 69) || within(state, 219, 222)) {
    const [x, y] = REACH[state] ?? [0.7, 0.05];
    const spin = state === 65 ? counter * 0.28 : 0;
    return pose({ turn: spin + x * 0.16 * swing, reach: [x * swing, y * swing] });
  }
  if (within(state, 15, 17)) return pose({ turn: 0.08 });
  if (within(state, 20, 22)) return pose({ turn: 0.3, tall: 0.96 });
  if (state === 23) return pose({ turn: -0.2 });
  if (state === 24 || within(state, 42, 43) || within(state, 70, 74)) return pose({ tall: 0.78, wide: 1.15 });
  if (state === 25 || state === 27) return pose({ tall: 1.06, wide: 0.95, turn: 0.12 });
  if (state === 26 || state === 28) return pose({ tall: 1.06, wide: 0.95, turn: -0.18 });
  if (within(state, 35, 37)) return pose({ turn: 0.35 });
  if (within(state, 39, 41)) return pose({ tall: 0.66, wide: 1.18 });
  if (within(state, 75, 86)) return pose({ turn: -0.45 });
  if (within(state, 87, 91) || state === 38) return pose({ turn: -0.9 - counter * (state === 38 ? 0.11 : 0.2) });
  if (within(state, 178, 182)) return pose({ tall: 0.84, wide: 1.05 });
  if (within(state, 183, 185) || within(state, 191, 193)) return pose({ turn: -1.45 });
  if (within(state, 186, 190) || within(state, 194, 204)) return pose({ tall: 0.7, wide: 1.1, turn: counter * 0.12 });
  if (within(state, 205, 206)) return pose({ turn: counter * 0.2 });
  if (state === 211) return pose({ turn: 0.22 * Math.sin(counter * 0.12) });
  if (within(state, 212, 216)) return pose({ turn: 0.15, reach: [0.7, 0.1] });
  if (within(state, 223, 232) || within(state, 239, 243)) return pose({ turn: -0.35 });
  if (within(state, 233, 234)) return pose({ tall: 0.62, wide: 1.2, turn: counter * 0.22 });
  if (state === 235) return pose({ turn: -0.3, wide: 0.8 });
  if (state === 236) return pose({ tall: 0.88, wide: 1.08, turn: 0.2 });
  if (within(state, 245, 246)) return pose({ turn: 0.25 * Math.sin(counter * 0.3) });
  if (within(state, 252, 253)) return pose({ tall: 1.05, wide: 0.92, reach: [0.45, 0.55] });
  if (within(state, 254, 263)) return pose({ tall: 0.85 });
  if (within(state, 264, 265)) return pose({ turn: 0.15 * Math.sin(counter * 0.2), reach: [0.3, 0.6] });
  // Specials are each character's own: a limb half out says that something is going on.
  if (state >= 341) return pose({ turn: 0.12, reach: [0.5, 0.15] });
  return REST;
}
