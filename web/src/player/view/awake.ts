import { useSignal, useSignalEffect } from '@preact/signals';
import type { RefObject } from 'preact';
import { useRef } from 'preact/hooks';
import type { Player } from '../player';

/** The controls stay this long after the last sign of interest. */
const IDLE_MILLIS = 2600;
/** Controls in use stay. */
const IN_USE = '.menu[data-open=true], .opens[open], .bar[data-dragging=true], .overlay :focus-visible';

/** Whether the controls are awake. Any sign of interest brings them back; they go again only while something plays. */
export function useAwake(player: Player, app: RefObject<HTMLElement | null>) {
  const { playing } = player.playback;
  const awake = useSignal(true);
  const idle = useRef(0);
  const wake = () => {
    awake.value = true;
    clearTimeout(idle.current);
    idle.current = window.setTimeout(() => {
      if (playing.peek() && !app.current?.querySelector(IN_USE)) awake.value = false;
    }, IDLE_MILLIS);
  };
  const toggle = () => {
    if (awake.peek() && playing.peek()) awake.value = false;
    else wake();
  };
  useSignalEffect(() => {
    void playing.value;
    wake();
  });
  return { awake, wake, toggle };
}
