import { answerOf } from './ask';
import type { MotionSummary } from './motion';

/** What a replay proved when its server accepted it, in short (docs/server.md). */
export interface ProofSummary {
  level: 'unmarked' | 'signed' | 'witnessed';
  /** How much of the session was witnessed, from 0 to 1. */
  share: number;
  /** What is wrong. */
  findings: { kind: string; detail: string }[];
}

/** The same with all that the server knows. */
export interface Proof extends ProofSummary {
  /** The stretches that were witnessed, in seconds of the session (docs/spec/mark.md). */
  covered: [number, number][];
  /** Why the level is what it is, a sentence each. */
  reasons: string[];
  /** Whether its motion fits what it says; not there of an older server. */
  motion?: MotionSummary | null;
}

/** Null if the server knows no such replay. */
export const proofOf = async (id: string): Promise<Proof | null> => answerOf<Proof>(`api/replays/${id}/proof`, 'covered');
