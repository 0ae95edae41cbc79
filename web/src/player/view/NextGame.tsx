import { CloseIcon, PlayIcon } from '../../ui/icons';
import type { Player } from '../player';
import { type Next, PAUSE } from '../queue';
import './next-game.css';

/** The replay that is opened in a moment, and the way to stop that. */
export function NextGame({ player, next }: { player: Player; next: Next }) {
  return (
    <section class="next-game glass" aria-label="Next replay">
      <p>
        <span class="quiet-text">Next</span> <b>{next.name}</b>
        {next.line && <span class="quiet-text">{next.line}</span>}
      </p>
      <button type="button" class="btn primary" onClick={() => void player.queue.next()}>
        <PlayIcon />
        Play now
      </button>
      <button type="button" class="btn quiet icon" aria-label="Stay here" title="Stay here" onClick={() => player.queue.stay()}>
        <CloseIcon />
      </button>
      <span class="fuse" style={{ animationDuration: `${PAUSE}ms` }} aria-hidden="true" />
    </section>
  );
}
