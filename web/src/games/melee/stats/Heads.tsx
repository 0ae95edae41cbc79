import { goesByCharacter } from '../names';
import { Port } from './Port';
import type { Player } from './statistics.types';

/** The players of the columns below; stays in sight. Said by each table's own head too, so this is for the eye only. */
export function Heads({ players, winners, label }: { players: readonly Player[]; winners: readonly Player[]; label: string }) {
  return (
    <div class="heads" aria-hidden="true">
      <span />
      {players.map((player) => (
        <span key={player.playerIndex} class="head" title={player.code ? `${player.name} (${player.code})` : player.name}>
          <span class="name">
            <Port player={player} />
            <b>{player.name}</b>
          </span>
          {!goesByCharacter(player.name, player.character) && <span class="character">{player.character}</span>}
          {winners.includes(player) && <span class="won">{label}</span>}
        </span>
      ))}
    </div>
  );
}
