// Made by `npm run types` from what Rust serialises (crates/formats): do not edit. docs/json.md says what the members mean.

export type AboutReel = { original: OriginalFile | null; span: [number, number]; remote: boolean; row_bytes: number };

export type ColumnInfo = {
  name: string;
  type: 'f32' | 'f64' | 'i8' | 'i16' | 'i32' | 'i64' | 'u8' | 'u16' | 'u32' | 'u64' | 'bool' | 'dict';
  unit: string;
  meaning: string;
  null?: string;
  since?: string;
  sentinel?: Sentinel;
  range?: [number, number] | null;
};

export type Description = {
  format: string;
  format_name: string;
  game: string;
  version: string;
  writer: string | null;
  game_version: string | null;
  players: Array<Player>;
  map: Map | null;
  mode: string | null;
  started_at: number | null;
  duration_s: number;
  score: number | null;
  outcome: string | null;
  details: Record<string, string | number | boolean | null>;
  diagnostics: Array<Diagnostic>;
  moment_kinds: Array<MomentKind>;
  tables: Array<TableInfo>;
  reel?: AboutReel;
};

export type Diagnostic = { offset: number; section: string; severity: 'info' | 'warning' | 'error'; message: string };

export type Map = { name: string; id: string | null; author: string | null; difficulty: string | null };

export type MomentKind = { name: string; list: string; color: string; severity: number; unit: string };

export type OriginalFile = { format?: string; file?: string; codec?: string };

export type Player = { id: string | null; name: string };

export type Refusal = {
  error: string;
  fault: 'truncated' | 'malformed' | 'unsupported' | 'limit' | 'bug';
  offset: number;
  section: string;
  expected: string;
  found: string;
};

export type Sentinel = { value: string; meaning: string };

export type TableInfo = {
  name: string;
  kind: 'states' | 'steps' | 'events';
  time: string | null;
  meaning: string;
  rows: number | null;
  columns: Array<ColumnInfo>;
};

export type MomentRow = {
  time: number;
  frame: number | null;
  kind: string;
  player: number | null;
  other: number | null;
  team: number | null;
  label: string;
  detail: string;
  severity: number;
  value: number | null;
};
