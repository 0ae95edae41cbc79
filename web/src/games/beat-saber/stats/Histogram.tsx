import { useComputed, useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import uPlot from 'uplot';
import { theme } from '../../../ui/theme';
import { MAX_CUT_SCORE } from '../rules';
import { AsTable } from './AsTable';
import { Plot } from '../../../stats/plot/Plot';
import { plain } from '../../../stats/plot/axes';
import { colour } from '../../../stats/plot/colours';
import type { BeatSaberStatistics } from './statistics.types';

/** At most this share of the cuts is gathered in the leftmost bar, so that the rest has room. */
const TAIL = 0.02;

/** How often each cut score came, one bar for each hand. */
export function Histogram({ stats }: { stats: BeatSaberStatistics }) {
  const { leftHistogram: left, rightHistogram: right } = stats.details;
  const low = useMemo(() => lowestShown(left, right), [stats]);
  const data = useMemo((): uPlot.AlignedData => {
    const scores = Array.from({ length: MAX_CUT_SCORE - low + 1 }, (_, i) => low + i);
    const counts = (of: number[]) => scores.map((score) => (score === low ? sum(of, 0, low) : of[score]!));
    return [scores, counts(left), counts(right)];
  }, [stats]);
  const hovered = useSignal<number | null>(null);
  const total = sum(left, 0, MAX_CUT_SCORE) + sum(right, 0, MAX_CUT_SCORE);
  const readout = useComputed(() => {
    const row = hovered.value;
    if (row === null) return `${total} cuts`;
    const score = data[0][row]!;
    return `${score === low && low > 0 ? `≤ ${low}` : score} points · left ${data[1]![row]} · right ${data[2]![row]}`;
  });
  if (total === 0) return null;
  return (
    <section class="block">
      <header>
        <h3>Cut scores</h3>
        <span class="readout num" aria-hidden="true">
          {readout}
        </span>
      </header>
      <Plot
        key={theme.value}
        label={`How often each cut score came. ${inWords(stats)}`}
        height={132}
        data={data}
        onHover={(row) => (hovered.value = row)}
        options={() => ({
          padding: [8, 8, 0, 8],
          scales: {
            x: { time: false, range: () => [low - 1, MAX_CUT_SCORE + 1] },
            y: { range: (_, __, max) => [0, Math.max(1, max) * 1.05] },
          },
          axes: [
            {
              ...plain(),
              size: 24,
              space: 40,
              incrs: [5, 10, 20],
              values: (_, splits) => splits.map((score) => (score === low && low > 0 ? `≤${low}` : String(score))),
              grid: { show: false },
            },
            { ...plain(), size: 0, space: 30, values: (_, splits) => splits.map(() => '') },
          ],
          series: [{}, bars('--left', -1), bars('--right', 1)],
          hooks: { draw: [(u) => drawMeans(u, stats)] },
        })}
      />
      <ul class="legend" aria-hidden="true">
        <li class="left">Left hand</li>
        <li class="right">Right hand</li>
        <li class="mean">Mean</li>
      </ul>
      <AsTable head={['Points', 'Left', 'Right']} rows={() => fives(left, right)} />
    </section>
  );
}

function bars(token: string, align: -1 | 1): uPlot.Series {
  const paths = uPlot.paths.bars!({ size: [0.42, 12], align });
  return { fill: colour(token), stroke: 'transparent', width: 0, paths, points: { show: false } };
}

function drawMeans(u: uPlot, stats: BeatSaberStatistics): void {
  const { ctx, bbox } = u;
  ctx.save();
  ctx.lineWidth = 1.5 * uPlot.pxRatio;
  ctx.setLineDash([3 * uPlot.pxRatio, 3 * uPlot.pxRatio]);
  for (const [acc, token] of [
    [stats.accuracyTracker.accLeft, '--left'],
    [stats.accuracyTracker.accRight, '--right'],
  ] as const) {
    if (typeof acc !== 'number') continue;
    const x = u.valToPos(acc, 'x', true);
    ctx.strokeStyle = colour(token);
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
  }
  ctx.restore();
}

function lowestShown(left: number[], right: number[]): number {
  const allowed = (sum(left, 0, MAX_CUT_SCORE) + sum(right, 0, MAX_CUT_SCORE)) * TAIL;
  let low = 100;
  while (low > 0 && sum(left, 0, low - 1) + sum(right, 0, low - 1) > allowed) low -= 5;
  return low;
}

function sum(counts: number[], from: number, to: number): number {
  return counts.slice(from, to + 1).reduce((a, b) => a + b, 0);
}

function inWords({ accuracyTracker: { accLeft, accRight } }: BeatSaberStatistics): string {
  const of = (acc: number | null | undefined, name: string) =>
    typeof acc !== 'number' ? `The ${name} hand cut nothing.` : `The ${name} hand's mean is ${acc.toFixed(1)}.`;
  return `${of(accLeft, 'left')} ${of(accRight, 'right')}`;
}

/** Ranges of five points, the best first; empty ones are left out. */
function fives(left: number[], right: number[]): string[][] {
  const rows: string[][] = [[String(MAX_CUT_SCORE), String(left[MAX_CUT_SCORE]), String(right[MAX_CUT_SCORE])]];
  for (let from = MAX_CUT_SCORE - 5; from >= 0; from -= 5) {
    const counts = [sum(left, from, from + 4), sum(right, from, from + 4)];
    if (counts[0]! + counts[1]! > 0) rows.push([`${from}–${from + 4}`, ...counts.map(String)]);
  }
  return rows;
}
