import { type ReadonlySignal, useComputed } from '@preact/signals';
import { useMemo, useState } from 'preact/hooks';
import { clockText } from '../../ui/format';
import { Port } from './Port';
import { type Moment, combos, conversions, deaths } from './moments';
import type { MeleeStatistics } from './types';

/** A wall of rows helps nobody, but all can be had. */
const SHOWN = 12;

const LISTS = [
  { name: 'Conversions', of: conversions },
  { name: 'Combos', of: combos },
  { name: 'Deaths', of: deaths },
] as const;

interface Props {
  stats: MeleeStatistics;
  time: ReadonlySignal<number>;
  onSeek(time: number): void;
}

/** Conversions, combos and deaths; each goes to its moment. */
export function Moments({ stats, time, onSeek }: Props) {
  const lists = useMemo(() => LISTS.map(({ name, of }) => ({ name, moments: of(stats) })), [stats]);
  const [chosen, setChosen] = useState(0);
  const [all, setAll] = useState(false);
  const { name, moments } = lists[chosen]!;
  // Recomputed each frame, but the list is drawn anew only when another one is the last.
  const current = useComputed(() => moments.findLastIndex((moment) => moment.time <= time.value + 1e-3)).value;
  if (lists.every((list) => list.moments.length === 0)) return null;
  const shown = all ? moments : moments.slice(0, SHOWN);
  return (
    <section class="block">
      <header>
        <h3>Moments</h3>
        <div class="choice" role="group" aria-label="Which moments">
          {lists.map((list, i) => (
            <button key={list.name} type="button" aria-pressed={i === chosen} onClick={() => setChosen(i)}>
              {list.name} <small class="num">{list.moments.length}</small>
            </button>
          ))}
        </div>
      </header>
      {moments.length === 0 ? (
        <p class="none">None.</p>
      ) : (
        <ol class="moments melee" aria-label={name}>
          {shown.map((moment, i) => (
            <li key={`${chosen} ${i}`}>
              <Line moment={moment} stats={stats} isCurrent={i === current} onSeek={onSeek} />
            </li>
          ))}
        </ol>
      )}
      {shown.length < moments.length && (
        <button type="button" class="btn quiet all" onClick={() => setAll(true)}>
          Show all {moments.length}
        </button>
      )}
    </section>
  );
}

function Line(props: { moment: Moment; stats: MeleeStatistics; isCurrent: boolean; onSeek(time: number): void }) {
  const { moment, stats, isCurrent, onSeek } = props;
  const player = (index?: number) => stats.players.find(({ playerIndex }) => playerIndex === index);
  const [by, on] = [player(moment.by), player(moment.on)];
  return (
    <button type="button" aria-current={isCurrent ? 'true' : undefined} onClick={() => onSeek(moment.time)}>
      <span class="at num">{clockText(Math.max(0, moment.time))}</span>
      <span class="who" title={`${by ? `${by.name} on ` : ''}${on?.name ?? ''}`}>
        <Port player={by} />
        {by && <span aria-hidden="true">→</span>}
        <span class="sr-only">{by ? ' on ' : ''}</span>
        <Port player={on} />
      </span>
      <span class="what num">{moment.what}</span>
      <span class="aside">{moment.aside}</span>
      {moment.kill && <span class="kill">Kill</span>}
    </button>
  );
}
