// Made by `npm run types` from what Rust serialises (crates/analysis): do not edit. docs/json.md says what the members mean.

export type Rally = { time: number; frame: number; player: number; returns: number };

export interface Questions {
  rallies: { given: Record<string, never>; answer: Array<Rally> };
}
