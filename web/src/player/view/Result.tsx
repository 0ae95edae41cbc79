import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { ask } from '../../decoder/ask';
import type { Ending } from '../../decoder/questions.types';
import { ChartIcon, CloseIcon, ReplayIcon } from '../../ui/icons';
import type { Player } from '../player';
import './result.css';

export interface ResultProps {
  player: Player;
  onStats(): void;
  onClose(): void;
  /** What comes next. */
  children: ComponentChildren;
}

/** The card at the end of a replay: how it ended, and what to do next. */
export function Result({ player, onStats, onClose, children }: ResultProps) {
  const replay = player.replay.value;
  const [found, setFound] = useState<Ending | null>(null);
  useEffect(() => {
    let gone = false;
    // A replay with nothing to count ends without a card.
    if (replay)
      ask(replay, 'ending').then(
        (ending) => (gone ? undefined : ending ? setFound(ending) : onClose()),
        () => onClose(),
      );
    return () => {
      gone = true;
    };
  }, [replay]);
  if (!found) return null;
  return (
    <section class="result glass" aria-label="Result">
      <button type="button" class="btn quiet icon close" aria-label="Close the result" onClick={onClose}>
        <CloseIcon />
      </button>
      <p class="quiet-text">{player.scene.value?.caption.title}</p>
      <h2>{found.headline}</h2>
      <dl class="num">
        {found.lines.map(({ name, value, won }) => (
          <div key={name} data-won={won}>
            <dt>
              <bdi>{name}</bdi>
            </dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p class="actions">
        <button type="button" class="btn primary" onClick={() => player.playback.play()}>
          <ReplayIcon />
          Watch again
        </button>
        <button type="button" class="btn" onClick={onStats}>
          <ChartIcon />
          Statistics
        </button>
      </p>
      {children}
    </section>
  );
}
