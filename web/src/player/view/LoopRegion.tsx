import type { Player } from '../player';

export interface LoopProps {
  player: Player;
  from: number;
  to: number | null;
  start: number;
  length: number;
}

/** The loop on the bar, and its two ends to be moved. */
export function LoopRegion({ player, from, to, start, length }: LoopProps) {
  const percent = (time: number) => `${((time - start) / length) * 100}%`;
  const end = to ?? from;
  return (
    <>
      <div class="loop" style={{ left: percent(from), width: `${((end - from) / length) * 100}%` }} />
      {[from, ...(to === null ? [] : [to])].map((time, i) => {
        const move = (next: number) => to !== null && player.setLoop(i === 0 ? { a: next, b: to } : { a: from, b: next });
        return (
          <div
            key={i}
            class="loop-end"
            role="slider"
            tabIndex={to === null ? -1 : 0}
            aria-label={i === 0 ? 'Loop start' : 'Loop end'}
            aria-valuemin={Math.round(start)}
            aria-valuemax={Math.round(start + length)}
            aria-valuenow={Math.round(time)}
            aria-valuetext={player.timeText(time)}
            style={{ left: percent(time) }}
            onPointerDown={(event) => {
              event.stopPropagation();
              event.currentTarget.setPointerCapture(event.pointerId);
            }}
            onPointerMove={(event) => {
              if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
              event.stopPropagation();
              const box = event.currentTarget.parentElement!.getBoundingClientRect();
              move(start + Math.min(1, Math.max(0, (event.clientX - box.left) / box.width)) * length);
            }}
            onKeyDown={(event) => {
              const step = event.key === 'ArrowLeft' ? -0.5 : event.key === 'ArrowRight' ? 0.5 : 0;
              if (step === 0) return;
              event.preventDefault();
              event.stopPropagation();
              move(time + step);
            }}
          />
        );
      })}
    </>
  );
}
