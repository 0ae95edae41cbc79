// Made by `npm run types` from constants in Rust (page_rules.rs of the game in crates/analysis): do not edit.

/** Frames a second. */
export const FRAME_RATE = 60;

/** The first one that a replay can hold; the game's timer begins at 0. */
export const FIRST_FRAME = -123;

/** Players can act from it on. */
export const FIRST_PLAYABLE_FRAME = -39;

/** By the teams' ids. */
export const TEAM_NAMES = ['Red', 'Blue', 'Green'] as const;

/** By the column `frames.post.internal_character_id`. */
export const FIGHTERS = {
  '0': 'Mario',
  '1': 'Fox',
  '10': 'Popo',
  '11': 'Nana',
  '12': 'Pikachu',
  '13': 'Samus',
  '14': 'Yoshi',
  '15': 'Jigglypuff',
  '16': 'Mewtwo',
  '17': 'Luigi',
  '18': 'Marth',
  '19': 'Zelda',
  '2': 'Captain Falcon',
  '20': 'Young Link',
  '21': 'Dr. Mario',
  '22': 'Falco',
  '23': 'Pichu',
  '24': 'Mr. Game & Watch',
  '25': 'Ganondorf',
  '26': 'Roy',
  '27': 'Master Hand',
  '28': 'Crazy Hand',
  '29': 'Wireframe (Male)',
  '3': 'Donkey Kong',
  '30': 'Wireframe (Female)',
  '31': 'Giga Bowser',
  '32': 'Sandbag',
  '4': 'Kirby',
  '5': 'Bowser',
  '6': 'Link',
  '7': 'Sheik',
  '8': 'Ness',
  '9': 'Peach',
} as const;

/** Bits of the column `frames.pre.physical_buttons`. */
export const BUTTONS = { A: 256, B: 512, L: 64, R: 32, Start: 4096, X: 1024, Y: 2048, Z: 16, down: 4, left: 1, right: 2, up: 8 } as const;

/** Action states of techs. */
export const TECHS = [199, 200, 201, 202, 203, 204] as const;

/** Action states that begin where a tech was missed: on the floor, and against a wall. */
export const MISSED_TECHS = [183, 191, 247] as const;

/** As the column `whispy.direction` numbers them. */
export const WINDS = ['none', 'left', 'right'] as const;

/** By the stage's number: its right edge, of which the left one is the mirror image. */
export const EDGES = {
  '2': [63.3475, 0.62],
  '28': [77.2713, 0],
  '3': [87.75, 0],
  '31': [68.4, 0],
  '32': [85.5657, 0],
  '8': [56, -3.5],
} as const;

/** The lines of Pokémon Stadium's forms, by their numbers: x and height of the left end, then of the right one. */
export const STADIUM_GROUND = {
  '3': [
    [-19.35, 2.08, -10.85, -3.45],
    [-9.01, -4, 5, -4],
    [5, -4, 12.25, 4.5],
    [13.32, 26, 53.2, 26],
    [12.25, 4.5, 51.75, 4.5],
    [51.75, 4.5, 54.25, 4.5],
    [54.25, 4.5, 56.75, 2.5],
    [56.75, 2.5, 67.37, 2.5],
    [67.37, 2.5, 73.94, -0.72],
  ],
  '4': [
    [-75.03, 0.01, -70.06, 2.5],
    [-70.06, 2.5, -25, 2.5],
    [-34, 53, -3.74, 53],
    [-25, 2.5, -20, -1],
    [-20, -1, -9.99, -1],
    [-15.8, 29.25, 14.33, 29.25],
    [-9.99, -1, -7.5, 0],
    [-7.5, 0, 20, 0],
    [20, 0, 25, 5],
    [25, 5, 69.92, 5],
    [32.82, 26.14, 34.75, 30],
    [34.75, 30, 42, 31],
    [42, 31, 49.25, 30],
    [49.25, 30, 50.34, 27.82],
    [71.84, 3.16, 74.95, 0.05],
  ],
  '5': [
    [-69.99, 0, 69.99, 0],
    [-55.03, 25, -24.93, 25],
    [24.98, 25, 55.04, 25],
  ],
  '6': [
    [-74.79, 69, -69.71, 69],
    [-67.6, 75, -55.99, 75],
    [-55.99, 75, -46.76, 72.01],
    [-46.76, 72.01, -42.41, 69.27],
    [-34.73, 52.5, -19.89, 52.5],
    [-29.3, 21, -14.9, 21],
    [-26, 0.41, -25.27, 0],
    [-25.27, 0, -6.33, 0],
    [-0.34, 43.73, 20.17, 49.21],
    [2.6, 17.46, 19.25, 0],
    [0.47, 27.75, 22.24, 27.75],
    [19.25, 0, 56.01, 0],
    [56.01, 0, 69.5, -1.43],
  ],
  '9': [
    [-69.9, 0, -67.5, 0],
    [-67.5, 0, -52.74, 5],
    [-52.74, 5, -21.75, 5],
    [-21.75, 5, -5.5, -4.5],
    [-5.5, -4.5, 16.75, -4.5],
    [9.31, 20, 32.6, 20],
    [16.75, -4.5, 17.75, -3.5],
    [17.75, -3.5, 22.25, -3.5],
    [22.25, -3.5, 23.25, -4.5],
    [23.25, -4.5, 51.75, -4.5],
    [43, 35, 67, 35],
    [51.75, -4.5, 52.75, -3.5],
    [52.75, -3.5, 57.25, -3.5],
    [57.25, -3.5, 58.25, -4.5],
    [58.25, -4.5, 65, -4.5],
    [65, -4.5, 69.8, -0.18],
  ],
} as const;
