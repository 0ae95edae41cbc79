import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { type ReplayRecord, playersOf } from '../../replays/record';
import { grouped, percent } from '../../ui/format';
import { type OtherPlays, otherPlays } from '../other-plays';
import type { Player } from '../player';
import { idOf } from '../sources';
import { useClosed } from './closed';
import './race.css';

/** The library's other plays of the difficulty on the stage, to be shown beside it. */
export function Race({ player, id }: { player: Player; id: string }) {
  const details = useRef<HTMLDetailsElement>(null);
  useClosed(details);
  const found = useSignal<OtherPlays | null | 'asked'>('asked');
  // Anew each time: others play on.
  const look = () => details.current?.open && void otherPlays(id).then((plays) => (found.value = plays));
  const chosen = player.others.value.map(idOf);
  const isFull = chosen.length >= (player.scene.value?.beside?.most ?? 0);
  const toggle = (play: ReplayRecord) => {
    const others = player.others.peek();
    const left = others.filter((source) => idOf(source) !== play.id);
    const next = left.length < others.length ? left : [...others, { kind: 'address' as const, replay: play.id }];
    // Why not is said on the page.
    void player.compareWith(next).catch(() => undefined);
  };
  const row = (play: ReplayRecord) => {
    const isChosen = chosen.includes(play.id);
    return <Play key={play.id} play={play} isChosen={isChosen} isShut={isFull && !isChosen} onToggle={() => toggle(play)} />;
  };
  return (
    <details ref={details} class="opens race" onToggle={look}>
      <summary class="caption-chip">Race against …</summary>
      <div class="caption-card glass">
        <Plays found={found.value} row={row} />
        {isFull && <p class="quiet-text">More are not shown at once: take one away first.</p>}
      </div>
    </details>
  );
}

function Plays({ found, row }: { found: OtherPlays | null | 'asked'; row(play: ReplayRecord): ComponentChildren }) {
  if (found === 'asked') return <p>Looking …</p>;
  if (!found) return <p>The library could not be asked.</p>;
  const { own, others } = found;
  if (!own && others.length === 0) return <p>The library has no other play of this difficulty.</p>;
  return (
    <>
      {own && (
        <section>
          <h2>Own best besides this one</h2>
          <ul>{row(own)}</ul>
        </section>
      )}
      {others.length > 0 && (
        <section>
          <h2>Top scores</h2>
          <ul>{others.map(row)}</ul>
        </section>
      )}
    </>
  );
}

const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' });

interface PlayProps {
  play: ReplayRecord;
  isChosen: boolean;
  /** There is no room for it. */
  isShut: boolean;
  onToggle(): void;
}

function Play({ play, isChosen, isShut, onToggle }: PlayProps) {
  return (
    <li>
      <button type="button" aria-pressed={isChosen} disabled={isShut} onClick={onToggle}>
        <bdi>{playersOf(play)}</bdi>
        <span class="num">{play.score === null ? '' : grouped(play.score)}</span>
        <span class="when num">{play.started_at ? day.format(new Date(play.started_at)) : ''}</span>
        <span class="accuracy num">{play.accuracy === null ? '' : percent(play.accuracy)}</span>
      </button>
    </li>
  );
}
