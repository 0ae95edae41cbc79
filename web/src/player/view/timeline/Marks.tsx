import { type ReadonlySignal, useComputed } from '@preact/signals';
import type { Player } from '../../player';
import { type Cluster, clusters, nearest } from './cluster';
import type { ShownPart } from './part';

/** Closer than this to a mark, in pixels, and the pointer means it. */
const NEAR = 7;

/** The marks on a bar of so many pixels, and which of them is meant at a place along it. */
export function useMarks(player: Player, shown: ReadonlySignal<ShownPart>, width: ReadonlySignal<number>) {
  const { markerKinds } = player.scene.value!;
  const marks = useComputed(() => {
    const { start, end, isPart } = shown.value;
    const markers = player.playback.markers.value;
    const inside = isPart ? markers.filter(({ time }) => time >= start && time <= end) : markers;
    return clusters(inside, markerKinds, start, end, width.value);
  });
  const markAt = (at: number, near = NEAR) => nearest(marks.value, at, width.value, near);
  return { marks, markAt };
}

/** The marks, above the bar: the more at once, the taller. `lit`: the one that is pointed at. */
export function Marks({ marks, width, lit }: { marks: readonly Cluster[]; width: number; lit: Cluster | null }) {
  return (
    <svg class="lane" aria-hidden="true" preserveAspectRatio="none" viewBox={`0 0 ${width} 14`}>
      {marks.map((cluster) => {
        const tall = Math.min(14, 7 + 2.5 * Math.log2(cluster.markers.length + 1));
        return (
          <rect
            key={cluster.time}
            class={`mark ${cluster.kind}`}
            data-lit={cluster.at === lit?.at}
            x={cluster.at * width - 1.25}
            y={14 - tall}
            width="2.5"
            height={tall}
            rx="1.25"
          />
        );
      })}
    </svg>
  );
}
