import { useSignal, useSignalEffect } from '@preact/signals';
import type { Player } from '../player';
import { type Proof, levelOf, proofOf } from '../proof';

/** What a replay proves, in a word, and why. */
export function ProofBadge({ player }: { player: Player }) {
  const proof = useSignal<Proof | null>(null);
  useSignalEffect(() => {
    const source = player.source.value;
    proof.value = null;
    if (!source) return;
    void proofOf(source).then((found) => {
      if (player.source.peek() === source) proof.value = found;
    });
  });
  const found = proof.value;
  if (!found) return null;
  const state = found.findings.length > 0 ? 'wrong' : found.level;
  return (
    <details class="proof" data-state={state}>
      <summary class="chip" title="What this replay proves">
        {levelOf(found)}
      </summary>
      <div class="proof-why glass">
        {found.findings.map(({ kind, detail }) => (
          <p key={detail}>
            <strong>{kind}</strong>: {detail}
          </p>
        ))}
        {found.reasons.map((reason) => (
          <p key={reason}>{reason}</p>
        ))}
      </div>
    </details>
  );
}
