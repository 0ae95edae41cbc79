import type { ReadonlySignal } from '@preact/signals';
import { clockText } from '../../../ui/format';
import { MomentList } from '../../../stats/MomentList';
import { LAYERS } from './places';
import type { BeatSaberStatistics, Mistake } from './types';

const SHOWN = 100;

const NAMES: Record<Mistake['kind'], string> = { miss: 'Miss', bad: 'Bad cut', bomb: 'Bomb', wall: 'Wall' };

interface Props {
  stats: BeatSaberStatistics;
  time: ReadonlySignal<number>;
  onSeek(time: number): void;
}

/** Everything that went wrong; each goes to its moment. */
export function Mistakes({ stats, time, onSeek }: Props) {
  const { mistakes, fullCombo } = stats.details;
  return (
    <section class="block">
      <header>
        <h3>Mistakes</h3>
        <span class="readout num">{mistakes.length}</span>
      </header>
      <MomentList
        kind="mistakes"
        moments={mistakes}
        most={SHOWN}
        none={fullCombo ? 'None: a full combo.' : 'None.'}
        time={time}
        onSeek={onSeek}
        kindOf={({ kind }) => kind}
        line={(mistake) => (
          <>
            <span class="at num">{clockText(mistake.time)}</span>
            <span class="kind">{NAMES[mistake.kind]}</span>
            <span class="place">{placeText(mistake)}</span>
          </>
        )}
      />
    </section>
  );
}

function placeText({ hand, line, layer }: Mistake): string {
  const parts = [];
  if (hand) parts.push(`${hand} hand`);
  // Elsewhere than in the grid of four lanes and three layers there are no words for it.
  if (line !== undefined && layer !== undefined && line >= 0 && line < 4 && LAYERS[layer]) {
    parts.push(`lane ${line + 1}`, LAYERS[layer].toLowerCase());
  }
  return parts.join(', ');
}
