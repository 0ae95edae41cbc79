import { useState } from 'preact/hooks';
import type { Moment } from '../../../decoder';
import { type Column, type Fact, Facts } from '../../../stats/Facts';
import { Moments } from '../../../stats/Moments';
import { Narrow } from '../../../stats/Narrow';
import { Terms } from '../../../stats/Terms';
import type { StatsPanelProps } from '../../../stats/types';
import { useStats } from '../../../stats/useStats';
import { FRAME_RATE } from '../frame-rate';
import { Heads } from './Heads';
import { LEAD, Stocks } from './Stocks';
import { Teams } from './Teams';
import * as facts from './facts';
import { hueOf } from './hue';
import './melee.css';
import type { MeleeStatistics, StadiumStats } from './statistics.types';
import { winnersOf } from './winners';

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
  const { stats, moments } = loaded;
  const { players, stadium } = stats;
  if (players.length === 0) return <p class="stats none">This replay does not say who plays.</p>;
  const won = winnersOf(stats);
  const moves = facts.moves(stats);
  const columns = players.map((player): Column => {
    const { playerIndex, name, port } = player;
    return { key: playerIndex, name: `${name}, port ${port}`, hue: hueOf(player) };
  });
  const block = (title: string, rows: Fact[]) => <Facts title={title} columns={columns} facts={rows} />;
  return (
    <div class="stats melee" data-players={players.length}>
      <Heads players={players} winners={won} by={stats.winnersBy} />
      {won.length > 0 && (
        <p class="sr-only">
          Won:{' '}
          {players
            .filter((p) => won.includes(p.playerIndex))
            .map((p) => p.name)
            .join(', ')}
        </p>
      )}
      {!stats.gameComplete && <p class="none">The replay ends before the game does.</p>}
      {stadium && <p class="stadium">{stadiumText(stadium)}</p>}
      <Stocks stats={stats} time={time} onSeek={onSeek} />
      {block('Overall', facts.overall(stats))}
      <Teams stats={stats} />
      {block('Against each', facts.versus(stats))}
      <Moments
        moments={moments}
        kinds={replay.meta.moment_kinds}
        players={replay.meta.players}
        narrow={(asked) => <Narrow {...asked} players={replay.meta.players} atLeast={AT_LEAST} />}
        filter={filter}
        time={time}
        onSeek={onSeek}
        hueOf={({ player }) => players[player] && hueOf(players[player])}
        leadOf={({ kind }) => (kind.name === 'stock' ? LEAD : 0)}
        more={MORE_MOMENTS}
      />
      {block('Kills', facts.kills(stats))}
      <Facts title="Moves" readout="damage, and how often they hit" columns={columns} facts={allMoves ? moves : moves.slice(0, MOVES)}>
        {!allMoves && moves.length > MOVES && (
          <button type="button" class="btn quiet all" onClick={() => setAllMoves(true)}>
            Show all {moves.length}
          </button>
        )}
      </Facts>
      {block('Position', facts.position(stats))}
      {block('L-cancels', facts.lCancels(stats))}
      {block('Techs', facts.techs(stats))}
      {block('Attacks', facts.attacks(stats))}
      {block('Movement', facts.movement(stats))}
      <Terms terms={TERMS} />
    </div>
  );
}

function stadiumText(stadium: StadiumStats): string {
  if (stadium.type === 'home-run-contest') {
    return `Sandbag flew ${stadium.distance.toFixed(1)} ${stadium.units === 'feet' ? 'ft' : 'm'}.`;
  }
  const broken = stadium.targetBreaks.flatMap(({ frameDestroyed }) => (frameDestroyed === null ? [] : [frameDestroyed]));
  const last = broken.length > 0 ? `, the last at ${(Math.max(...broken) / FRAME_RATE).toFixed(2)} s` : '';
  return `Broke ${broken.length} of ${stadium.targetBreaks.length} targets${last}.`;
}

const TERMS: [string, string][] = [
  ['Opening', 'A first hit or grab, and all that follows until the victim is back in control.'],
  ['Conversion', 'An opening that led to more than one move.'],
  ['Neutral win', 'An opening while nobody was being punished.'],
  ['Counter hit', 'An opening by whoever was just being punished.'],
  ['Beneficial trade', 'Both hit at once, and this player got more out of it.'],
  ['Combo', 'Moves that the victim had no way out of.'],
  ['Inputs per minute', 'Buttons, sticks and triggers; digital are the buttons alone.'],
  ['Stage control', 'Time nearer to the middle of the stage, of all time that both were in play.'],
  ['Edgeguard', 'An opponent’s recovery that began with this player’s hit; it succeeds if the stock is lost.'],
];
