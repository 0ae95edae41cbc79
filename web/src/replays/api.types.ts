// Made by `npm run types` from what Rust serialises (crates/server): do not edit. docs/server.md says what the members mean.

export type Copies = { held: boolean; copies: Array<Copy>; objection: Objection | null };

export type Copy = {
  id: string;
  role: Role;
  disputed: boolean;
  verdict: Verdict;
  since: string;
  reasons: Array<string>;
  passages: Array<Passage>;
};

export type Diagnostic = { offset: number; section: string; severity: string; message: string };

export type Finding = { kind: string; label: string; detail: string };

export type FormatOption = { name: string; size: number };

export type FormatOptionList = { format_options: Array<FormatOption> };

export type GameSet = { id: string; number: number; games: number; score: Array<number>; previous: string | null; next: string | null };

export type IdOf = 'replay' | 'map';

export type Inclusion = { entry: string; number: number; checkpoint: string; hashes: Array<string> };

export type KeyClaim = { key: string; level: string; share: number; bound: number | null };

export type LinkSites = { sites: Array<string> };

export type Live = { game: LiveGame | null };

export type LiveGame = { number: number; name: string; bytes: number; ended: string | null };

export type Map = { address: string | null; name: string; id: string | null; author: string | null; difficulty: string | null };

export type MapMatch = {
  verdict: string;
  matched: number;
  invented: number;
  invented_notes: Array<number>;
  missing: number;
  missing_notes: Array<MissingNote>;
  not_reached: number;
  recorded_score: number;
  score_by_map: number;
  max_score: number;
  cuts_checked: number;
  cuts_off: number;
  score_by_motion: number | null;
  cuts_reason: string | null;
  reason: string | null;
};

export type MissingNote = { time_s: number | null; note_id: number };

export type Motion = {
  verdict: string;
  checked: number;
  notes_off: number;
  without_details: number;
  off: Array<OffNote>;
  suggests: string | null;
  reason: string | null;
  observations: Array<Observation>;
  observations_left_out: number;
};

export type Objection = { id: string; reason: string; since: string };

export type Observation = { what: string; part: string | null; time: number | null; frame: number | null; by: number | null };

export type OffNote = { note: number; frame: number | null; what: string; by: number | null };

export type Pair = { a: string; b: string; correlation: number };

export type Passage = {
  fromA: number;
  toA: number;
  fromB: number;
  toB: number;
  speed: number;
  mirrored: boolean;
  swapped: boolean;
  correlation: number;
  jitter: number;
  unevenness: number;
  tracks: Array<Pair>;
};

export type Player = { id: string | null; name: string };

export type Problem = {
  type: string;
  title: string;
  status: number;
  detail: string;
  instance?: string;
  offset?: number;
  section?: string;
  expected?: string;
  found?: string;
  id?: string;
  id_of?: IdOf;
  copies?: Array<Copy>;
};

export type Proven = {
  level: string;
  label: string;
  meaning: string;
  key: string | null;
  server: string | null;
  received_here: boolean;
  received: [number, number] | null;
  covered: Array<[number, number]>;
  session: [number, number] | null;
  share: number;
  findings: Array<Finding>;
  reasons: Array<string>;
  motion: Motion | null;
  score_verdict: ScoreVerdict | null;
  log: Inclusion | null;
  claims: Array<KeyClaim>;
};

export type Replay = {
  id: string;
  game: string;
  format: string;
  version: string;
  players: Array<Player>;
  map: Map | null;
  mode: string | null;
  started_at: string | null;
  by_local_clock: boolean;
  duration_s: number;
  score: number | null;
  accuracy: number | null;
  sides: Array<Side>;
  set: GameSet | null;
  size: number;
  digest: string;
  uploaded_at: string;
  diagnostic_count: number;
  diagnostics: Array<Diagnostic>;
  file_name: string;
  proof: ReplayProof | null;
  held: boolean;
  motion: Motion | null;
  map_match: MapMatch | null;
  score_verdict: ScoreVerdict | null;
};

export type ReplayList = { replays: Array<Replay>; next: string | null; total: number | null };

export type ReplayProof = { level: string; label: string; meaning: string; share: number; findings: Array<Finding> };

export type Role = 'original' | 'copy' | 'undecided';

export type ScoreVerdict = {
  verdict: string;
  by_map: boolean;
  confirmed: number;
  by_map_only: number;
  unconfirmed: number;
  confirmed_share: number;
  label: string;
  said: Array<string>;
};

export type Side = { name: string | null; players: Array<SidePlayer>; score: number | null; won: boolean };

export type SidePlayer = { name: string; character: string | null; person: string | null };

export type Verdict = 'copy' | 'same-match' | 'different';
