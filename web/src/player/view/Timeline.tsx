import { useComputed, useSignal, useSignalEffect } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { Span } from '../../stage/scene';
import { bar as onBar } from '../keyboard';
import type { Player } from '../player';
import { clusterLabel, clusters, lookedAt } from './cluster';
import type { LoopProps } from './LoopRegion';

/** Closer than this to a mark, in pixels, and the pointer means it. */
const NEAR = 7;
/** Paused so short behind an event, in seconds, one looks at it. */
const LOOKED_AT = 0.5;

/** The one bar: where we are, what happened when, and the loop. */
export function Timeline({ player }: { player: Player }) {
  const scene = player.scene.value!;
  /** The part that is shown; null: all of it. */
  const part = useSignal<Span | null>(null);
  const { start, end } = part.value ?? scene.span;
  const length = Math.max(1e-6, end - start);
  const bar = useRef<HTMLDivElement>(null);
  const done = useRef<HTMLDivElement>(null);
  const thumb = useRef<HTMLDivElement>(null);
  const tip = useRef<HTMLDivElement>(null);
  const width = useSignal(800);
  const hover = useSignal<number | null>(null);
  const dragging = useSignal(false);

  // Bound as signals: the bar itself, with its hundreds of marks, is not drawn again for every picture.
  const second = useComputed(() => Math.round(player.playback.time.value));
  const spoken = useComputed(
    () => `${player.playback.timeText(player.playback.time.value)} of ${player.playback.timeText(scene.span.end)}`,
  );

  const markers = player.playback.markers.value;
  const marks = useMemo(() => {
    const inside = part.value ? markers.filter(({ time }) => time >= start && time <= end) : markers;
    return clusters(inside, scene.markerKinds, start, end, width.value);
  }, [markers, start, end, width.value]);

  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => (width.value = entry!.contentRect.width));
    observer.observe(bar.current!);
    return () => observer.disconnect();
  }, []);

  useSignalEffect(() => {
    void player.playback.length.value;
    const { start, end } = part.value ?? player.scene.value?.span ?? scene.span;
    const at = (player.playback.time.value - start) / Math.max(1e-6, end - start);
    done.current!.style.transform = `scaleX(${Math.min(1, Math.max(0, at))})`;
    thumb.current!.style.left = `${at * 100}%`;
    thumb.current!.hidden = at < 0 || at > 1;
  });
  // A part that is shown goes along with what is played.
  useSignalEffect(() => {
    const time = player.playback.time.value;
    if (!part.peek() || !player.playback.playing.value) return;
    void import('./zoom').then(({ following }) => part.peek() && (part.value = following(part.peek()!, scene.span, time)));
  });
  useEffect(() => {
    part.value = null;
    onBar.zoom = (factor) =>
      void import('./zoom').then(
        ({ zoomedTo }) => (part.value = zoomedTo(part.peek() ?? scene.span, scene.span, player.playback.time.peek(), factor)),
      );
    return () => (onBar.zoom = undefined);
  }, [scene]);
  const onWheel = (event: WheelEvent) => {
    event.preventDefault();
    const at = fractionAt(event);
    void import('./zoom').then(({ zoomed }) => (part.value = zoomed(part.peek() ?? scene.span, scene.span, at, event)));
  };

  const fractionAt = (event: MouseEvent): number => {
    const box = bar.current!.getBoundingClientRect();
    return Math.min(1, Math.max(0, (event.clientX - box.left) / box.width));
  };
  const nearest = (fraction: number) => {
    const best = marks.reduce<(typeof marks)[number] | null>(
      (found, mark) => (!found || Math.abs(mark.at - fraction) < Math.abs(found.at - fraction) ? mark : found),
      null,
    );
    return best && Math.abs(best.at - fraction) * width.value <= NEAR ? best : null;
  };
  const scrub = (event: PointerEvent) => {
    hover.value = fractionAt(event);
    if (dragging.value) player.playback.seek(start + hover.value * length);
    // Fetched for pointers, not for fingers, which hide it; and not where each moment has to be fetched.
    if (event.pointerType === 'mouse' && !player.replay.peek()?.meta.reel && !Preview.value)
      void import('./Preview').then((module) => (Preview.value = module.Preview));
  };

  // While the pointer is elsewhere: what the picture stands still at.
  const paused = useComputed(() => {
    // Other marks are drawn of another part.
    void part.value;
    return player.playback.playing.value ? null : lookedAt(marks, player.playback.time.value, LOOKED_AT);
  });
  const at = hover.value ?? paused.value?.at ?? null;
  const mark = hover.value === null ? paused.value : nearest(hover.value);
  const hovered = start + (at ?? 0) * length;
  const label = mark
    ? clusterLabel(mark)
    : (scene.stretches?.find((stretch) => stretch.start <= hovered && hovered < stretch.end)?.label ?? '');
  useSignalEffect(() => {
    const shown = hover.value ?? paused.value?.at;
    if (shown === undefined || !tip.current) return;
    // Kept whole at both ends of the bar.
    const half = tip.current.offsetWidth / 2;
    const x = Math.min(width.value - half, Math.max(half, shown * width.value));
    tip.current.style.left = `${x}px`;
  });

  const Preview = useSignal<ComponentType<{ player: Player; time: number }> | null>(null);
  const loop = player.playback.loop.value;
  const from = loop?.a ?? player.playback.loopStart.value;
  const filter = player.playback.filter.value;
  const Lane = player.lane.value;
  const Witness = useSignal<typeof import('./WitnessLane') | null>(null);
  useSignalEffect(() => {
    // Fetched where a server says what the replay proves.
    if (player.proof.value) void import('./WitnessLane').then((module) => (Witness.value = module));
  });
  const LoopRegion = useSignal<ComponentType<LoopProps> | null>(null);
  useSignalEffect(() => {
    // Fetched when there is a loop to show.
    if (player.playback.loop.value || player.playback.loopStart.value !== null)
      void import('./LoopRegion').then((module) => (LoopRegion.value = module.LoopRegion));
  });
  return (
    <div class="timeline">
      {filter && (
        <button type="button" class="btn quiet only" title="Show all events" onClick={() => (player.playback.filter.value = null)}>
          Only {filter.name} ×
        </button>
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
        data-zoomed={part.value !== null}
        onWheel={onWheel}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          bar.current!.setPointerCapture(event.pointerId);
          dragging.value = true;
          const fraction = fractionAt(event);
          const hit = nearest(fraction);
          if (hit && event.pointerType === 'mouse') player.playback.seek(hit.time);
          else player.playback.seek(start + fraction * length);
          hover.value = fraction;
        }}
        onPointerMove={scrub}
        onPointerUp={(event) => {
          dragging.value = false;
          if (event.pointerType !== 'mouse') hover.value = null;
        }}
        onPointerCancel={() => {
          dragging.value = false;
          hover.value = null;
        }}
        onPointerLeave={() => {
          if (!dragging.value) hover.value = null;
        }}
      >
        <svg class="lane" aria-hidden="true" preserveAspectRatio="none" viewBox={`0 0 ${width.value} 14`}>
          {marks.map((cluster) => {
            const tall = Math.min(14, 7 + 2.5 * Math.log2(cluster.markers.length + 1));
            return (
              <rect
                key={cluster.time}
                class={`mark ${cluster.kind}`}
                data-lit={cluster.at === mark?.at}
                x={cluster.at * width.value - 1.25}
                y={14 - tall}
                width="2.5"
                height={tall}
                rx="1.25"
              />
            );
          })}
        </svg>
        <div class="track">
          {scene.stretches?.map((stretch) => (
            <div
              key={stretch.start}
              class="stretch"
              style={{ left: `${((stretch.start - start) / length) * 100}%`, width: `${((stretch.end - stretch.start) / length) * 100}%` }}
            />
          ))}
          <div class="done" ref={done} />
          {from !== null && from !== undefined && LoopRegion.value && (
            <LoopRegion.value player={player} from={from} to={loop?.b ?? null} start={start} length={length} />
          )}
        </div>
        {Witness.value && <Witness.value.WitnessLane player={player} start={start} length={length} />}
        <div class="thumb" ref={thumb} />
      </div>
      {part.value && (
        <button type="button" class="btn quiet small all" onClick={() => (part.value = null)}>
          Show all
        </button>
      )}
      <div class="tip num" ref={tip} hidden={at === null} aria-hidden="true">
        {hover.value !== null && Preview.value && <Preview.value player={player} time={hovered} />}
        <strong>{player.playback.timeText(hover.value === null && mark ? mark.time : hovered, dragging.value)}</strong>
        {label && <span class={`tip-mark ${mark?.kind ?? ''}`}>{label}</span>}
        {Witness.value && <Witness.value.WitnessTip player={player} time={hovered} />}
      </div>
    </div>
  );
}
