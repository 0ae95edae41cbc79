import type { Signal } from '@preact/signals';
import './hud.css';

/** The names with their points at the time last drawn. */
export function hudOf(names: readonly string[], points: Signal<readonly [number, number]>) {
  return function Hud() {
    return (
      <ul class="pong-points" aria-label="Points">
        {names.map((name, player) => (
          <li key={player}>
            {name} <b>{points.value[player]}</b>
          </li>
        ))}
      </ul>
    );
  };
}
