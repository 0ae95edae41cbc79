import { type ReadonlySignal, useComputed, useSignalEffect } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { Player } from '../../player';
import { useFetched } from '../fetched';
import { type Cluster, clusterLabel } from './cluster';
import type { Place } from './pointer';

/** A moment that is pointed at. */
export interface Pointed {
  /** Along the bar, 0..1. */
  at: number;
  time: number;
  /** The events of that time. */
  mark: Cluster | null;
  /** Null: the picture stands still at a mark. */
  pointer: Place | null;
}

interface Props {
  player: Player;
  pointed: ReadonlySignal<Pointed | null>;
  /** Of the bar, in pixels. */
  width: ReadonlySignal<number>;
  isDragged: boolean;
  Witness: typeof import('./WitnessLane') | null;
}

/** Says what is pointed at on the bar. */
export function Tip({ player, pointed, width, isDragged, Witness }: Props) {
  const tip = useRef<HTMLDivElement>(null);
  useSignalEffect(() => {
    if (!pointed.value) return;
    // Kept whole at both ends of the bar.
    const half = tip.current!.offsetWidth / 2;
    const x = Math.min(width.value - half, Math.max(half, pointed.value.at * width.value));
    tip.current!.style.left = `${x}px`;
  });
  // Fetched for pointers, not for fingers, which hide it; and not where each moment has to be fetched.
  const hasPreview = useComputed(() => pointed.value?.pointer?.isMouse && !player.replay.value?.meta.reel);
  const Preview = useFetched(hasPreview, () => import('./Preview'));
  const { time, mark, pointer } = pointed.value ?? { time: 0, mark: null, pointer: null };
  const stretch = player.scene.value?.stretches?.find(({ start, end }) => start <= time && time < end);
  const label = mark ? clusterLabel(mark) : stretch?.label;
  return (
    <div class="tip num" ref={tip} hidden={!pointed.value} aria-hidden="true">
      {pointer && Preview && <Preview.Preview player={player} time={time} />}
      <strong>{player.playback.timeText(time, isDragged)}</strong>
      {label && <span class={`tip-mark ${mark?.kind ?? ''}`}>{label}</span>}
      {Witness && <Witness.WitnessTip player={player} time={time} />}
    </div>
  );
}
