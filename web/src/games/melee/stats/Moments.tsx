import type { ReadonlySignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { clockText } from '../../../ui/format';
import { Moments as List } from '../../../stats/Moments';
import { Port } from './Port';
import { type Moment, combos, conversions, deaths } from './moments';
import type { MeleeStatistics } from './types';

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
  const line = (moment: Moment) => <Line moment={moment} stats={stats} />;
  return <List game="melee" lists={lists} time={time} onSeek={onSeek} line={line} />;
}

function Line({ moment, stats }: { moment: Moment; stats: MeleeStatistics }) {
  const player = (index?: number) => stats.players.find(({ playerIndex }) => playerIndex === index);
  const [by, on] = [player(moment.by), player(moment.on)];
  return (
    <>
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
    </>
  );
}
