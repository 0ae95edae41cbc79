import { useComputed, useSignal } from '@preact/signals';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type uPlot from 'uplot';
import type { ColumnInfo, TableInfo } from '../../../decoder';
import { Moments } from '../../../stats/Moments';
import { timeAxis, valueAxis } from '../../../stats/plot/axes';
import { Plot } from '../../../stats/plot/Plot';
import type { StatsPanelProps } from '../../../stats/types';
import { lastAtOrBefore } from '../../../stage/times';
import { clockText } from '../../../ui/format';
import { theme } from '../../../ui/theme';
import { ownerOf, placesOf, plottable } from '../bodies';
import { eventsOf } from '../events';
import { hueOf } from '../palette';
import { type Series, seriesOf } from '../series';
import { Session } from '../session';
import { capital, spaced, valueText } from '../text';
import '../../../stats/panel.css';
import '../generic.css';

/** So many columns are drawn before anyone chooses. */
const FIRST = 4;
/** While a reel comes, plots are drawn again no more often than this. */
const REDRAW_MILLIS = 700;

interface Plotted {
  name: string;
  table: TableInfo;
  column: ColumnInfo;
}

/** Plots of columns over time, and events. */
export function ReelStats({ replay, filter, time, onSeek }: StatsPanelProps) {
  const session = useMemo(() => Session.of(replay), [replay]);
  const columns = useMemo(() => columnsOf(session), [session]);
  const [chosen, setChosen] = useState<readonly string[]>(() => firstOf(session, columns));
  const version = useVersion(session);
  const events = useMemo(() => eventsOf(session), [session, version]);
  const several = new Set(columns.map(({ table }) => table)).size > 1;
  const shown = columns.filter(({ name }) => chosen.includes(name));
  useEffect(() => {
    for (const { table, column } of shown) {
      const owner = ownerOf(table);
      session.want(table, owner ? [column.name, owner] : [column.name]);
    }
    void session.fill().catch(() => undefined);
  }, [session, chosen]);
  const toggle = (name: string) => setChosen(chosen.includes(name) ? chosen.filter((other) => other !== name) : [...chosen, name]);
  return (
    <div class="stats reel">
      <About replay={replay} />
      {columns.length > 0 && (
        <section class="block">
          <header>
            <h3>Columns</h3>
          </header>
          <div class="choice columns" role="group" aria-label="Columns to plot">
            {columns.map(({ name, table, column }) => (
              <button key={name} type="button" aria-pressed={chosen.includes(name)} onClick={() => toggle(name)}>
                {several && <small>{spaced(table.name)} </small>}
                {spaced(column.name)}
              </button>
            ))}
          </div>
        </section>
      )}
      {shown.map((plotted) => (
        <ColumnPlot key={plotted.name} {...plotted} session={session} version={version} time={time} onSeek={onSeek} />
      ))}
      <Moments moments={events.moments} kinds={events.kinds} filter={filter} time={time} onSeek={onSeek} hueOf={({ kind }) => kind.color} />
    </div>
  );
}

