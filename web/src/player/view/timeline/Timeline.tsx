import { useComputed, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Page } from '../../keyboard';
import type { Player } from '../../player';
import { useFetched } from '../fetched';
import { lookedAt } from './cluster';
import { Marks, useMarks } from './Marks';
import { usePart } from './part';
import { shareAlong, usePointer } from './pointer';
import { type Pointed, Tip } from './Tip';
import { Thumb, Track } from './Track';

/** Paused so shortly after an event, in seconds, one looks at it. */
const LOOKED_AT = 0.5;

/** So far from a mark, in pixels, a finger still means it. */
const FINGER = 12;

/** The one bar: the time, the events, and the loop. */
export function Timeline({ player, page }: { player: Player; page: Page }) {
  const { playback } = player;
  const scene = player.scene.value!;
  const bar = useRef<HTMLDivElement>(null);
  const width = useSignal(800);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => (width.value = entry!.contentRect.width));
    observer.observe(bar.current!);
    return () => observer.disconnect();
  }, []);

  const { shown, turn, showAll } = usePart(player);
  const { start, length, isPart } = shown.value;
  const { marks, markAt } = useMarks(player, shown, width);
  const timeAt = (at: number) => shown.value.start + at * shown.value.length;
  const { pointer, dragging, handlers } = usePointer(bar, {
    press: ({ at, isMouse }) => playback.seek((isMouse ? markAt(at)?.time : undefined) ?? timeAt(at)),
    drag: ({ at }) => playback.seek(timeAt(at)),
    tap: ({ at, isMouse, isOnMarks }) => {
      const mark = isOnMarks ? markAt(at, isMouse ? undefined : FINGER) : null;
      const closeUp = mark && player.closeLook.ofAny(mark.markers);
      if (closeUp) player.closeLook.look(closeUp);
    },
  });
  const pointed = useComputed((): Pointed | null => {
    if (pointer.value) {
      const { at } = pointer.value;
      return { at, time: timeAt(at), mark: markAt(at), pointer: pointer.value };
    }
    // While the pointer is elsewhere: the event at which the picture stands still.
    const mark = playback.playing.value ? null : lookedAt(marks.value, playback.time.value, LOOKED_AT);
    return mark && { at: mark.at, time: mark.time, mark, pointer: null };
  });

  // Bound as signals: the bar itself, with its hundreds of marks, is not drawn again for every picture.
  const now = useComputed(() => (playback.time.value - shown.value.start) / shown.value.length);
  const second = useComputed(() => Math.round(playback.time.value));
  const spoken = useComputed(() => `${playback.timeText(playback.time.value)} of ${playback.timeText(scene.span.end)}`);
  const filter = playback.filter.value;
  const Lane = player.lane.value;
  // Fetched where a server says what the replay proves.
  const Witness = useFetched(player.proof, () => import('./WitnessLane'));
  return (
    <div class="timeline">
      {filter && (
        <p class="asked">
          <button type="button" class="btn quiet only" title="Show all events" onClick={() => (playback.filter.value = null)}>
            Only {filter.name} ×
          </button>
          <button type="button" class="btn quiet clip-of-all" title="One clip of all of them" onClick={() => page.clipOfMarkers()}>
            Clip of all {playback.markers.value.length}
          </button>
          {player.queue.series.value && (
            <button
              type="button"
              class="btn quiet clip-of-series"
              title="One clip of those in all games"
              onClick={() => page.clipOfSeries()}
            >
              … of {player.queue.series.value.count} games
            </button>
          )}
        </p>
      )}
      {Lane && <Lane start={start} length={length} />}
      <div
        ref={bar}
        class="bar"
        role="slider"
        tabIndex={0}
        aria-label="Time"
        aria-valuemin={Math.round(scene.span.start)}
        aria-valuemax={Math.round(scene.span.end)}
        aria-valuenow={second}
        aria-valuetext={spoken}
        data-dragging={dragging.value}
        data-zoomed={isPart}
        onWheel={(event) => {
          event.preventDefault();
          turn(event, shareAlong(bar.current!, event));
        }}
        {...handlers}
      >
        <Marks marks={marks.value} width={width.value} lit={pointed.value?.mark ?? null} />
        <Track player={player} start={start} length={length} now={now} />
        {Witness && <Witness.WitnessLane player={player} start={start} length={length} />}
        <Thumb now={now} />
      </div>
      {isPart && (
        <button type="button" class="btn quiet small all" onClick={showAll}>
          Show all
        </button>
      )}
      <Tip player={player} pointed={pointed} width={width} isDragged={dragging.value} Witness={Witness} />
    </div>
  );
}
