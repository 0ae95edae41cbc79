import type { ReadonlySignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { clockText } from '../../../ui/format';
import { Moments as List } from '../../../stats/Moments';
import { type Moment, listsOf } from './moments';
import type { RocketLeagueStatistics } from './types';

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
  const line = (moment: Moment) => <Line moment={moment} stats={stats} />;
  return <List game="rocket-league" lists={lists} time={time} lead={LEAD} onSeek={onSeek} line={line} />;
}

function Line({ moment, stats }: { moment: Moment; stats: RocketLeagueStatistics }) {
  const team = moment.side === undefined ? undefined : moment.side === 0 ? 'blue' : 'orange';
  return (
    <>
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
    </>
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
