import { type ReadonlySignal, useComputed } from '@preact/signals';
import { useState } from 'preact/hooks';
import { clockText } from '../../ui/format';
import { LEFT, type Mistake, type Stats } from './compute';
import { LAYERS } from './places';

/** A wall of rows helps nobody, but all can be had. */
const SHOWN = 100;

const NAMES: Record<Mistake['kind'], string> = { miss: 'Miss', bad: 'Bad cut', bomb: 'Bomb', wall: 'Wall' };

interface Props {
  stats: Stats;
  time: ReadonlySignal<number>;
  onSeek(time: number): void;
}

/** Everything that went wrong; each goes to its moment. */
export function Mistakes({ stats, time, onSeek }: Props) {
  const [all, setAll] = useState(false);
  const { mistakes } = stats;
  // Recomputed each frame, but the list is drawn anew only when another one is the last.
  const current = useComputed(() => mistakes.findLastIndex((mistake) => mistake.time <= time.value + 1e-3)).value;
  const shown = all ? mistakes : mistakes.slice(0, SHOWN);
  return (
    <section class="block">
      <header>
        <h3>Mistakes</h3>
        <span class="readout num">{mistakes.length}</span>
      </header>
      {mistakes.length === 0 ? (
        <p class="none">{stats.fullCombo ? 'None: a full combo.' : 'None.'}</p>
      ) : (
        <ol class="moments mistakes">
          {shown.map((mistake, i) => (
            <li key={i}>
              <button
                type="button"
                data-kind={mistake.kind}
                aria-current={i === current ? 'true' : undefined}
                onClick={() => onSeek(mistake.time)}
              >
                <span class="at num">{clockText(mistake.time)}</span>
                <span class="kind">{NAMES[mistake.kind]}</span>
                <span class="place">{placeText(mistake)}</span>
              </button>
            </li>
          ))}
        </ol>
      )}
      {shown.length < mistakes.length && (
        <button type="button" class="btn quiet all" onClick={() => setAll(true)}>
          Show all {mistakes.length}
        </button>
      )}
    </section>
  );
}

function placeText({ hand, line, layer }: Mistake): string {
  const parts = [];
  if (hand !== null) parts.push(hand === LEFT ? 'left hand' : 'right hand');
  // Elsewhere than in the grid of four lanes and three layers there are no words for it.
  if (line !== null && layer !== null && line >= 0 && line < 4 && LAYERS[layer]) {
    parts.push(`lane ${line + 1}`, LAYERS[layer].toLowerCase());
  }
  return parts.join(', ');
}
