// Made by `npm run types` from the description of the API (crates/server): do not edit. docs/server.md says what the members mean.

export interface Diagnostic {
  message: string;
  offset: number;
  section: string;
  severity: string;
}

export interface Finding {
  detail: string;
  kind: string;
}

export interface Map {
  address?: string | null;
  author?: string | null;
  difficulty?: string | null;
  id?: string | null;
  name: string;
}

export interface MapMatch {
  cuts_checked: number;
  cuts_off: number;
  cuts_reason?: string | null;
  invented: number;
  invented_notes: number[];
  matched: number;
  max_score: number;
  missing: number;
  missing_notes: MissingNote[];
  not_reached: number;
  reason?: string | null;
  recorded_score: number;
  score_by_map: number;
  score_by_motion?: number | null;
  verdict: string;
}

export interface MissingNote {
  note_id: number;
  time_s?: number | null;
}

export interface Motion {
  checked: number;
  notes_off: number;
  observations: Observation[];
  observations_left_out: number;
  off: OffNote[];
  reason?: string | null;
  suggests?: string | null;
  verdict: string;
  without_details: number;
}

export interface Observation {
  by?: number | null;
  frame?: number | null;
  part?: string | null;
  time?: number | null;
  what: string;
}

export interface OffNote {
  by?: number | null;
  frame?: number | null;
  note: number;
  what: string;
}

export interface Player {
  id?: string | null;
  name: string;
}

export interface Replay {
  accuracy?: number | null;
  diagnostic_count: number;
  diagnostics: Diagnostic[];
  digest: string;
  duration_s: number;
  file_name: string;
  format: string;
  game: string;
  held: boolean;
  id: string;
  map?: null | Map;
  map_match?: null | MapMatch;
  mode?: string | null;
  motion?: null | Motion;
  players: Player[];
  proof?: null | ReplayProof;
  score?: number | null;
  score_verdict?: null | ScoreVerdict;
  size: number;
  started_at?: string | null;
  uploaded_at: string;
  version: string;
}

export interface ReplayList {
  next?: string | null;
  replays: Replay[];
  total?: number | null;
}

export interface ReplayProof {
  findings: Finding[];
  level: string;
  share: number;
}

export interface ScoreVerdict {
  by_map: boolean;
  by_map_only: number;
  confirmed: number;
  confirmed_share: number;
  label: string;
  said: string[];
  unconfirmed: number;
  verdict: string;
}
