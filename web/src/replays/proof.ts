import { answerOf } from './ask';
import type { ReplayProof, ScoreVerdict } from './record.types';

/** What a replay proved when its server accepted it, in short (docs/server.md). */
export type ProofSummary = ReplayProof;

/** The same with all that the server knows. */
export interface Proof extends ProofSummary {
  /** The stretches that were witnessed, in seconds of the session (docs/spec/mark.md). */
  covered: [number, number][];
  /** From which to which second the session went; not there of older proofs. */
  session?: [number, number] | null;
  /** Why the level is what it is, a sentence each. */
  reasons: string[];
  /** How much of its score is confirmed; not there of an older server. */
  score_verdict?: ScoreVerdict | null;
}

/** Null if the server knows no such replay. */
export const proofOf = async (id: string): Promise<Proof | null> => answerOf<Proof>(`api/replays/${id}/proof`, 'covered');
