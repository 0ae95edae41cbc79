import { controlsAt } from './controls';
import type { Game, Player } from './data';
import { settingsOf } from './own-view';
import { boostAt, wholePercentOf } from './tank';

interface OwnPanelProps {
  game: Game;
  player: Player;
  time: number;
}

/** Beside a player's own view: the tank, the inputs, and the camera's settings. */
export function OwnPanel({ game, player, time }: OwnPanelProps) {
  const { amount, active } = boostAt(player.boost, time);
  const percent = wholePercentOf(amount);
  const { throttle, steer, boost, jump, handbrake } = controlsAt(game, player, time);
  const { onBall, fov, distance, height, pitch, stiffness } = settingsOf(game, player, time);
  const light = (name: string, on: boolean) => (
    <i data-light={name} data-on={on}>
      {name}
    </i>
  );
  return (
    <section class="rl-own" data-team={player.team} data-hud="own" aria-label={`${player.name}’s controls`}>
      <div class="rl-tank" data-active={active} style={{ '--part': `${percent ?? 0}%` }}>
        <b data-hud="tank">{percent ?? '–'}</b>
      </div>
      <div class="rl-hands">
        <strong>{player.name}</strong>
        <Axis name="Throttle" value={throttle} />
        <Axis name="Steering" value={steer} />
      </div>
      <p class="rl-lights">
        {light('Ball cam', onBall)}
        {light('Boost', boost)}
        {light('Jump', jump)}
        {light('Slide', handbrake)}
      </p>
      <p class="rl-settings" title="Field of view, distance, height, angle and stiffness of the camera">
        {`FOV ${Math.round(fov)} · ${Math.round(distance)} · ${Math.round(height)} · ${Math.round(pitch)}° · ${stiffness.toFixed(2)}`}
      </p>
    </section>
  );
}

/** How far something is pushed one way or the other. */
function Axis({ name, value }: { name: string; value: number }) {
  const [left, right] = [Math.min(0, value), Math.max(0, value)];
  return (
    <span
      class="rl-axis"
      role="meter"
      aria-label={name}
      aria-valuemin={-1}
      aria-valuemax={1}
      aria-valuenow={Math.round(value * 100) / 100}
      title={name}
    >
      <i style={{ left: `${50 + left * 50}%`, right: `${50 - right * 50}%` }} />
    </span>
  );
}
