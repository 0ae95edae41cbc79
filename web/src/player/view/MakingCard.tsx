import { CloseIcon } from '../../ui/icons';
import type { Making } from '../clip/making';
import './making.css';

/** How far a clip is, and the way to give it up. */
export function MakingCard({ making }: { making: Making }) {
  const percent = Math.floor(making.progress.value * 100);
  return (
    <section class="making glass" aria-label="Clip">
      <label>
        Making a clip <span class="num">{percent} %</span>
        <progress max="100" value={percent} />
      </label>
      <button type="button" class="btn quiet icon" aria-label="Cancel the clip" title="Cancel the clip (R)" onClick={() => making.cancel()}>
        <CloseIcon />
      </button>
    </section>
  );
}
