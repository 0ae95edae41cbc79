import { type ReadonlySignal, useComputed, useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import uPlot from 'uplot';
import { lastAtOrBefore } from '../../../stage/times';
import { Plot } from '../../../stats/plot/Plot';
import { timeAxis, valueAxis } from '../../../stats/plot/axes';
import { colour } from '../../../stats/plot/colours';
import { clockText, signed } from '../../../ui/format';
import { theme } from '../../../ui/theme';
import { type Play, plays } from '../plays';
import { AsTable } from './AsTable';
import { leadsOf } from './leads';

interface Props {
  time: ReadonlySignal<number>;
  onSeek(time: number): void;
}

/** How far the other plays are ahead of the first over time, in points and in accuracy. */
export function Lead({ time, onSeek }: Props) {
  const shown = plays.value;
  const leads = useMemo(() => leadsOf(shown), [shown]);
  const points = useMemo((): uPlot.AlignedData => [leads.time, zeros(leads.time), ...leads.points], [leads]);
  const accuracy = useMemo((): uPlot.AlignedData => [leads.time, zeros(leads.time), ...leads.accuracy], [leads]);
  const hovered = useSignal<number | null>(null);
  const row = useComputed(() => hovered.value ?? lastAtOrBefore(leads.time, time.value));
  const [first, ...others] = shown;
  if (!first || leads.time.length < 2) return null;
  const range: uPlot.Range.MinMax = [Math.min(0, leads.time[0]!), leads.time.at(-1)!];
  const options = (values: readonly Values[], least: number, text: (value: number) => string, labels: boolean) => () => ({
    padding: [8, 8, 0, 0] as uPlot.Padding,
    cursor: { sync: { key: 'ghostreel-time', setSeries: false } },
    scales: { x: { time: false, range: () => range }, y: { range: () => rangeOf(values, least) } },
    axes: [timeAxis(labels), valueAxis(text)],
    series: [
      {},
      { stroke: colour('--text-3'), width: 1 },
      ...others.map((play) => ({ stroke: play.colour ?? colour('--text'), width: 1.75, paths: steps })),
    ],
  });
  const shared = { time, onSeek, onHover: (row: number | null) => (hovered.value = row) };
  const isCounted = leads.accuracy.some((values) => values.some((value) => value !== null));
  return (
    <section class="block lead">
      <header>
        <h3>Lead over time</h3>
        <span class="readout num" aria-hidden="true">
          {row.value < 0 ? 'Before the first note' : clockText(leads.time[row.value]!)} · ahead of {first.name}
        </span>
      </header>
      <Plot
        key={`points ${theme.value}`}
        label={`Lead over time, in points. ${endInWords(first, others, leads.points)}`}
        height={120}
        data={points}
        options={options(leads.points, 100, thousands, !isCounted)}
        {...shared}
      />
      {isCounted && (
        <Plot
          key={`accuracy ${theme.value}`}
          label={`Lead over time, in accuracy, against ${first.name}`}
          height={96}
          data={accuracy}
          options={options(leads.accuracy, 0.002, (value) => `${plus(value)}${Math.round(Math.abs(value) * 1e4) / 100}%`, true)}
          {...shared}
        />
      )}
      <ul class="legend num" aria-hidden="true">
        {others.map(({ name, colour }, i) => (
          <li key={i} style={{ '--key': colour ?? undefined }}>
            {name} <b>{signed(leads.points[i]![row.value] ?? 0)}</b> {share(leads.accuracy[i]![row.value])}
          </li>
        ))}
      </ul>
      <AsTable head={['Time', ...others.map(({ name }) => name)]} rows={() => tenths(leads.time, leads.points)} />
    </section>
  );
}

type Values = readonly (number | null)[];

const zeros = (time: readonly number[]): number[] => time.map(() => 0);
const steps = uPlot.paths.stepped!({ align: 1 });
const plus = (value: number): string => (value > 0 ? '+' : value < 0 ? '−' : '');

/** Points as short as an axis needs them: `+2.5k`. */
const thousands = (value: number): string => {
  const size = Math.abs(value);
  return `${plus(value)}${size < 1000 ? size : `${size / 1000}k`}`;
};

const share = (accuracy: number | null | undefined): string =>
  accuracy == null ? '' : `${plus(accuracy) || '±'}${(Math.abs(accuracy) * 100).toFixed(2)}%`;

/** The range of all of them and of 0, the place of the first. `least`: the room above and below. */
function rangeOf(all: readonly Values[], least: number): uPlot.Range.MinMax {
  let [low, high] = [0, 0];
  for (const values of all) {
    for (const value of values) [low, high] = [Math.min(low, value ?? 0), Math.max(high, value ?? 0)];
  }
  const room = Math.max((high - low) * 0.08, least);
  return [low - room, high + room];
}

function endInWords(first: Play, others: readonly Play[], points: readonly Values[]): string {
  const ends = others.map(({ name }, i) => {
    const lead = points[i]!.at(-1) ?? 0;
    if (lead === 0) return `${name} is level with ${first.name}`;
    return `${name} is ${Math.abs(lead)} points ${lead > 0 ? 'ahead of' : 'behind'} ${first.name}`;
  });
  return `At the end ${ends.join(', and ')}.`;
}

/** The course of the points in eleven rows. */
function tenths(times: readonly number[], points: readonly Values[]): string[][] {
  const [start, end] = [times[0]!, times.at(-1)!];
  return Array.from({ length: 11 }, (_, i) => {
    const time = start + ((end - start) * i) / 10;
    const row = Math.max(0, lastAtOrBefore(times, time));
    return [clockText(time), ...points.map((values) => signed(values[row] ?? 0))];
  });
}
