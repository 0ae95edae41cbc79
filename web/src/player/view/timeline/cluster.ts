import type { Marker } from '../../../stage/scene';

/** Events too close together on the bar to be seen one by one, drawn as one. */
export interface Cluster {
  /** Along the bar, 0..1. */
  at: number;
  time: number;
  /** The gravest kind in it gives it its colour. */
  kind: string;
  markers: Marker[];
}

/** `kinds`: the gravest last; `width`: pixels the bar is wide; `least`: pixels two marks must be apart. */
export function clusters(
  markers: readonly Marker[],
  kinds: readonly string[],
  start: number,
  end: number,
  width: number,
  least = 5,
): Cluster[] {
  const found: Cluster[] = [];
  const length = end - start;
  if (length <= 0) return found;
  for (const marker of markers) {
    const at = (marker.time - start) / length;
    const last = found.at(-1);
    if (last && (at - last.at) * width < least) {
      last.markers.push(marker);
      if (kinds.indexOf(marker.kind) > kinds.indexOf(last.kind)) last.kind = marker.kind;
    } else {
      found.push({ at: Math.min(1, Math.max(0, at)), time: marker.time, kind: marker.kind, markers: [marker] });
    }
  }
  return found;
}

/** `Miss, left`, or `2 × Miss, left · Bad cut, right` for several. */
export function clusterLabel(cluster: Cluster): string {
  const counts = new Map<string, number>();
  for (const { label } of cluster.markers) counts.set(label, (counts.get(label) ?? 0) + 1);
  return [...counts].map(([label, count]) => (count > 1 ? `${count} × ${label}` : label)).join(' · ');
}

/** The cluster closest to a place along a bar, if it is no more than so many pixels away. */
export function nearest(clusters: readonly Cluster[], at: number, width: number, most: number): Cluster | null {
  const away = (cluster: Cluster): number => Math.abs(cluster.at - at);
  const best = clusters.reduce<Cluster | null>((found, cluster) => (found && away(found) <= away(cluster) ? found : cluster), null);
  return best && away(best) * width <= most ? best : null;
}

/** The last cluster in which something happened at a time or up to so many seconds before it, with that alone. */
export function lookedAt(clusters: readonly Cluster[], time: number, seconds: number): Cluster | null {
  const isNear = (marker: Marker): boolean => marker.time <= time + 1e-3 && time - marker.time < seconds;
  const cluster = clusters.findLast(({ markers }) => markers.some(isNear));
  const markers = cluster?.markers.filter(isNear) ?? [];
  return cluster && markers[0] ? { ...cluster, time: markers[0].time, markers } : null;
}
