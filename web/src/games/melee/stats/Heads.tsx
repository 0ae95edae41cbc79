import { Port } from './Port';
import type { Player, WinnersBy } from './statistics.types';

/** Who the columns below belong to; stays in sight. Said by each table's own head too, so this is for the eye only. */
export function Heads({ players, winners, by }: { players: readonly Player[]; winners: readonly number[]; by: WinnersBy | undefined }) {
  return (
    <div class="heads" aria-hidden="true">
      <span />
      {players.map((player) => (
        <span key={player.playerIndex} class="head" title={player.code ? `${player.name} (${player.code})` : player.name}>
          <span class="name">
            <Port player={player} />
            <b>{player.name}</b>
          </span>
          <span class="character">{player.character}</span>
          {winners.includes(player.playerIndex) && <span class="won">{by === 'standing' ? 'Won by stocks' : 'Won'}</span>}
        </span>
      ))}
    </div>
  );
}
