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