function About({ replay }: Pick<StatsPanelProps, 'replay'>) {
  const { details, writer } = replay.meta;
  const facts = [...Object.entries(details), ...(writer ? [['software', writer] as const] : [])];
  if (facts.length === 0) return null;
  return (
    <dl class="reel-about">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{capital(spaced(name))}</dt>
          <dd>{String(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

interface ColumnPlotProps extends Plotted, Pick<StatsPanelProps, 'time' | 'onSeek'> {
  session: Session;
  version: number;
}

function ColumnPlot({ table, column, session, version, time, onSeek }: ColumnPlotProps) {
  const series = useMemo(() => seriesOf(session, table, column.name), [session, table, column, version]);
  const data = useMemo((): uPlot.AlignedData => [series.times, ...series.lines.map(({ values }) => values)], [series]);
  const hovered = useSignal<number | null>(null);
  // A value read from signals follows them only if it is one itself.
  const current = useSignal(series);
  useEffect(() => void (current.value = series), [series]);
  const unit = column.unit ? ` ${column.unit}` : '';
  const readout = useComputed(() => {
    const { times, lines } = current.value;
    const row = hovered.value ?? lastAtOrBefore(times, time.value);
    const values = lines.slice(0, 3).map((line) => latest(line.values, row));
    return `${clockText(hovered.value === null ? time.value : (times[row] ?? 0))} · ${values.map((value) => (value === '' ? '–' : value + unit)).join(' · ')}`;
  });
  const { start, end } = session.span;
  const name = capital(spaced(column.name));
  return (
    <section class="block">
      <header>
        <h3 title={column.meaning ?? ''}>
          {name} {column.unit && <small class="unit">{column.unit}</small>}
        </h3>
        <span class="readout num" aria-hidden="true">
          {readout}
        </span>
      </header>
      <Plot
        key={theme.value}
        label={`${name} over time. ${column.meaning ?? ''} ${inWords(series, unit)}`}
        height={116}
        data={data}
        time={time}
        onSeek={onSeek}
        onHover={(row) => (hovered.value = row)}
        options={() => ({
          padding: [8, 8, 0, 0],
          cursor: { sync: { key: 'ghostreel-time', setSeries: false } },
          scales: { x: { time: false, range: () => [start, Math.max(end, start + 1e-3)] }, y: { range: rangeOf } },
          axes: [timeAxis(), valueAxis((value) => valueText(value))],
          series: [
            {},
            ...series.lines.map((_, i) => ({ stroke: hueOf(theme.value, i), width: 1.5, points: { show: false }, spanGaps: false })),
          ],
        })}
      />
      {series.lines.length > 1 && (
        <ul class="legend" aria-hidden="true">
          {series.lines.map(({ label }, i) => (
            <li key={label} style={{ '--key': hueOf(theme.value, i) }}>
              {label}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** With room above and below; constants stand in the middle. */
function rangeOf(_: uPlot, low: number | null, high: number | null): uPlot.Range.MinMax {
  if (low === null || high === null) return [0, 1];
  const room = (high - low) * 0.08 || Math.abs(high) * 0.1 || 1;
  return [low - room, high + room];
}

function latest(values: Series['lines'][number]['values'], row: number): string {
  for (let at = row; at >= 0; at--) {
    const value = values[at];
    if (value === null) return '';
    if (value !== undefined) return valueText(value);
  }
  return '';
}

function inWords({ lines }: Series, unit: string): string {
  const summaries = lines.map(({ label, values }) => {
    const there = values.filter((value): value is number => typeof value === 'number');
    const [low, high] = [there.reduce((a, b) => Math.min(a, b), Infinity), there.reduce((a, b) => Math.max(a, b), -Infinity)];
    return there.length === 0 ? '' : `${label ? `${label}: ` : ''}from ${valueText(low)} to ${valueText(high)}${unit}.`;
  });
  return summaries.join(' ');
}

function columnsOf(session: Session): Plotted[] {
  return session
    .tables('states', 'steps')
    .flatMap((table) => plottable(table).map((column) => ({ name: `${table.name}.${column.name}`, table, column })));
}

/** Other values than places say more in a plot; places are seen in the picture. */
function firstOf(session: Session, columns: readonly Plotted[]): string[] {
  const tables = session.tables('states', 'steps');
  const places = placesOf({ tables }).flatMap(({ table, position, rotation }) =>
    [...position, ...(rotation ?? [])].map((name) => `${table.name}.${name}`),
  );
  const others = columns.filter(({ name }) => !places.includes(name));
  return (others.length > 0 ? others : columns).slice(0, FIRST).map(({ name }) => name);
}

/** Changes when more of the reel is here, but not too often. */
function useVersion(session: Session): number {
  const [version, setVersion] = useState(session.version.peek());
  useEffect(() => {
    let timer = 0;
    const stop = session.version.subscribe((now) => {
      clearTimeout(timer);
      timer = window.setTimeout(() => setVersion(now), version === 0 ? 0 : REDRAW_MILLIS);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [session]);
  return version;
}
