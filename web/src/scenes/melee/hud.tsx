import { type Signal, signal } from '@preact/signals';
import { at, type Game } from './data';
import type { Fighter } from './fighters';
import './hud.css';

/** Kept from replay to replay, as long as the page lives. */
const controllers = signal(true);

/** Names, stocks and percents along the foot, with each player's controller above. */
export function hudOf(game: Game, names: string[], frame: Signal<number>, now: () => Fighter[]) {
  return function Hud() {
    void frame.value; // Drawn again when, and only when, another frame is shown.
    const leaders = now().filter((fighter) => !fighter.track.follower);
    return (
      <div class="melee-hud num" role="group" aria-label="Players">
        {leaders.map((fighter) => (
          <Card
            key={fighter.track.port}
            fighter={fighter}
            name={names[fighter.track.port] ?? ''}
            game={game}
            index={frame.value}
          />
        ))}
        <button
          type="button"
          class="btn quiet melee-toggle"
          aria-pressed={controllers.value}
          onClick={() => (controllers.value = !controllers.value)}
        >
          Controllers
        </button>
      </div>
    );
  };
}

function Card({ fighter, name, game, index }: { fighter: Fighter; name: string; game: Game; index: number }) {
  const { port } = fighter.track;
  return (
    <div class="melee-card" data-port={port + 1} data-out={fighter.stocks === 0}>
      {controllers.value && <Controller game={game} row={fighter.track.rows[index] ?? -1} />}
      <div class="melee-line">
        <span class="melee-percent" data-hud={`percent-${port + 1}`} data-heat={heat(fighter.percent)}>
          {Math.floor(fighter.percent)}
          <small>%</small>
        </span>
        <span class="melee-who">
          <span class="melee-name">{name}</span>
          <span class="melee-character">
            {fighter.character.name}
            <span class="melee-stocks" role="img" aria-label={`${fighter.stocks} stocks`}>
              {fighter.stocks > 5 ? `× ${fighter.stocks}` : Array.from({ length: fighter.stocks }, (_, i) => <i key={i} />)}
            </span>
          </span>
        </span>
      </div>
    </div>
  );
}

/** Steps of the ramp from unhurt to about to fly. */
const heat = (percent: number): number => [20, 45, 75, 110, 150].filter((step) => percent >= step).length;

const Button = { Z: 0x10, R: 0x20, L: 0x40, A: 0x100, B: 0x200, X: 0x400, Y: 0x800 } as const;

function Controller({ game, row }: { game: Game; row: number }) {
  const read = (name: string) => (row < 0 ? 0 : at(game.frames, `pre.${name}`, row));
  const buttons = read('physical_buttons');
  const on = (bit: number) => ((buttons & bit) !== 0 ? 'on' : undefined);
  const trigger = (bit: number, value: number) => ((buttons & bit) !== 0 ? 1 : Math.min(1, Math.max(0, value)));
  const l = trigger(Button.L, read('physical_l_trigger'));
  const r = trigger(Button.R, read('physical_r_trigger'));
  return (
    <svg class="melee-pad" viewBox="0 0 120 46" aria-hidden="true">
      <rect x="4" y="2" width="30" height="5" rx="2.5" />
      <rect class="fill" x="4" y="2" width={30 * l} height="5" rx="2.5" />
      <rect x="86" y="2" width="30" height="5" rx="2.5" />
      <rect class="fill" x={86 + 30 * (1 - r)} y="2" width={30 * r} height="5" rx="2.5" />
      <rect class={on(Button.Z)} x="64" y="2" width="16" height="5" rx="2.5" />
      <path d="M19 12l9.2 3.8 3.8 9.2-3.8 9.2L19 38l-9.2-3.8L6 25l3.8-9.2z" />
      <circle class="stick" cx={19 + 9 * read('joystick_x')} cy={25 - 9 * read('joystick_y')} r="6" />
      <circle cx="52" cy="31" r="9" />
      <circle class="stick c" cx={52 + 6 * read('c_stick_x')} cy={31 - 6 * read('c_stick_y')} r="4.5" />
      <circle class={on(Button.A)} cx="94" cy="27" r="7.5" />
      <circle class={on(Button.B)} cx="80" cy="35" r="4.5" />
      <rect class={on(Button.X)} x="104" y="20" width="6.5" height="14" rx="3.2" />
      <rect class={on(Button.Y)} x="86" y="11.5" width="14" height="6.5" rx="3.2" />
    </svg>
  );
}
