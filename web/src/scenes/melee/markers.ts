import type { Marker } from '../scene';
import { at, type Game } from './data';
import type { Loss } from './fighters';

/** Hits further apart than this, in frames, are different stories. */
const GAP = 75;
/** Damage worth a mark of its own. */
const BIG = 30;

/** Stocks lost, and the runs of hits that hurt. */
export function markersOf(game: Game, losses: Loss[], names: string[], start: number): Marker[] {
  const markers: Marker[] = losses
    .filter((loss) => !loss.track.follower)
    .map(({ time, track }) => ({ time, kind: 'stock', label: `${names[track.port]} loses a stock` }));
  for (const track of game.tracks) {
    if (track.follower) continue;
    let before = NaN;
    let [first, last, sum] = [0, -Infinity, 0];
    const close = () => {
      const time = game.times[first]!;
      const label = `${names[track.port]} takes ${Math.round(sum)}%`;
      if (sum >= BIG && time >= start) markers.push({ time, kind: 'hit', label });
      sum = 0;
    };
    track.rows.forEach((row, index) => {
      if (row < 0) return;
      const percent = at(game.frames, 'post.percent', row);
      if (percent > before) {
        if (index - last > GAP) {
          close();
          first = index;
        }
        sum += percent - before;
        last = index;
      }
      before = percent;
    });
    close();
  }
  return markers.sort((a, b) => a.time - b.time);
}
