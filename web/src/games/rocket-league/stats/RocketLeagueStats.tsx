import { type ComponentChildren, Fragment } from 'preact';
import { useState } from 'preact/hooks';
import { Facts } from '../../../stats/Facts';
import { Moments } from '../../../stats/Moments';
import { Narrow } from '../../../stats/Narrow';
import { Terms } from '../../../stats/Terms';
import type { StatsPanelProps } from '../../../stats/types';
import { useStats } from '../../../stats/useStats';
import { BoostOverTime } from './BoostOverTime';
import { useCourse } from './course';
import { HeatMaps } from './HeatMaps';
import { peopleOf, type StatColumn, titleOf, viewsOf } from './people';
import './rocket-league.css';
import type { RocketLeagueStatistics } from './statistics.types';

/** A moment is looked at from here before it, in seconds. */
const LEAD = 2;

/** Rocket League's statistics, which the decoder computes under ballchasing's names. */
export function RocketLeagueStats({ replay, counts, filter, time, onSeek, timeText }: StatsPanelProps) {
  const loaded = useStats<RocketLeagueStatistics>(replay, counts);
  const course = useCourse(replay);
  const [chosen, setChosen] = useState('');
  const [pair, setPair] = useState<readonly [number, number]>([0, 0]);
  if (!loaded) return <p class="stats waiting" aria-busy="true" aria-label="Statistics are computed" />;
  if ('trouble' in loaded) return <p class="stats none">{loaded.trouble}</p>;
  const { stats, sheet, moments } = loaded;
  const views = viewsOf(stats, sheet, pair);
  const people = peopleOf(stats);
  const view = views.find(({ name }) => name === chosen) ?? views[0];
  if (!view) return <p class="stats none">This replay does not say who plays.</p>;
  const { columns } = view;
  const shown = columns.map(({ key }) => key).join();
  /** The plots below a table. */
  const drawn: Record<string, ComponentChildren> = course
    ? {
        Boost: <BoostOverTime key={shown} course={course} columns={columns} time={time} onSeek={onSeek} timeText={timeText} />,
        Position: <HeatMaps course={course} columns={columns} />,
      }
    : {};
  return (
    <div class="stats rocket-league" data-players={columns.length}>
      <Score stats={stats} />
      <Moments
        moments={moments}
        kinds={replay.meta.moment_kinds}
        people={people}
        narrow={(asked) => <Narrow {...asked} people={people} />}
        filter={filter}
        time={time}
        onSeek={onSeek}
        timeText={timeText}
        hueOf={({ team }) => [stats.blue, stats.orange][team ?? -1]?.color}
        leadOf={() => LEAD}
      />
      <div class="columns">
        {views.length > 1 && (
          <div class="choice" role="group" aria-label="Players or teams">
            {views.map(({ name }) => (
              <button key={name} type="button" aria-pressed={name === view.name} onClick={() => setChosen(name)}>
                {name}
              </button>
            ))}
          </div>
        )}
        {view.sides && (
          <div class="choice pair" role="group" aria-label="Compare by">
            {view.sides.map((players, side) => (
              <select
                key={side}
                data-hue={columns[side]!.hue}
                aria-label={side === 0 ? 'Of blue' : 'Of orange'}
                value={pair[side]}
                onChange={(event) => setPair(pair.with(side, Number(event.currentTarget.value)) as unknown as [number, number])}
              >
                {players.map((name, i) => (
                  <option key={i} value={i}>
                    {name}
                  </option>
                ))}
              </select>
            ))}
          </div>
        )}
        <Heads columns={columns} />
      </div>
      {sheet.blocks.map(({ title, rows }) => (
        <Fragment key={title}>
          <Facts title={title} columns={columns} rows={rows} />
          {drawn[title]}
        </Fragment>
      ))}
      <Terms terms={sheet.terms} />
    </div>
  );
}

function Score({ stats }: { stats: RocketLeagueStatistics }) {
  const side = (team: RocketLeagueStatistics['blue']) => (
    <span data-hue={team.color}>
      <small>{titleOf(team)}</small> <b class="num">{team.final_score}</b>
    </span>
  );
  return (
    <p class="score">
      {side(stats.blue)}
      <i aria-hidden="true">:</i>
      {side(stats.orange)}
      {stats.overtime && <small class="overtime">after overtime</small>}
    </p>
  );
}

/** The players of the columns below; stays in sight. Said by each table's own head too, so this is for the eye only. */
function Heads({ columns }: { columns: readonly StatColumn[] }) {
  return (
    <div class="heads" aria-hidden="true">
      <span />
      {columns.map(({ key, name, hue, player, members }) => (
        <span key={key} class="head" data-hue={hue} title={name}>
          <span class="name">
            <b>{player ? player.name : name}</b>
          </span>
          <span class="character">{player ? (player.bot ? 'bot' : (player.car_name ?? '')) : `${members.length} players`}</span>
          {player?.mvp && <span class="won">MVP</span>}
        </span>
      ))}
    </div>
  );
}
