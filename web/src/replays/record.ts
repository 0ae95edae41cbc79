import type { Diagnostic } from '../decoder/types';
import { answerOf } from './ask';
import type { MotionSummary } from './motion';
import type { ProofSummary } from './proof';

/** A replay as the server lists it. */
export interface ReplayRecord {
  id: string;
  game: string;
  format: string;
  version: string;
  players: { id: string | null; name: string }[];
  /** `address`: that of the map, if the server has it; not there of an older server. */
  map: { name: string | null; id: string | null; author: string | null; difficulty: string | null; address?: string | null } | null;
  mode: string | null;
  /** RFC 3339, as is `uploaded_at`. */
  started_at: string | null;
  duration_s: number;
  score: number | null;
  /** Share of the possible score, where the server knows it. */
  accuracy?: number | null;
  size: number;
  digest: string;
  uploaded_at: string;
  diagnostics: Diagnostic[];
  file_name: string;
  /** Null of a replay that came before its server kept proofs; not there if the server keeps none. */
  proof?: ProofSummary | null;
  /** Null if the motion is not judged of its format, or not yet; not there of an older server. */
  motion?: MotionSummary | null;
  /** It is taken for a copy: kept, but neither listed nor given out. */
  held?: boolean;
}

export const titleOf = (record: ReplayRecord): string => record.map?.name || record.file_name;

/** Names of all who played. */
export const playersOf = (record: ReplayRecord): string => record.players.map(({ name }) => name || 'Unnamed player').join(', ');

/** Null if the server has no such replay. */
export const recordOf = async (id: string): Promise<ReplayRecord | null> => answerOf<ReplayRecord>(`api/replays/${id}`, 'digest');
