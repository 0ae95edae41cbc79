import { type ReadonlySignal, useComputed } from '@preact/signals';
import { useMemo, useState } from 'preact/hooks';
import { clockText } from '../../ui/format';
import { type Moment, listsOf } from './moments';
import type { RocketLeagueStatistics } from './types';

/** A wall of rows helps nobody, but all can be had. */
const SHOWN = 12;
/** A moment is looked at from here before it, in seconds. */
const LEAD = 2;

interface Props {
  stats: RocketLeagueStatistics;
  time: ReadonlySignal<number>;
  onSeek(time: number): void;
}

/** Goals, saves, demolitions and what else happens; each line goes to its moment. */
export function Moments({ stats, time, onSeek }: Props) {
  const lists = useMemo(() => listsOf(stats), [stats]);
  const [chosen, setChosen] = useState('');
  const [all, setAll] = useState(false);
  const list = lists.find(({ name }) => name === chosen) ?? lists[0];
  // Recomputed each frame, but the list is drawn anew only when another one is the last.
  const current = useComputed(() => list?.moments.findLastIndex((moment) => moment.time <= time.value + LEAD + 1e-3)).value;
  if (!list) return null;
  const { name, moments } = list;
  const shown = all ? moments : moments.slice(0, SHOWN);
  const choose = (to: string) => (setChosen(to), setAll(false));
  return (
    <section class="block">
      <header>
        <h3>Moments</h3>
      </header>
      <div class="choice" role="group" aria-label="Which moments">
        {lists.map((one) => (
          <button key={one.name} type="button" aria-pressed={one === list} onClick={() => choose(one.name)}>
            {one.name} <small class="num">{one.moments.length}</small>
          </button>
        ))}
      </div>
      <ol class="moments rocket-league" aria-label={name}>
        {shown.map((moment, i) => (
          <li key={`${name} ${i}`}>
            <Line moment={moment} stats={stats} isCurrent={i === current} onSeek={onSeek} />
          </li>
        ))}
      </ol>
      {shown.length < moments.length && (
        <button type="button" class="btn quiet all" onClick={() => setAll(true)}>
          Show all {moments.length}
        </button>
      )}
    </section>
  );
}

function Line(props: { moment: Moment; stats: RocketLeagueStatistics; isCurrent: boolean; onSeek(time: number): void }) {
  const { moment, stats, isCurrent, onSeek } = props;
  const team = moment.side === undefined ? undefined : moment.side === 0 ? 'blue' : 'orange';
  return (
    <button type="button" aria-current={isCurrent ? 'true' : undefined} onClick={() => onSeek(Math.max(0, moment.time - LEAD))}>
      <span class="at num">{clockText(moment.time)}</span>
      <span class="who">
        <Name index={moment.by} stats={stats} team={team} />
        {moment.sign && (
          <>
            <span class="sign">{moment.sign}</span>
            <Name index={moment.on} stats={stats} />
          </>
        )}
      </span>
      <span class="aside num">{moment.aside}</span>
    </button>
  );
}

/** A player in the team's colour; the team's own name where nobody is known. */
function Name({ index, stats, team }: { index?: number; stats: RocketLeagueStatistics; team?: 'blue' | 'orange' }) {
  const sides = [stats.blue, stats.orange];
  const side = sides.find(({ players }) => players.some((player) => player.index === index));
  const player = side?.players.find((one) => one.index === index);
  return (
    <b class="player" data-hue={team ?? side?.color}>
      {player?.name ?? (team === undefined ? 'Nobody' : team === 'blue' ? 'Blue' : 'Orange')}
    </b>
  );
}
