// Made by `npm run types` from constants in Rust (page_rules.rs of the game in crates/analysis): do not edit.

/** The standard field, in uu from its middle: side walls, goal lines, ceiling. */
export const FIELD = { back: 5120, ceiling: 2044, side: 4096 } as const;

/** A standard goal, in uu. */
export const GOAL = { half: 892.755, height: 642.775 } as const;

/** How the names of maps begin, in small letters, whose field is of another shape. */
export const OTHER_FIELDS = [
  'arc_darc_p',
  'arc_p',
  'bb_p',
  'beachvolley',
  'hoops',
  'ko_',
  'labs_',
  'neotokyo_p',
  'shattershot',
  'throwback',
  'wasteland_grs_p',
  'wasteland_night_p',
  'wasteland_p',
] as const;

/** How long a pad is away when it was taken. */
export const SECONDS_AWAY = { large: 10, small: 4 } as const;

/** A longer step in time, in seconds, is a halt of the recording. */
export const HALT = 0.5;

/** Ticks of the physics in a second. */
export const TICK_RATE = 120;

/** By the teams' numbers. */
export const TEAM_NAMES = ['Blue', 'Orange'] as const;

/** The usual ball's, in uu. */
export const BALL_RADIUS = 92.75;

/** In uu/s². */
export const GRAVITY = -650;

/** No car is faster by itself, in uu/s. */
export const FASTEST = 2300;

/** From this speed on a car is, in uu/s. */
export const SUPERSONIC = 2200;

/** A full tank in the table `boost`. */
export const FULL_TANK = 255;

/** Width of a square of the table `heat_map`, in uu. */
export const SQUARE = 256;
