import { useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { CloseUpProps } from '../../stage/scene';
import { CloseIcon, EventAheadIcon, EventBackIcon, ReplayIcon } from '../../ui/icons';
import { Tool } from '../../ui/Tool';
import type { Player } from '../player';
import './close-up.css';

/** The card of what is looked at closely, with ways to the next one and to slow motion. */
export function CloseUpCard({ player }: { player: Player }) {
  const { closeLook, playback } = player;
  const closeUp = closeLook.shown.value!;
  const scene = player.scene.value!;
  const card = useRef<HTMLElement>(null);
  const Body = useSignal<ComponentType<CloseUpProps> | null>(null);
  useEffect(() => void closeLook.all!.body().then((body) => (Body.value = body)), [scene]);
  useEffect(() => takeFocus(card.current!), []);
  const isSlow = closeLook.slow.value;
  const noun = closeLook.all!.noun;
  return (
    <section ref={card} class="close-up glass" data-covers="bottom" tabIndex={-1} aria-labelledby="close-up-title">
      <header>
        <h2 id="close-up-title">{closeUp.title}</h2>
        <span class="num">{playback.timeText(closeUp.time, true)}</span>
        <Tool label="Close (Esc)" onClick={() => closeLook.leave()} icon={<CloseIcon />} />
      </header>
      {Body.value && (
        <Body.value
          closeUp={closeUp}
          replay={player.replay.value!}
          root={scene.root}
          redraw={() => player.picture.invalidate()}
          time={playback.time}
        />
      )}
      <footer>
        <Tool label={`Previous ${noun}`} onClick={() => closeLook.go(-1)} icon={<EventBackIcon />} />
        <Tool label={`Next ${noun}`} onClick={() => closeLook.go(1)} icon={<EventAheadIcon />} />
        {closeUp.kin && (
          <button
            type="button"
            class="btn quiet"
            aria-pressed={closeLook.kinOnly.value}
            title={`Go through this ${noun}'s kind alone`}
            onClick={() => (closeLook.kinOnly.value = !closeLook.kinOnly.peek())}
          >
            {closeUp.kin} only
          </button>
        )}
        <button type="button" class="btn quiet slow" aria-pressed={isSlow} title="Slow motion (V)" onClick={() => closeLook.toggleSlow()}>
          <ReplayIcon />
          Slow motion
        </button>
      </footer>
    </section>
  );
}

/** Gives the focus back where it was, unless somebody took it elsewhere meanwhile. */
function takeFocus(card: HTMLElement): () => void {
  const before = document.activeElement;
  card.focus({ preventScroll: true });
  return () => {
    const isElsewhere = document.activeElement && document.activeElement !== document.body && !card.contains(document.activeElement);
    if (!isElsewhere && before instanceof HTMLElement) before.focus({ preventScroll: true });
  };
}
