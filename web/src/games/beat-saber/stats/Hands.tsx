import type { Sheet } from '../../../decoder/questions.types';
import { MAX_POINTS } from '../rules';
import type { AccuracyTracker, BeatSaberStatistics } from './statistics.types';

const PARTS = [MAX_POINTS.before, MAX_POINTS.distance, MAX_POINTS.after];
const SIDES = ['left', 'right'] as const;

/** The two hands side by side. */
export function Hands({ stats: { accuracyTracker }, sheet }: { stats: BeatSaberStatistics; sheet: Sheet }) {
  const rows = sheet.blocks.find(({ title }) => title === 'Hands')?.rows ?? [];
  const at = SIDES.map((_, hand) => sheet.columns.findIndex(({ of, index }) => of === 'hand' && index === hand));
  return (
    <section class="block">
      <header>
        <h3>Hands</h3>
      </header>
      <div class="average-cuts" aria-hidden="true">
        <AverageCut side="left" cut={accuracyTracker.leftAverageCut} />
        <AverageCut side="right" cut={accuracyTracker.rightAverageCut} />
      </div>
      <table class="hands num">
        <thead>
          <tr>
            <td />
            <th scope="col" class="left">
              Left
            </th>
            <th scope="col" class="right">
              Right
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, cells }, i) => (
            <tr key={label} class={i === 0 ? 'strong' : undefined}>
              <th scope="row">{label}</th>
              {at.map((column) => (
                <td key={column}>{cells[column]?.text ?? '–'}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The mean cut as a bar of 115 points: swing before, distance, swing after. */
function AverageCut({ side, cut }: { side: 'left' | 'right'; cut: AccuracyTracker['leftAverageCut'] }) {
  return (
    <div class={`average-cut ${side}`}>
      {cut.map((value, part) => (
        <span key={part} class="part" style={{ flexGrow: PARTS[part]! }}>
          <span class="fill" style={{ transform: `scaleX(${(value ?? 0) / PARTS[part]!})` }} />
        </span>
      ))}
    </div>
  );
}
