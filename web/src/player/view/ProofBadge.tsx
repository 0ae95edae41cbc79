import { useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useRef } from 'preact/hooks';
import { ScoreBadge } from '../../replays/ScoreBadge';
import type { Proven } from '../../replays/api.types';
import { explanationOf, levelOf, stateOf } from '../../replays/level';
import '../../replays/level.css';
import type { Player } from '../player';
import { idOf } from '../sources';
import { witnessedOf } from '../witnessed';
import { useClosed } from './closed';

/** The proof of a replay, in a word, and why. */
export function ProofBadge({ player }: { player: Player }) {
  const details = useRef<HTMLDetailsElement>(null);
  useClosed(details);
  const Copies = useSignal<ComponentType<{ id: string }> | null>(null);
  void player.playback.length.value;
  const proof = player.proof.value;
  const scene = player.scene.value;
  const source = player.source.value;
  const id = source && idOf(source);
  if (!proof || !scene || !id) return null;
  const received = receivedText(proof);
  // Fetched when somebody asks why.
  const showCopies = () => void import('./CopiesOf').then((module) => (Copies.value = module.CopiesOf));
  return (
    <details ref={details} class="opens proof" data-state={stateOf(proof)} onToggle={showCopies}>
      <summary title={explanationOf(proof)}>
        <span class="proof-level" data-state={stateOf(proof)}>
          {levelOf(proof)}
        </span>
        <ScoreBadge verdict={proof.score_verdict} />
      </summary>
      <div class="caption-card glass">
        <p>
          {received && <strong>{received} </strong>}
          {proof.meaning}
        </p>
        {proof.findings.map(({ label, detail }) => (
          <p key={detail}>
            {!detail.startsWith(label) && <strong>{label}: </strong>}
            {detail}
          </p>
        ))}
        {proof.reasons
          .filter((reason) => reason !== proof.meaning)
          .map((reason) => (
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
}

const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' });

/** Which server received it, and when; null of a replay that none received. */
function receivedText({ received, received_here }: Proven): string | null {
  if (!received) return null;
  const [from, to] = received.map((time) => new Date(time));
  return `${received_here ? 'This server' : 'Another server'} received it live, ${day.formatRange(from!, to!)}.`;
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
