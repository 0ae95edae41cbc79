import type { ReplayProof } from './api.types';
import { explanationOf, levelOf, stateOf } from './level';
import './level.css';

const BEFORE_PROOFS: ReplayProof = { level: 'unmarked', share: 0, findings: [] };

/** The proof of a replay, in a word or two. `proof`: null if it came before its server kept proofs. */
export function LevelBadge({ proof, held = false }: { proof: ReplayProof | null; held?: boolean }) {
  const known = proof ?? BEFORE_PROOFS;
  const title = proof || held ? explanationOf(known, held) : 'It came before this server kept proofs.';
  return (
    <span class="proof-level" data-state={stateOf(known, held)} title={title}>
      {levelOf(known, held)}
    </span>
  );
}
