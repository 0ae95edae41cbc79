/** Left, right, top, bottom. */
export type Edges = [number, number, number, number];

/** Geometry of the stages, in game units: measured from recorded games (surfaces, platforms, blast zones) and approximated by
 * hand (what lies below the surface). Keyed by the stage number of Game Start. */
export interface StageShape {
  /** Crossing it costs a stock. */
  blast: Edges;
  /** Closed, clockwise from the left edge. */
  outline: [number, number][];
  /** Left end, right end, height. */
  platforms: [number, number, number][];
}

/** The part of Pokémon Stadium's floor that its forms change: from where to where, and how deep their floors reach. */
export const STADIUM_FLOOR = { left: -70, right: 70, bottom: -5.5 };

export const STAGES: Record<string, StageShape> = {
  // Fountain of Dreams
  2: {
    blast: [-198.75, 198.75, 202.5, -146.25],
    // prettier-ignore
    outline: [
      [-63.35, 0.62],
      [-53.5, 0.62],
      [-51.25, 0],
      [51.25, 0],
      [53.5, 0.62],
      [63.35, 0.62],
      [63.35, -4.5],
      [59.33, -15],
      [56.9, -19.5],
      [55, -27],
      [52, -32],
      [48, -38],
      [41, -42],
      [19, -49.5],
      [13, -54.5],
      [10, -62],
      [8.8, -72],
      [8.8, -146.25],
      [-8.8, -146.25],
      [-8.8, -72],
      [-10, -62],
      [-13, -54.5],
      [-19, -49.5],
      [-41, -42],
      [-48, -38],
      [-52, -32],
      [-55, -27],
      [-56.9, -19.5],
      [-59.33, -15],
      [-63.35, -4.5],
    ],
    platforms: [
      [-14.25, 14.25, 42.75],
      [-49.5, -21, 16.125],
      [21, 49.5, 22.125],
    ],
  },
  // Pokémon Stadium
  3: {
    blast: [-230, 230, 180, -111],
    // prettier-ignore
    outline: [
      [-87.75, 0],
      [STADIUM_FLOOR.left, 0],
      [STADIUM_FLOOR.left, STADIUM_FLOOR.bottom],
      [STADIUM_FLOOR.right, STADIUM_FLOOR.bottom],
      [STADIUM_FLOOR.right, 0],
      [87.75, 0],
      [87.75, -4],
      [73.75, -15],
      [73.75, -17.75],
      [60, -17.75],
      [60, -38],
      [15, -60],
      [15, -112],
      [-15, -112],
      [-15, -60],
      [-60, -38],
      [-60, -17.75],
      [-73.75, -17.75],
      [-73.75, -15],
      [-87.75, -4],
    ],
    // They come and go with the form.
    platforms: [],
  },
  // Yoshi's Story
  8: {
    blast: [-175.7, 173.6, 168, -91],
    // prettier-ignore
    outline: [
      [-56, -3.5],
      [-39, 0],
      [39, 0],
      [56, -3.5],
      [56, -7],
      [55, -8],
      [54, -11],
      [53, -12],
      [53, -27],
      [54, -28],
      [54, -30],
      [53, -31],
      [53, -46],
      [54, -47],
      [54, -91],
      [-54, -91],
      [-54, -47],
      [-53, -46],
      [-53, -31],
      [-54, -30],
      [-54, -28],
      [-53, -27],
      [-53, -12],
      [-54, -11],
      [-55, -8],
      [-56, -7],
    ],
    platforms: [
      [-59.5, -28, 23.45],
      [28, 59.5, 23.45],
      [-15.75, 15.75, 42],
    ],
  },
  // Dream Land N64
  28: {
    blast: [-255, 255, 250, -123],
    // prettier-ignore
    outline: [
      [-77.25, 0],
      [77.25, 0],
      [76.5, -11],
      [65.75, -36],
      [-65.75, -36],
      [-76.5, -11],
    ],
    platforms: [
      [-61.3929, -31.7254, 30.1422],
      [31.7036, 63.0745, 30.2426],
      [-19.0181, 19.0171, 51.4254],
    ],
  },
  // Battlefield
  31: {
    blast: [-224, 224, 200, -108.8],
    // prettier-ignore
    outline: [
      [-68.4, 0],
      [68.4, 0],
      [65, -6],
      [36, -19],
      [39, -21],
      [33, -25],
      [30, -29],
      [29, -35],
      [10, -40],
      [10, -30],
      [-10, -30],
      [-10, -40],
      [-29, -35],
      [-30, -29],
      [-33, -25],
      [-39, -21],
      [-36, -19],
      [-65, -6],
    ],
    platforms: [
      [-57.6, -20, 27.2],
      [20, 57.6, 27.2],
      [-18.8, 18.8, 54.4],
    ],
  },
  // Final Destination
  32: {
    blast: [-246, 246, 188, -140],
    // prettier-ignore
    outline: [
      [-85.6, 0],
      [85.6, 0],
      [85.6, -10],
      [65, -20],
      [65, -30],
      [60, -47],
      [50, -55],
      [45, -56],
      [-45, -56],
      [-50, -55],
      [-60, -47],
      [-65, -30],
      [-65, -20],
      [-85.6, -10],
    ],
    platforms: [],
  },
};

