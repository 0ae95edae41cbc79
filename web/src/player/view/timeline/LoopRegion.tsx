import type { Player } from '../../player';
import { shareAlong } from './pointer';

interface Props {
  player: Player;
  from: number;
  to: number | null;
  start: number;
  length: number;
}

/** The step of an end by an arrow key, and the least distance of the ends, in seconds. */
const STEP = 0.5;
const SHORTEST = 0.1;

/** Where a slider goes by a key; undefined for any other. */
function valueAfter(key: string, value: number, { least, most, tenth }: { least: number; most: number; tenth: number }) {
  const steps: Record<string, number> = {
    ArrowLeft: -STEP,
    ArrowDown: -STEP,
    ArrowRight: STEP,
    ArrowUp: STEP,
    PageDown: -tenth,
    PageUp: tenth,
    Home: -Infinity,
    End: Infinity,
  };
  const step = steps[key];
  return step === undefined ? undefined : Math.min(most, Math.max(least, value + step));
}

/** The loop on the bar, and its two ends to be moved. */
export function LoopRegion({ player, from, to, start, length }: Props) {
  const percent = (time: number) => `${((time - start) / length) * 100}%`;
  const end = to ?? from;
  const { span } = player.scene.value!;
  return (
    <>
      <div class="loop" style={{ left: percent(from), width: `${((end - from) / length) * 100}%` }} />
      {[from, ...(to === null ? [] : [to])].map((time, i) => {
        const [least, most] = i === 0 ? [span.start, Math.max(time, end - SHORTEST)] : [Math.min(time, from + SHORTEST), span.end];
        const move = (next: number) => to !== null && player.playback.setLoop(i === 0 ? { a: next, b: to } : { a: from, b: next });
        return (
          <div
            key={i}
            class="loop-end"
            role="slider"
            tabIndex={to === null ? -1 : 0}
            aria-label={i === 0 ? 'Loop start' : 'Loop end'}
            aria-valuemin={Math.round(least)}
            aria-valuemax={Math.round(most)}
            aria-valuenow={Math.round(time)}
            aria-valuetext={player.playback.timeText(time)}
            style={{ left: percent(time) }}
            onPointerDown={(event) => {
              event.stopPropagation();
              event.currentTarget.setPointerCapture(event.pointerId);
            }}
            onPointerMove={(event) => {
              if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
              event.stopPropagation();
              move(start + shareAlong(event.currentTarget.parentElement!, event) * length);
            }}
            onKeyDown={(event) => {
              const next = valueAfter(event.key, time, { least, most, tenth: length / 10 });
              if (next === undefined) return;
              event.preventDefault();
              event.stopPropagation();
              move(next);
            }}
          />
        );
      })}
    </>
  );
}
