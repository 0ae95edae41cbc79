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

/** The families of cars: the length, width and height of their hit boxes, in uu, and the product ids of their bodies. All others are Octanes. */
export const CAR_FAMILIES = {
  Breakout: {
    bodies: [
      22, 1416, 1894, 1932, 3031, 3311, 6243, 6489, 7651, 7696, 7890, 7901, 8006, 8360, 8361, 8565, 8566, 8669, 9357, 10697, 10698, 10817,
      10822, 11038, 11394, 11505, 11677, 11800, 11933, 11949, 12173, 12315, 12361, 12484,
    ],
    hitBox: [131.49, 80.52, 30.3],
  },
  Dominus: {
    bodies: [
      29, 403, 597, 600, 1018, 1171, 1286, 1675, 1689, 1883, 2070, 2268, 2666, 2950, 2951, 3155, 3156, 3157, 3265, 3426, 3875, 3879, 3880,
      4014, 4155, 4367, 4472, 4473, 4745, 4770, 4781, 4861, 4864, 5709, 5773, 5823, 5858, 5964, 5979, 6122, 6244, 6247, 6260, 6836, 7211,
      7337, 7338, 7341, 7343, 7415, 7512, 7532, 7593, 7772, 8454, 9053, 9088, 9089, 9140, 9388, 9894, 10094, 10440, 10441, 10694, 10695,
      11016, 11095, 11315, 11336, 11534, 11941, 11996, 12106, 12142, 12262, 12286, 12325, 12382, 12563, 12669,
    ],
    hitBox: [127.93, 83.28, 31.3],
  },
  Hybrid: {
    bodies: [
      28, 31, 1159, 1317, 1624, 1856, 2269, 3451, 3582, 3702, 5470, 5488, 5879, 7012, 9084, 9085, 9427, 10044, 10805, 11138, 11141, 11379,
      11932, 12569, 12652,
    ],
    hitBox: [127.02, 82.19, 34.16],
  },
  Merc: { bodies: [30, 4780, 7336, 7477, 7815, 7979, 10689, 11098, 11736, 11905, 11950, 12318, 12335], hitBox: [120.72, 76.71, 41.66] },
  Octane: { bodies: [], hitBox: [118.01, 84.2, 36.16] },
  Plank: { bodies: [24, 803, 1603, 1691, 1919, 3594, 3614, 3622, 4268, 5265, 7052, 8524], hitBox: [128.82, 84.67, 29.39] },
} as const;

/** How long a pad is away when it was taken. */
export const SECONDS_AWAY = { large: 10, small: 4 } as const;

/** A longer step in time, in seconds, is a halt of the recording. */
export const HALT = 0.5;

/** A body without an update for longer, in seconds, is held where it was. */
export const SILENCE = 0.6;

/** A destroyed car is away for so long at the least, in seconds. */
export const AWAY = 2.5;

/** The old ball may still be there for so long when the new one is, in seconds. */
export const OVERLAP = 0.2;

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
