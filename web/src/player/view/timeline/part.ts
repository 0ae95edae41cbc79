import { useComputed, useSignal, useSignalEffect } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Span } from '../../../stage/scene';
import { bar } from '../../keyboard';
import type { Player } from '../../player';

/** Fetched when somebody zooms. */
const zoom = () => import('./zoom');

/** The stretch that the bar shows, in seconds of the replay. */
export interface ShownPart extends Span {
  length: number;
  isPart: boolean;
}

/** The part of the replay that the bar shows: all of it, until somebody zooms. */
export function usePart(player: Player) {
  const scene = player.scene.value!;
  /** Null where all of it is shown. */
  const part = useSignal<Span | null>(null);
  const shown = useComputed((): ShownPart => {
    void player.playback.length.value;
    const { start, end } = part.value ?? player.scene.value?.span ?? scene.span;
    return { start, end, length: Math.max(1e-6, end - start), isPart: part.value !== null };
  });
  // A part goes along with the playback.
  useSignalEffect(() => {
    const time = player.playback.time.value;
    if (!part.peek() || !player.playback.playing.value) return;
    void zoom().then(({ following }) => part.peek() && (part.value = following(part.peek()!, scene.span, time)));
  });
  useEffect(() => {
    part.value = null;
    bar.zoom = (factor) =>
      void zoom().then(
        ({ zoomedTo }) => (part.value = zoomedTo(part.peek() ?? scene.span, scene.span, player.playback.time.peek(), factor)),
      );
    return () => (bar.zoom = undefined);
  }, [scene]);
  /** The wheel is turned at a place along the bar. */
  const turn = (event: WheelEvent, at: number) =>
    void zoom().then(({ zoomed }) => (part.value = zoomed(part.peek() ?? scene.span, scene.span, at, event)));
  return { shown, turn, showAll: () => (part.value = null) };
}
