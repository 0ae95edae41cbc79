import { type ReadonlySignal, useComputed, useSignalEffect } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { Player } from '../../player';
import { useFetched } from '../fetched';

interface Props {
  player: Player;
  /** Where the bar begins, in seconds of the replay, and how long it is. */
  start: number;
  length: number;
  /** Where along the bar the picture is: 0..1, or beyond what is shown. */
  now: ReadonlySignal<number>;
}

/** The track of the bar: stretches that are marked as a whole, the played part, and the loop. */
export function Track({ player, start, length, now }: Props) {
  const done = useRef<HTMLDivElement>(null);
  useSignalEffect(() => {
    done.current!.style.transform = `scaleX(${Math.min(1, Math.max(0, now.value))})`;
  });
  const loop = player.playback.loop.value;
  const from = loop?.a ?? player.playback.loopStart.value;
  // Fetched when there is a loop to show.
  const hasLoop = useComputed(() => player.playback.loop.value !== null || player.playback.loopStart.value !== null);
  const Loop = useFetched(hasLoop, () => import('./LoopRegion'));
  const share = (seconds: number) => `${(seconds / length) * 100}%`;
  return (
    <div class="track">
      {player.scene.value?.stretches?.map((stretch) => (
        <div
          key={stretch.start}
          class="stretch"
          style={{ left: share(stretch.start - start), width: share(stretch.end - stretch.start) }}
        />
      ))}
      <div class="done" ref={done} />
      {from !== null && Loop && <Loop.LoopRegion player={player} from={from} to={loop?.b ?? null} start={start} length={length} />}
    </div>
  );
}

/** The dragged thing. */
export function Thumb({ now }: Pick<Props, 'now'>) {
  const thumb = useRef<HTMLDivElement>(null);
  useSignalEffect(() => {
    thumb.current!.style.left = `${now.value * 100}%`;
    thumb.current!.hidden = now.value < 0 || now.value > 1;
  });
  return <div class="thumb" ref={thumb} />;
}
