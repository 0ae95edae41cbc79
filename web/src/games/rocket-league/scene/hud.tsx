import type { Signal } from '@preact/signals';
import { at } from '../../../stage/columns';
import { TEAM_NAMES } from '../rules';
import { cameraOf } from './cameras';
import type { Car } from './cars';
import { type Game, itemAt, type Player, rowAt, stepAt } from './data';
import { goalReplayAt, announcedGoalAt, shownTimeAt, speedText, type Story } from './goals';
import { gameClockText, isOvertime } from './match-time';
import { OwnPanel } from './own-panel';
import { hasLeft, isHere, keysAt, teamSizeOf } from './roster';
import { wholePercentOf } from './tank';
import './hud.css';

export interface Board {
  blue: number;
  orange: number;
  clock: string;
  /** The state beside play: a goal's replay, a countdown, … */
  phase: string;
  state: string;
}

const PHASES: Record<string, string> = {
  PostGoalScored: 'Goal',
  Finished: 'Finished',
};

export function boardAt({ scoreboard, states }: Game, time: number): Board {
  const row = stepAt(scoreboard, time);
  const read = (name: string) => Math.max(0, at(scoreboard, name, row));
  const state = row < 0 ? '' : (states[at(scoreboard, 'state', row)] ?? '');
  const over = isOvertime(scoreboard, row);
  const countdown = state === 'Countdown' ? `Kick-off${read('countdown') > 0 ? ` in ${read('countdown')}` : ''}` : '';
  return {
    blue: read('blue'),
    orange: read('orange'),
    clock: gameClockText(scoreboard, row),
    phase: PHASES[state] ?? (countdown || (over ? 'Overtime' : '')),
    state,
  };
}

/** Scores and clock on top; at the sides the players, with points and boost; below, the watched player's inputs. */
export function hudOf(
  game: Game,
  { goals, goalReplays }: Story,
  now: Car[],
  shown: Signal<number>,
  camera: Signal<string>,
  watchedAt: (time: number, camera: string) => Player | null,
) {
  const size = teamSizeOf(game);
  return function Hud() {
    const time = shown.value;
    const board = boardAt(game, time);
    const goalReplay = goalReplayAt(goalReplays, time);
    const goal = announcedGoalAt(goals, shownTimeAt(goalReplays, time));
    const watched = watchedAt(time, camera.value);
    const keys = keysAt(game, time);
    const phase = goalReplay ? 'Goal replay' : board.phase;
    return (
      <div class="rl-hud num">
        <Side game={game} cars={now} team={0} size={size} keys={keys} time={time} camera={camera.value} />
        <div class="rl-top" role="timer">
          <strong data-team="0" data-hud="blue" aria-label={TEAM_NAMES[0]}>
            {board.blue}
          </strong>
          <span data-hud="clock">{board.clock}</span>
          <strong data-team="1" data-hud="orange" aria-label={TEAM_NAMES[1]}>
            {board.orange}
          </strong>
          {phase && (
            <em data-hud="phase" data-goal-replay={goalReplay !== undefined}>
              {phase}
            </em>
          )}
        </div>
        <Side game={game} cars={now} team={1} size={size} keys={keys} time={time} camera={camera.value} />
        {goal && (
          <p class="rl-goal" data-hud="goal" data-team={goal.team}>
            <b>Goal</b>
            {goal.name && <strong>{goal.name}</strong>}
            {goal.speed > 0 && <span>{speedText(goal.speed)}</span>}
          </p>
        )}
        {watched && <OwnPanel game={game} player={watched} time={shownTimeAt(goalReplays, time)} />}
      </div>
    );
  };
}

/** `BallFreeze` as people write it. */
const spoken = (name: string): string => name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();

interface SideProps {
  game: Game;
  /** Of both teams: a car's place is that of its player's camera. */
  cars: Car[];
  team: number;
  /** The players of a team of which nobody is missing. */
  size: number;
  /** By a car's place. */
  keys: ReadonlyMap<number, number>;
  time: number;
  /** The camera that is in use. */
  camera: string;
}

/** The players of a team. A press on one follows them; another goes back to the match. */
function Side({ game, cars, team, size, keys, time, camera }: SideProps) {
  const side = cars.map((car, place) => ({ car, place })).filter(({ car }) => car.player.team === team);
  const here = side.filter(({ car }) => isHere(car.player, time));
  // Whoever came in place of them stands there instead.
  const left = side
    .filter(({ car }) => hasLeft(car.player, time))
    .reverse()
    .slice(0, Math.max(0, size - here.length));
  return (
    <ul class="rl-side" data-team={team} aria-label={team === 0 ? 'Blue team' : 'Orange team'}>
      {here.map(({ car, place }) => {
        const own = cameraOf(place);
        const isFollowed = camera === own;
        const key = keys.get(place);
        const row = rowAt(game.player_scores, car.player.scores, time);
        const item = itemAt(game, car.player, time);
        const percent = wholePercentOf(car.boost);
        return (
          <li key={car.player.index} data-away={!car.there} data-followed={isFollowed}>
            <span class="rl-key" aria-hidden="true">
              {key}
            </span>
            <span class="rl-name">
              <button
                type="button"
                data-camera={isFollowed ? 'match' : own}
                aria-pressed={isFollowed}
                title={`${isFollowed ? 'Back to the match' : `Follow ${car.player.name}`}${key ? ` (${isFollowed ? 0 : key})` : ''}`}
              >
                {car.player.name}
              </button>
              {car.there && car.pose.isHeld && <small class="rl-item">no data</small>}
              {item && (
                <small class="rl-item" data-active={item.isUsed}>
                  {spoken(item.name)}
                </small>
              )}
            </span>
            <span class="rl-points">{at(game.player_scores, 'score', row)}</span>
            {percent !== null && (
              <>
                <span class="rl-boost" data-active={car.boosting} role="meter" aria-label="Boost" aria-valuenow={percent}>
                  <i style={{ width: `${percent}%` }} />
                </span>
                <span class="rl-amount">{percent}</span>
              </>
            )}
          </li>
        );
      })}
      {left.map(({ car: { player } }) => (
        <li key={player.index} data-left="true">
          <span class="rl-key" />
          <span class="rl-name">
            {player.name} <small>left</small>
          </span>
          <span class="rl-points">{at(game.player_scores, 'score', rowAt(game.player_scores, player.scores, time))}</span>
        </li>
      ))}
    </ul>
  );
}