/** As far as the game's camera goes: where fighters were seen just before replays say that they are off its screen. */
export const SIGHT: Record<string, Edges> = {
  2: [-122, 122, 104, -85],
  3: [-178, 178, 112, -82],
  8: [-127, 127, 120, -79],
  28: [-166, 166, 150, -92],
  31: [-166, 166, 112, -63],
  32: [-170, 170, 114, -90],
};

/** Water's windmill: its hub, how far its blades reach and where its tower begins; from where fighters were seen to stand on it. */
export const WINDMILL = { x: -59, y: 50, reach: 14, foot: 5 };

/** A colour of its own for each stage, as an angle of hue in turns. */
export const HUES: Record<string, number> = { 2: 0.6, 3: 0.44, 8: 0.26, 28: 0.34, 31: 0.48, 32: 0.74 };

export const FOUNTAIN = 2;
export const STADIUM = 3;
/** The form of Stadium that has a windmill. */
export const WATER = 9;
export const DREAM_LAND = 28;
export const YOSHIS_STORY = 8;

/** [frame within the round, height, left end] where Yoshi's cloud turns a corner; between them it goes straight. */
// prettier-ignore
export const CLOUD: [number, number, number][] = [
  [0, -33.25, -57.49],
  [415, -33.25, 89.76],
  [416, -33.18, 89.75],
  [417, -33.04, 90.08],
  [418, -32.9, 90.4],
  [419, -32.77, 90.73],
  [420, -32.49, 90.92],
  [421, -32.17, 91.06],
  [422, -31.84, 91.2],
  [423, -31.51, 91.34],
  [424, -31.16, 91.35],
  [468, -15.55, 91.35],
  [469, -15.19, 91.34],
  [470, -14.87, 91.2],
  [471, -14.54, 91.06],
  [472, -14.22, 90.92],
  [473, -13.97, 90.71],
  [474, -13.87, 90.37],
  [475, -13.77, 90.03],
  [476, -13.67, 89.69],
  [477, -13.65, 89.34],
  [1015, -13.65, -101.57],
  [1016, -13.68, -101.92],
  [1017, -13.82, -102.25],
  [1018, -13.96, -102.57],
  [1019, -14.1, -102.9],
  [1020, -14.32, -103.15],
  [1021, -14.64, -103.31],
  [1022, -14.95, -103.46],
  [1023, -15.28, -103.6],
  [1068, -31.25, -103.6],
  [1069, -31.59, -103.55],
  [1070, -31.91, -103.4],
  [1071, -32.22, -103.24],
  [1072, -32.54, -103.08],
  [1073, -32.72, -102.77],
  [1074, -32.9, -102.47],
  [1075, -33.07, -102.16],
  [1076, -33.25, -101.85],
  [1199, -33.25, -58.2],
  [1200, -33.25, -57.49],
];
export const CLOUD_ROUND = 1200;
export const CLOUD_WIDTH = 11.9;
