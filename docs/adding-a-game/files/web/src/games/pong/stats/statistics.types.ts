// Made by `npm run types` from what Rust serialises (crates/analysis): do not edit. docs/json.md says what the members mean.

export type Player = { name: string; stats: PlayerStats };

export type PlayerStats = { points: number; returns: number; moved: number };

export type PongStatistics = { players: Array<Player>; rallies: Array<Rally>; longestRally?: number };

export type Rally = { time: number; frame: number; player: number; returns: number };
