import type { ReplayProof } from './api.types';
import { explanationOf, levelOf, stateOf } from './level';
import './level.css';

interface Props {
  /** `null` if it came before its server kept proofs. */
  proof: ReplayProof | null;
  held?: boolean;
  /** Whether nothing is said of a replay that is not signed and has no faults. */
  isBrief?: boolean;
}

/** The proof of a replay, in a word or two. */
export function LevelBadge({ proof, held = false, isBrief = false }: Props) {
  if (!proof) return null;
  const state = stateOf(proof, held);
  if (isBrief && state === 'unmarked') return null;
  return (
    <span class="proof-level" data-state={state} title={explanationOf(proof, held)}>
      {levelOf(proof, held)}
    </span>
  );
}
