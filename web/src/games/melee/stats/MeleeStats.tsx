import { useState } from 'preact/hooks';
import type { Moment } from '../../../decoder';
import { type Column, Facts } from '../../../stats/Facts';
import { Moments } from '../../../stats/Moments';
import { Narrow } from '../../../stats/Narrow';
import { Terms } from '../../../stats/Terms';
import type { StatsPanelProps } from '../../../stats/types';
import { useStats } from '../../../stats/useStats';
import { Heads } from './Heads';
import { LEAD, Stocks } from './Stocks';
import { teamHue, teamName } from '../teams';
import { hueOf } from './hue';
import './melee.css';
import type { Block } from '../../../decoder/questions.types';
import type { MeleeStatistics } from './statistics.types';

/** Moves shown before one asks for more. */
const MOVES = 8;

const MORE_MOMENTS = { Kills: ({ kind }: Moment) => kind.name === 'kill' };
const AT_LEAST = { unit: '%', values: [10, 20, 30, 40, 50, 60, 80, 100] };

/** Melee's statistics, which the decoder computes. */
export function MeleeStats({ replay, counts, filter, time, onSeek }: StatsPanelProps) {
  const loaded = useStats<MeleeStatistics>(replay, counts);
  const [allMoves, setAllMoves] = useState(false);
  if (!loaded) return <p class="stats waiting" aria-busy="true" aria-label="Statistics are computed" />;
  if ('trouble' in loaded) return <p class="stats none">{loaded.trouble}</p>;
  const { stats, sheet, moments } = loaded;
  const { players } = stats;
  if (players.length === 0) return <p class="stats none">This replay does not say who plays.</p>;
  const columns = players.map((player, i): Column => {
    const { playerIndex, name, port } = player;
    const at = sheet.columns.findIndex(({ of, index }) => of === 'player' && index === i);
    return { key: playerIndex, name: `${name}, port ${port}`, hue: hueOf(player), at };
  });
  const people = players.map(({ name }, player) => ({ whose: { player }, name }));
  const won = players.filter((_, i) => sheet.won.some((at) => columns[i]!.at === at));
  const teams = sheet.columns.flatMap(({ of, index }, at): Column[] =>
    of === 'team' ? [{ key: index, name: teamName(index), hue: teamHue(index), at }] : [],
  );
  const named = (title: string) => sheet.blocks.find((block) => block.title === title);
  const rowsOf = (title: string) => named(title)?.rows ?? [];
  const block = ({ title, rows }: Block) => <Facts key={title} title={title} columns={columns} rows={rows} />;
  const moves = rowsOf('Moves');
  const isFirst = ({ title }: Block) => title === 'Overall' || title === 'Against each';
  const isLast = ({ title }: Block) => !['Overall', 'Against each', 'Kills', 'Moves'].includes(title);
  return (
    <div class="stats melee" data-players={players.length}>
      <Heads players={players} winners={won} label={sheet.won_label} />
      {won.length > 0 && <p class="sr-only">Won: {won.map((p) => p.name).join(', ')}</p>}
      {!stats.gameComplete && <p class="none">The replay ends before the game does.</p>}
      {sheet.remark && <p class="stadium">{sheet.remark}.</p>}
      <Stocks stats={stats} time={time} onSeek={onSeek} />
      {sheet.blocks.filter(isFirst).map(block)}
      <Facts title="Teams" columns={teams} rows={rowsOf('Overall')} named />
      <Moments
        moments={moments}
        kinds={replay.meta.moment_kinds}
        people={people}
        narrow={(asked) => <Narrow {...asked} people={people} atLeast={AT_LEAST} />}
        filter={filter}
        time={time}
        onSeek={onSeek}
        hueOf={({ player }) => (player !== null && players[player] ? hueOf(players[player]) : undefined)}
        leadOf={({ kind }) => (kind.name === 'stock' ? LEAD : 0)}
        more={MORE_MOMENTS}
      />
      <Facts title="Kills" columns={columns} rows={rowsOf('Kills')} />
      <Facts title="Moves" readout={named('Moves')?.note ?? undefined} columns={columns} rows={allMoves ? moves : moves.slice(0, MOVES)}>
        {!allMoves && moves.length > MOVES && (
          <button type="button" class="btn quiet all" onClick={() => setAllMoves(true)}>
            Show all {moves.length}
          </button>
        )}
      </Facts>
      {sheet.blocks.filter(isLast).map(block)}
      <Terms terms={sheet.terms} />
    </div>
  );
}
