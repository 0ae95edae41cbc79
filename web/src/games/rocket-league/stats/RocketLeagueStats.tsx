import { useState } from 'preact/hooks';
import { type Fact, Facts } from '../../../stats/Facts';
import { Moments } from '../../../stats/Moments';
import { Narrow } from '../../../stats/Narrow';
import { Terms } from '../../../stats/Terms';
import type { StatsPanelProps } from '../../../stats/types';
import { useStats } from '../../../stats/useStats';
import { BoostOverTime } from './BoostOverTime';
import { useCourse } from './course';
import * as facts from './facts';
import { HeatMaps } from './HeatMaps';
import { type Who, titleOf, viewsOf } from './people';
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
  const { stats, moments } = loaded;
  const views = viewsOf(stats, pair);
  const view = views.find(({ name }) => name === chosen) ?? views[0];
  if (!view) return <p class="stats none">This replay does not say who plays.</p>;
  const { columns } = view;
  const shown = columns.map(({ key }) => key).join();
  const hasMates = [stats.blue, stats.orange].some(({ players }) => players.length > 1);
  const block = (title: string, rows: Fact[]) => <Facts title={title} columns={columns} facts={rows} />;
  return (
    <div class="stats rocket-league" data-players={columns.length}>
      <Score stats={stats} />
      <Moments
        moments={moments}
        kinds={replay.meta.moment_kinds}
        players={replay.meta.players}
        narrow={(asked) => <Narrow {...asked} players={replay.meta.players} />}
        filter={filter}
        time={time}
        onSeek={onSeek}
        timeText={timeText}
        hueOf={({ team }) => [stats.blue, stats.orange][team]?.color}
        leadOf={() => LEAD}
      />
      <div class="columns">
        {views.length > 1 && (
          <div class="choice" role="group" aria-label="Whose figures">
            {views.map(({ name }) => (
              <button key={name} type="button" aria-pressed={name === view.name} onClick={() => setChosen(name)}>
                {name}
              </button>
            ))}
          </div>
        )}
        {view.sides && (
          <div class="choice pair" role="group" aria-label="Who beside whom">
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
      {block('Scoreboard', facts.core(columns))}
      {block('Ball', facts.ball(columns, stats.events))}
      {block('Boost', facts.boost(columns))}
      {course && <BoostOverTime key={shown} course={course} columns={columns} time={time} onSeek={onSeek} timeText={timeText} />}
      {block('Movement', facts.movement(columns))}
      {block('Position', facts.positioning(columns, hasMates))}
      {course && <HeatMaps course={course} columns={columns} />}
      {block('Settings', facts.settings(columns))}
      <Terms terms={TERMS} />
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

/** Who the columns below belong to; stays in sight. Said by each table's own head too, so this is for the eye only. */
function Heads({ columns }: { columns: readonly Who[] }) {
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

const TERMS: [string, string][] = [
  ['Boost', 'Amounts are in percent of a full tank. A small pad gives 12, a big one fills it up.'],
  ['Stolen', 'Taken in the half of the other team.'],
  ['Wasted at pads', 'What did not fit into the tank any more.'],
  ['Supersonic', '2,200 uu/s and more; at boost speed from 1,410 on. 1 uu is about a centimetre.'],
  ['High in the air', 'Above 840 uu; on the ground up to 20.'],
  ['Possession', 'From a team’s hit to the other team’s next one; what ends in a goal does not count.'],
  ['Last of the team', 'Time nearer to the own goal than all team mates; first likewise.'],
  ['Aerial', 'A touch with the ball at 400 uu or more, and the car well off the ground.'],
  ['Pass', 'Touches of two team mates in a row, at most 3.5 s and at least 500 uu apart.'],
  ['50-50', 'Players of both teams touch the ball within a fifth of a second; it is won if the ball goes their way.'],
  ['Dribble', 'The ball is carried on the car for a second or more.'],
];
