import type { Signal } from '@preact/signals';
import { valueAt } from '../../../stage/columns';
import { goesByCharacter } from '../names';
import { BUTTONS, FIRST_FRAME, FIRST_PLAYABLE_FRAME, FRAME_RATE } from '../rules';
import { teamHue, teamName } from '../teams';
import { type Game, indexAt } from './data';
import type { Hit } from './events';
import type { Fighter } from './fighter';
import { FrameFacts } from './FrameFacts';
import { hueOf } from './palette';
import { type Side, sidesOf } from './sides';
import { showsControllers, showsFrames } from './Tools';
import './hud.css';

/** Hits no further apart than this, in seconds, are counted together, and shown as long. */
const STREAK_SECONDS = 0.75;
const BUMP_SECONDS = 0.22;
/** Seconds before the timer starts at which players can act. */
const GO = FIRST_PLAYABLE_FRAME / FRAME_RATE;

export interface Clock {
  /** `none`, `down` or `up`. */
  timer: string;
  seconds: number;
}

interface Hud {
  game: () => Game;
  clock: Clock;
  hits: () => Hit[];
  now: () => Fighter[];
  /** Index of the frame shown. */
  frame: Signal<number>;
}

/** The timer on top; along the foot stocks, percents and controllers. */
export function hudOf(hud: Hud) {
  return function Hud() {
    const index = hud.frame.value; // Drawn again when, and only when, another frame is shown.
    const game = hud.game();
    const time = game.times[Math.max(0, index)]!;
    const leaders = hud.now().filter((fighter) => !fighter.track.follower);
    const sides = sidesOf(game);
    return (
      <>
        <div class="melee-top num" role="timer" data-covers="top">
          {game.teams && <Score leaders={leaders} sides={sides.slice(0, 1)} />}
          <span data-hud="timer">{timerText(hud.clock, time)}</span>
          {game.teams && <Score leaders={leaders} sides={sides.slice(1)} />}
          {showsFrames.value && <span class="melee-frame">frame {index + FIRST_FRAME}</span>}
        </div>
        <div class="melee-hud num" role="group" aria-label="Players" data-covers="bottom" data-players={leaders.length}>
          {leaders.map((fighter) => (
            <Card key={fighter.track.port} fighter={fighter} hud={hud} time={time} />
          ))}
        </div>
      </>
    );
  };
}

