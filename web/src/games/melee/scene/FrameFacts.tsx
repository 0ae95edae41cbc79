import { at } from '../../../stage/columns';
import { type Game, indexAt, stateName } from './data';
import type { Fighter } from './fighter';

/** The name of a fighter's action state and how many frames it has been in it, as the file has them. */
export function FrameFacts({ game, fighter: { track, state }, time }: { game: Game; fighter: Fighter; time: number }) {
  const row = track.rows[indexAt(game, time)] ?? -1;
  const port = track.port + 1;
  // A state's frame is a fraction where its animation does not run at its own pace.
  const counter = at(game.frames, 'post.action_state_counter', row);
  const known = row >= 0 && game.frames['post.action_state_counter'];
  return (
    <span class="melee-state" data-hud={`${track.follower ? 'nana-' : ''}state-${port}`}>
      {track.follower && 'Nana '}
      {row < 0 ? 'not in play' : <strong title={`Action state ${state}`}>{stateName(game, row)}</strong>}
      {known && (
        <>
          {' · frame '}
          <strong>{Number(counter.toFixed(1))}</strong>
        </>
      )}
    </span>
  );
}
