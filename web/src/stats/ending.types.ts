// Made by `npm run types` from what Rust serialises (crates/analysis): do not edit. docs/json.md says what the members mean.

export type Ending = {
  headline: string;

  lines: Array<EndingLine>;
};

export type EndingLine = {
  name: string;

  value: string;

  won: boolean;
};
