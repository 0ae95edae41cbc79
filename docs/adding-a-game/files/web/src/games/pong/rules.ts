// Made by `npm run types` from constants in Rust (page_rules.rs of the game in crates/analysis): do not edit.

/** The field, in its units. */
export const FIELD = { height: 600, width: 1000 } as const;

/** Height of a paddle. */
export const PADDLE = 100;