/** The match timer at a time, as the game shows it: `m:ss.hh`. Before play begins, `Ready` and `Go!`. */
export function timerText({ timer, seconds }: Clock, time: number): string {
  if (time < GO) return 'Ready';
  if (time < 0) return 'Go!';
  const left = timer === 'down' ? Math.max(0, seconds - time) : time;
  const hundredths = Math.floor(left * 100 + 1e-6);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${Math.floor(hundredths / 6000)}:${two(Math.floor(hundredths / 100) % 60)}.${two(hundredths % 100)}`;
}

/** Stocks that each of some teams has left. */
function Score({ leaders, sides }: { leaders: Fighter[]; sides: Side[] }) {
  return sides.map(({ team, players }) => {
    const members = leaders.filter(({ track }) => players.some(({ port }) => port === track.port));
    const stocks = members.reduce((sum, fighter) => sum + fighter.stocks, 0);
    return (
      <strong key={team} class="melee-score" data-hue={teamHue(team ?? 0)} aria-label={`${teamName(team ?? 0)}: ${stocks} stocks`}>
        {stocks}
      </strong>
    );
  });
}

function Card({ fighter, hud, time }: { fighter: Fighter; hud: Hud; time: number }) {
  const game = hud.game();
  const { port } = fighter.track;
  const player = game.who[port];
  const streak = streakOf(hud.hits(), fighter, time);
  const bump = streak ? Math.max(0, 1 - (time - streak.last) / BUMP_SECONDS) : 0;
  const nana = hud.now().find((other) => other.track.port === port && other.track.follower);
  const both = nana ? [fighter, nana] : [fighter];
  return (
    <div class="melee-card" data-hue={hueOf(game, port) + 1} data-out={fighter.stocks === 0}>
      <div class="melee-line">
        <span
          class="melee-percent"
          data-hud={`percent-${port + 1}`}
          data-heat={heat(fighter.percent)}
          style={{ transform: bump > 0 ? `scale(${1 + bump * 0.25})` : '' }}
        >
          {Math.floor(fighter.percent)}
          <small>%</small>
        </span>
        {nana && (
          <span class="melee-nana" data-hud={`nana-${port + 1}`} data-away={!nana.visible}>
            Nana <strong>{nana.visible ? `${Math.floor(nana.percent)}%` : '–'}</strong>
          </span>
        )}
        <span class="melee-who">
          <span class="melee-name">{player?.name}</span>
          <span class="melee-character">
            {streak && streak.count > 1 && (
              <span class="melee-streak" data-hud={`streak-${port + 1}`}>
                {streak.count} hits · {Math.round(streak.damage)} %
              </span>
            )}
            {!goesByCharacter(player?.name ?? '', fighter.character.name) && <span class="melee-fighter">{fighter.character.name}</span>}
            <span class="melee-stocks" role="img" aria-label={`${fighter.stocks} stocks`}>
              {fighter.stocks > 5
                ? `× ${fighter.stocks}`
                : Array.from({ length: fighter.stocks }, (_, i) => <Icon key={i} fighter={fighter} />)}
            </span>
          </span>
        </span>
      </div>
      {showsFrames.value && (
        <span class="melee-states">
          {both.map((one) => (
            <FrameFacts key={one.track.follower} game={game} fighter={one} time={time} />
          ))}
        </span>
      )}
      {showsControllers.value && <Controller game={game} row={fighter.track.rows[indexAt(game, time)] ?? -1} />}
    </div>
  );
}

/** A head, as small as it gets. */
function Icon({ fighter }: { fighter: Fighter }) {
  const { eared, accent } = fighter.character;
  return (
    <svg viewBox="0 0 12 13">
      {eared && <path d="M2 6L1 0l5 3 5-3-1 6z" />}
      <circle cx="6" cy="7.5" r="5" />
      <circle class="face" cx="7" cy="7.5" r="3.2" style={{ fill: accent }} />
    </svg>
  );
}

/** The hits on a fighter that the one just taken is the last of. */
function streakOf(hits: Hit[], fighter: Fighter, time: number) {
  let streak: { count: number; damage: number; first: number; last: number } | null = null;
  for (let i = hits.length - 1; i >= 0; i--) {
    const hit = hits[i]!;
    if (hit.time > time || hit.track !== fighter.track) continue;
    if ((streak?.first ?? time) - hit.time > STREAK_SECONDS) break;
    streak ??= { count: 0, damage: 0, first: hit.time, last: hit.time };
    streak.count++;
    streak.damage += hit.damage;
    streak.first = hit.time;
  }
  return streak;
}

/** Steps of the ramp from unhurt to about to fly. */
const heat = (percent: number): number => [15, 35, 60, 90, 125, 170].filter((step) => percent >= step).length;

/** The cross, by bit. */
const CROSS: [number, number, number][] = [
  [BUTTONS.left, -4, 0],
  [BUTTONS.right, 4, 0],
  [BUTTONS.down, 0, 4],
  [BUTTONS.up, 0, -4],
];

function Controller({ game, row }: { game: Game; row: number }) {
  const read = (name: string) => (row < 0 ? 0 : (valueAt(game.frames, `pre.${name}`, row) ?? 0));
  const buttons = read('physical_buttons');
  const on = (bit: number) => ((buttons & bit) !== 0 ? 'on' : undefined);
  const trigger = (bit: number, value: number) => ((buttons & bit) !== 0 ? 1 : Math.min(1, Math.max(0, value)));
  const l = trigger(BUTTONS.L, read('physical_l_trigger'));
  const r = trigger(BUTTONS.R, read('physical_r_trigger'));
  return (
    <svg class="melee-pad" viewBox="0 0 124 50" aria-hidden="true">
      <rect x="3" y="1" width="34" height="7" rx="3.5" />
      <rect class={on(BUTTONS.L) ?? 'fill'} x="3" y="1" width={34 * l} height="7" rx="3.5" />
      <rect x="87" y="1" width="34" height="7" rx="3.5" />
      <rect class={on(BUTTONS.R) ?? 'fill'} x={87 + 34 * (1 - r)} y="1" width={34 * r} height="7" rx="3.5" />
      <rect class={on(BUTTONS.Z)} x="64" y="1" width="18" height="7" rx="3.5" />
      <path d="M20 12l11.3 4.7L36 28l-4.7 11.3L20 44 8.7 39.3 4 28l4.7-11.3z" />
      <circle class="stick" cx={20 + 11 * read('joystick_x')} cy={28 - 11 * read('joystick_y')} r="7" />
      <path d="M57 22l8.5 3.5L69 34l-3.5 8.5L57 46l-8.5-3.5L45 34l3.5-8.5z" />
      <circle class="stick c" cx={57 + 8 * read('c_stick_x')} cy={34 - 8 * read('c_stick_y')} r="5" />
      {CROSS.map(([bit, x, y]) => (
        <rect key={bit} class={on(bit)} x={43 + x - 2} y={15 + y - 2} width="4" height="4" rx="1" />
      ))}
      <circle class={on(BUTTONS.Start)} cx="57" cy="15" r="2.5" />
      <circle class={on(BUTTONS.A) && 'on a'} cx="99" cy="30" r="8.5" />
      <circle class={on(BUTTONS.B) && 'on b'} cx="83" cy="39" r="5.5" />
      <rect class={on(BUTTONS.X)} x="111" y="21" width="8" height="18" rx="4" />
      <rect class={on(BUTTONS.Y)} x="90" y="11.5" width="18" height="8" rx="4" />
    </svg>
  );
}
