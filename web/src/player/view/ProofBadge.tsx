import { useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { ScoreBadge } from '../../replays/ScoreBadge';
import { explanationOf, levelOf, stateOf } from '../../replays/level';
import '../../replays/level.css';
import type { Player } from '../player';
import { idOf } from '../sources';
import { witnessedOf } from '../witnessed';
import { StoredMap } from './StoredMap';

/** The proof of a replay, in a word, and why; and beside it whether it is shown with its map. */
export function ProofBadge({ player }: { player: Player }) {
  const Copies = useSignal<ComponentType<{ id: string }> | null>(null);
  void player.playback.length.value;
  const proof = player.proof.value;
  const scene = player.scene.value;
  const source = player.source.value;
  const id = source && idOf(source);
  if (!proof || !scene || !id) return null;
  // Fetched when somebody asks why.
  const showCopies = () => void import('./CopiesOf').then((module) => (Copies.value = module.CopiesOf));
  const badge = (
    <details class="proof" data-state={stateOf(proof)} onToggle={showCopies}>
      <summary title={explanationOf(proof)}>
        <span class="proof-level" data-state={stateOf(proof)}>
          {levelOf(proof)}
        </span>
        <ScoreBadge verdict={proof.score_verdict} />
      </summary>
      <div class="proof-why glass">
        {proof.findings.map(({ kind, detail }) => (
          <p key={detail}>
            <strong>{kind}</strong>: {detail}
          </p>
        ))}
        {proof.reasons.map((reason) => (
          <p key={reason}>{reason}</p>
        ))}
        {proof.score_verdict?.said.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        {proof.level === 'witnessed' && <Legend isShown={witnessedOf(proof, scene.span) !== null} />}
        {Copies.value && <Copies.value key={id} id={id} />}
      </div>
    </details>
  );
  return (
    <div class="proof-row">
      {badge}
      <StoredMap player={player} source={source} />
    </div>
  );
}

/** How the timeline shows what was witnessed. */
function Legend({ isShown }: { isShown: boolean }) {
  if (!isShown) return <p>Recording it took another time than it lasts, so the timeline does not show which seconds were witnessed.</p>;
  return (
    <p class="legend">
      Below the timeline: <span class="swatch" data-witnessed="true" /> witnessed, <span class="swatch" data-witnessed="false" /> not
      witnessed.
    </p>
  );
}
