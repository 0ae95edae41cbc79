// Made by `npm run types` from constants in Rust (page_rules.rs of the game in crates/analysis): do not edit.

/** The most points that the parts of a cut can give: the swing before it, the distance to the middle, the swing after it. */
export const MAX_POINTS = { after: 30, before: 70, distance: 15 } as const;

/** The most points that a cut can give. */
export const MAX_CUT_SCORE = 115;

/** How many in a row raise each multiplier. */
export const HITS_TO_RAISE = { '1': 2, '2': 4, '4': 8 } as const;

/** As the column `score.rank` numbers them. */
export const RANKS = ['E', 'D', 'C', 'B', 'A', 'S', 'SS', 'SSS'] as const;

/** As the column `flights.kind` numbers them. */
export const SHAPES = ['note', 'head', 'link', 'bomb'] as const;

/** Of the grid, from below. */
export const LAYERS = ['Bottom', 'Middle', 'Top'] as const;

/** As the column `notes.event_type` numbers them. */
export const EVENTS = { Bad: 1, Bomb: 3, Good: 0, Miss: 2 } as const;

/** In the order of lists: where each is among the members of `ByPattern`, and what it is called. */
export const PATTERNS = [
  { label: 'Up', place: ['directions', 0] },
  { label: 'Down', place: ['directions', 1] },
  { label: 'Left', place: ['directions', 2] },
  { label: 'Right', place: ['directions', 3] },
  { label: 'Up left', place: ['directions', 4] },
  { label: 'Up right', place: ['directions', 5] },
  { label: 'Down left', place: ['directions', 6] },
  { label: 'Down right', place: ['directions', 7] },
  { label: 'Any direction', place: ['directions', 8] },
  { label: 'Crossovers', place: ['crossovers'] },
  { label: 'Resets', place: ['resets'] },
  { label: 'Streams', place: ['streams'] },
  { label: 'Doubles', place: ['doubles'] },
  { label: 'One swing', place: ['oneSwing'] },
  { label: 'Below 15 m/s', place: ['speeds', 0] },
  { label: 'Below 20 m/s', place: ['speeds', 1] },
  { label: 'Below 25 m/s', place: ['speeds', 2] },
  { label: 'Below 30 m/s', place: ['speeds', 3] },
  { label: '30 m/s and more', place: ['speeds', 4] },
] as const;

/** Between two frames that are farther apart than this, no pose is made up. */
export const GAP_SECONDS = 0.2;

/** How long a saber's blade is, in m. */
export const BLADE = 1;

/** By the scoring type that a note was recorded with, 0 without one: the least and the most points for the swings before and after the cut, the most for the distance, and those that it gives however it is cut. Further types are as the first. */
export const CUT_RULES = [
  { after: [0, 30], before: [0, 70], distance: 15, fixed: 0 },
  { after: [0, 0], before: [0, 0], distance: 0, fixed: 0 },
  { after: [0, 0], before: [0, 0], distance: 0, fixed: 0 },
  { after: [0, 30], before: [0, 70], distance: 15, fixed: 0 },
  { after: [30, 30], before: [0, 70], distance: 15, fixed: 0 },
  { after: [0, 30], before: [70, 70], distance: 15, fixed: 0 },
  { after: [0, 0], before: [0, 70], distance: 15, fixed: 0 },
  { after: [0, 0], before: [0, 0], distance: 0, fixed: 20 },
  { after: [30, 30], before: [70, 70], distance: 15, fixed: 0 },
  { after: [30, 30], before: [70, 70], distance: 15, fixed: 0 },
  { after: [0, 0], before: [0, 0], distance: 0, fixed: 20 },
  { after: [30, 30], before: [0, 70], distance: 15, fixed: 0 },
  { after: [30, 30], before: [70, 70], distance: 15, fixed: 0 },
] as const;

/** A full swing before and after a cut, which a rating of 1 stands for, in degrees. */
export const FULL_SWING = { after: 60, before: 100 } as const;

/** A cut that is faster, in m/s, was not measured. */
export const FASTEST_CUT = 200;

/** The events that are mistakes, as lists call them. */
export const MISTAKES = { Bad: 'Bad cut', Bomb: 'Bomb hit', Miss: 'Miss' } as const;
