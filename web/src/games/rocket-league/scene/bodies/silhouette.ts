/** The material of a part of a body. `second` is the team's colour, too, but darker. */
export type Tone = 'paint' | 'second' | 'trim' | 'metal' | 'glass' | 'headlight' | 'taillight';

/**
 * A cut across a part, in parts of the hitbox: how far it is from the back (0) to the front (1), half its width as a part of half the hitbox's,
 * its underside and its top from the hitbox's bottom (0) to its top (1), and how wide the top is beside the underside.
 */
export type Cut = readonly [along: number, half: number, low: number, high: number, top?: number];

/** A solid between cuts, from the back to the front. */
export interface Part {
  tone: Tone;
  cuts: readonly Cut[];
  /** Of a pair, one on each side: how far its middle is from that of the car, as a part of half the hitbox's width. */
  aside?: number;
  /** Its name if it is outside the hitbox. */
  overhang?: string;
}

/** The shape of a body. All of it but overhangs and wheels is as long, wide and high as the hitbox. */
export interface Silhouette {
  parts: readonly Part[];
  /** Where the axles are, from the back to the front. */
  axles: readonly [rear: number, front: number];
  /** How far the wheels' middles are inside the hitbox's sides, in uu. */
  inside: number;
  /** How high boost comes out of the back. */
  nozzle: number;
}

/** The underside of a car between its wheels, below the hitbox: without it, bodies would stand on stilts. It is of the team's colour for cars that lie on
 * their roofs. */
export const belly = (rear: number, front: number, half: number): Part => ({
  tone: 'second',
  overhang: 'belly',
  cuts: [
    [rear, half * 0.8, -0.08, 0.2, 1],
    [rear + 0.06, half, -0.24, 0.2, 1],
    [front - 0.06, half, -0.24, 0.2, 1],
    [front, half * 0.8, -0.08, 0.2, 1],
  ],
});
