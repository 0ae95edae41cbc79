import { type ReadonlySignal, useComputed, useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import uPlot from 'uplot';
import { lastAtOrBefore } from '../../../stage/times';
import { clockText, percent } from '../../../ui/format';
import { theme } from '../../../ui/theme';
import { AsTable } from './AsTable';
import { Plot } from '../../../stats/plot/Plot';
import { hidden, timeAxis, valueAxis } from '../../../stats/plot/axes';
import { colour } from '../../../stats/plot/colours';
import type { BeatSaberStatistics } from './statistics.types';
import type { Course } from './useCourse';

interface Props {
  course: Course;
  stats: BeatSaberStatistics;
  time: ReadonlySignal<number>;
  onSeek(time: number): void;
}

/** Accuracy, and below it energy and combo, over the time of the song. */
export function TimePlots({ course, stats, time, onSeek }: Props) {
  const rows = useMemo(() => timeRows(course), [course]);
  const { emptyAt } = stats.details.energy;
  const mistakes = useMemo(() => stats.details.mistakes.map(({ time }) => time), [stats]);
  const hovered = useSignal<number | null>(null);
  const readout = useComputed(() => {
    const row = hovered.value ?? lastAtOrBefore(rows.time, time.value);
    if (row < 0) return 'Before the first note';
    return `${clockText(rows.time[row]!)} · ${percent(rows.accuracy[row]!)} · combo ${rows.combo[row]}`;
  });
  const range: uPlot.Range.MinMax = [Math.min(0, rows.time[0] ?? 0), rows.time.at(-1) ?? 1];
  const sync = 'ghostreel-time';
  const shared = { time, onSeek, onHover: (row: number | null) => (hovered.value = row) };
  const scale = useMemo(() => accuracyRange(rows.accuracy), [rows]);
  const accuracyData = useMemo((): uPlot.AlignedData => [rows.time, settledOnly(rows.accuracy, scale)], [rows]);
  const comboData = useMemo((): uPlot.AlignedData => [rows.time, rows.energy, rows.combo], [rows]);
  if (rows.time.length < 2) return null;
  return (
    <section class="block">
      <header>
        <h3>Accuracy over time</h3>
        <span class="readout num" aria-hidden="true">
          {readout}
        </span>
      </header>
      <Plot
        key={`accuracy ${theme.value}`}
        label={`Accuracy over time. ${accuracyInWords(stats)}`}
        height={150}
        data={accuracyData}
        options={() => ({
          padding: [8, 8, 0, 0],
          cursor: { sync: { key: sync, setSeries: false } },
          scales: { x: { time: false, range: () => range }, y: { range: () => scale } },
          axes: [timeAxis(false), valueAxis((value) => `${Math.round(value * 1000) / 10}%`)],
          series: [{}, { stroke: colour('--accent'), width: 1.75, fill: fade('--accent') }],
          hooks: { draw: [(u) => drawStrokes(u, mistakes, 7 * uPlot.pxRatio)] },
        })}
        {...shared}
      />
      <ul class="legend" aria-hidden="true">
        <li class="energy">Energy</li>
        <li class="combo">Combo</li>
        <li class="mistake">Mistake</li>
      </ul>
      <Plot
        key={`combo ${theme.value}`}
        label={`Energy and combo over time. The longest combo is ${stats.hitTracker.maxCombo}.${energyInWords(stats)}`}
        height={96}
        data={comboData}
        options={() => ({
          padding: [4, 8, 0, 0],
          cursor: { sync: { key: sync, setSeries: false } },
          scales: {
            x: { time: false, range: () => range },
            energy: { range: () => [0, 1.04] },
            combo: { range: () => [0, Math.max(1, stats.hitTracker.maxCombo) * 1.04] },
          },
          axes: [timeAxis(), valueAxis((value) => String(value), { scale: 'combo' }), hidden('energy')],
          hooks: { draw: [(u) => emptyAt !== undefined && drawStrokes(u, [emptyAt], u.bbox.height)] },
          series: [
            {},
            { scale: 'energy', stroke: colour('--good', 0.7), width: 1.25, fill: colour('--good', 0.12), paths: steps },
            { scale: 'combo', stroke: colour('--text-2'), width: 1.5, paths: steps },
          ],
        })}
        {...shared}
      />
      <AsTable head={['Time', 'Accuracy', 'Combo', 'Energy']} rows={() => tenths(rows)} />
    </section>
  );
}

interface TimeRows {
  time: number[];
  accuracy: number[];
  combo: number[];
  energy: number[];
}

/** The rows that can be drawn: a damaged file may hold any number for a time. */
function timeRows({ time: times, accuracy, combo, energy }: Course): TimeRows {
  const rows: TimeRows = { time: [], accuracy: [], combo: [], energy: [] };
  let last = -Infinity;
  for (let i = 0; i < times.length; i++) {
    const time = times[i]!;
    if (!Number.isFinite(time) || time < last) continue;
    last = time;
    rows.time.push(time);
    rows.accuracy.push(accuracy[i]!);
    rows.combo.push(combo[i]!);
    rows.energy.push(energy[i]!);
  }
  return rows;
}

const steps = uPlot.paths.stepped!({ align: 1 });

/** The first notes swing the accuracy to and fro: the scale follows what comes after them. */
const unsettled = (accuracy: readonly number[]): number => Math.min(30, accuracy.length >> 2);

function accuracyRange(accuracy: readonly number[]): [number, number] {
  const settled = accuracy.slice(unsettled(accuracy));
  const low = settled.reduce((a, b) => Math.min(a, b), 1);
  const high = settled.reduce((a, b) => Math.max(a, b), 0);
  const room = Math.max(0.005, (high - low) * 0.12);
  return [Math.max(0, low - room), Math.min(1.0005, high + room)];
}

/** Without the first notes' ways out of the scale and back, which would be upright strokes. */
function settledOnly(accuracy: readonly number[], [low, high]: [number, number]): (number | null)[] {
  const until = unsettled(accuracy);
  let from = 0;
  for (let i = 0; i < until; i++) if (accuracy[i]! < low || accuracy[i]! > high) from = i + 1;
  return accuracy.map((value, i) => (i < from ? null : value));
}

/** From the line down into nothing. */
function fade(token: string): uPlot.Series.Fill {
  const [top, bottom] = [colour(token, 0.22), colour(token, 0)];
  return (u) => {
    const gradient = u.ctx.createLinearGradient(0, u.bbox.top, 0, u.bbox.top + u.bbox.height);
    gradient.addColorStop(0, top);
    gradient.addColorStop(1, bottom);
    return gradient;
  };
}

/** Upright strokes from the bottom of a plot, for mistakes. */
function drawStrokes(u: uPlot, times: readonly number[], tall: number): void {
  const { ctx, bbox } = u;
  ctx.save();
  ctx.strokeStyle = colour('--bad');
  ctx.lineWidth = 1.5 * uPlot.pxRatio;
  ctx.beginPath();
  for (const time of times) {
    const x = Math.round(u.valToPos(time, 'x', true));
    if (!(x >= bbox.left && x <= bbox.left + bbox.width)) continue;
    ctx.moveTo(x, bbox.top + bbox.height);
    ctx.lineTo(x, bbox.top + bbox.height - tall);
  }
  ctx.stroke();
  ctx.restore();
}

function accuracyInWords({ details: { accuracy, mistakes } }: BeatSaberStatistics): string {
  const end = accuracy === undefined ? 'No note was played.' : `It ends at ${percent(accuracy)}.`;
  return `${end} ${mistakes.length === 0 ? 'There are no mistakes.' : `${mistakes.length} mistakes are marked.`}`;
}

function energyInWords({ details: { energy } }: BeatSaberStatistics): string {
  return energy.emptyAt === undefined ? '' : ` The energy ran out at ${clockText(energy.emptyAt)}.`;
}

/** The plot's course in eleven rows. */
function tenths(rows: TimeRows): string[][] {
  const [start, end] = [rows.time[0]!, rows.time.at(-1)!];
  return Array.from({ length: 11 }, (_, i) => {
    const time = start + ((end - start) * i) / 10;
    const row = Math.max(0, lastAtOrBefore(rows.time, time));
    const energy = `${Math.round(rows.energy[row]! * 100)}%`;
    return [clockText(time), percent(rows.accuracy[row]!), String(rows.combo[row]), energy];
  });
}
