import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Replay } from '../../../decoder';
import type { StatsPanelProps } from '../../../stats/types';
import { useStats } from '../../../stats/useStats';
import { clockText, grouped } from '../../../ui/format';
import type { BeatSaberStatistics } from '../stats/statistics.types';
import { laneOf } from './LostLane';
import { Lost } from './lost';
import { Patterns } from './Patterns';

/** Seconds before the first note and after the last one that a loop takes in: room to raise the hands. */
const LEAD = 1.5;

/** Of the replays whose lost points were asked for. */
const known = new WeakMap<Replay, Promise<Lost>>();

function lostOf(replay: Replay): Promise<Lost> {
  const lost = known.get(replay) ?? Lost.of(replay);
  known.set(replay, lost);
  return lost;
}

/** Where points are lost: on the timeline, the worst sections, each to be looped, and how the notes of each pattern went. */
export function Practice({ replay, counts, onLoop, time, onSeek, lane }: StatsPanelProps) {
  const counted = useStats<BeatSaberStatistics>(replay, counts);
  const lost = useSignal<Lost | null>(null);
  useEffect(() => {
    let gone = false;
    const show = (found: Lost) => {
      if (gone) return;
      lost.value = found;
      lane.value = laneOf(found, { time, onSeek, lane });
    };
    // Without it, the panel has its numbers all the same.
    lostOf(replay).then(show, () => known.delete(replay));
    return () => {
      gone = true;
    };
  }, [replay]);
  if (!counted || 'trouble' in counted) return null;
  const { worstSections } = counted.stats.details;
  const [patterns] = counted.sheet.listings;
  const choose = (name: string) => {
    const found = lost.peek();
    if (!found) return;
    found.choose(name);
    // A reader who chooses a pattern wants to see its notes.
    if (!lane.peek()) lane.value = laneOf(found, { time, onSeek, lane });
  };
  return (
    <>
      <ol class="worst num">
        {worstSections.map(({ start, end, lost }) => (
          <li key={start}>
            <button type="button" class="btn quiet" onClick={() => onLoop(Math.max(0, start - LEAD), end + LEAD)}>
              {clockText(start)} to {clockText(end)}
            </button>
            <span>−{grouped(lost)}</span>
          </li>
        ))}
      </ol>
      {patterns && <Patterns patterns={patterns} chosen={lost.value?.pattern.value ?? null} onChoose={choose} />}
    </>
  );
}
