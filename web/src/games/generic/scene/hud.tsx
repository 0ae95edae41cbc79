import type { ReadonlySignal } from '@preact/signals';
import type { Theme } from '../../../ui/theme';
import { hueOf } from '../palette';
import type { Body } from './body';
import '../generic.css';

/** So many names fit beside the picture. */
const NAMED = 10;

interface Hud {
  bodies: () => readonly Body[];
  /** Changes when there are other bodies, or another theme. */
  count: ReadonlySignal<number>;
  /** Data for the time shown is still to come. */
  waiting: ReadonlySignal<boolean>;
  theme: () => Theme;
}

/** Which colour is whose. */
export function hudOf({ bodies, count, waiting, theme }: Hud) {
  return function Hud() {
    void count.value;
    const all = bodies();
    return (
      <>
        {all.length === 0 ? (
          <p class="reel-nothing">No column says where something is. The statistics have plots of them all.</p>
        ) : (
          <ul class="reel-names" aria-label="Moving things">
            {all.slice(0, NAMED).map(({ track, hue }) => (
              <li key={track.label} style={{ '--hue': hueOf(theme(), hue) }}>
                {track.label}
              </li>
            ))}
            {all.length > NAMED && <li class="more">and {all.length - NAMED} more</li>}
          </ul>
        )}
        {waiting.value && (
          <p class="reel-waiting" role="status">
            <span class="spinner" aria-hidden="true" /> Fetching
          </p>
        )}
      </>
    );
  };
}
