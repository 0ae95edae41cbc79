// Made by `npm run types` from constants in Rust (page_rules.rs of the game in crates/analysis): do not edit.

/** Frames a second. */
export const FRAME_RATE = 60;

/** The first one that a replay can hold; the game's timer begins at 0. */
export const FIRST_FRAME = -123;

/** Players can act from it on. */
export const FIRST_PLAYABLE_FRAME = -39;

/** By the teams' ids. */
export const TEAM_NAMES = ['Red', 'Blue', 'Green'] as const;
