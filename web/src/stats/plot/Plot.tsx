import type { ReadonlySignal } from '@preact/signals';
import { useSignalEffect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import './plot.css';

interface Props {
  /** A sentence on the plot: all that a screen reader gets, beside the table below it. */
  label: string;
  height: number;
  data: uPlot.AlignedData;
  options(): Omit<uPlot.Options, 'width' | 'height'>;
  /** Row under the pointer, null if it is elsewhere. */
  onHover?(row: number | null): void;
  /** Plots over time show where the replay is and go where one presses. */
  time?: ReadonlySignal<number>;
  onSeek?(time: number): void;
}

/** uPlot as a component. It is drawn anew only when its width or its key changes; the playhead is a separate layer. */
export function Plot(props: Props) {
  const { label, height, data, time } = props;
  const host = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const head = useRef<HTMLDivElement | null>(null);
  const latest = useRef(props);
  latest.current = props;

  const place = (now: number) => {
    const u = plot.current;
    if (!u || !head.current) return;
    const x = u.valToPos(now, 'x');
    head.current.style.transform = `translateX(${x}px)`;
    head.current.hidden = !(x >= 0 && x <= u.over.clientWidth);
  };

  useEffect(() => {
    const options = props.options();
    const u = new uPlot(
      {
        legend: { show: false },
        ...options,
        cursor: { y: false, drag: { x: false, y: false }, points: { show: false }, ...options.cursor },
        hooks: {
          ...options.hooks,
          setCursor: [(self) => latest.current.onHover?.(self.cursor.idx ?? null)],
          setSize: [() => time && place(time.peek())],
        },
        width: host.current!.clientWidth,
        height,
      },
      data,
      host.current!,
    );
    plot.current = u;
    if (time) {
      head.current = document.createElement('div');
      head.current.className = 'playhead';
      u.over.append(head.current);
      place(time.peek());
    }
    const stop = latest.current.onSeek ? seekOn(u, (to) => latest.current.onSeek?.(to)) : undefined;
    const resized = new ResizeObserver(([entry]) => {
      const width = Math.round(entry!.contentRect.width);
      if (width > 0 && width !== u.width) u.setSize({ width, height });
    });
    resized.observe(host.current!);
    return () => {
      stop?.();
      resized.disconnect();
      u.destroy();
      plot.current = null;
      head.current = null;
    };
  }, [data]);

  useSignalEffect(() => {
    if (time) place(time.value);
  });
  return <div ref={host} class={props.onSeek ? 'plot seeks' : 'plot'} role="img" aria-label={label} />;
}

/** Press and drag to go to a time. */
function seekOn(u: uPlot, seek: (time: number) => void): () => void {
  const { over } = u;
  const to = (event: PointerEvent) => {
    const { left, width } = over.getBoundingClientRect();
    seek(u.posToVal(Math.min(width, Math.max(0, event.clientX - left)), 'x'));
  };
  const down = (event: PointerEvent) => {
    if (event.button !== 0) return;
    over.setPointerCapture(event.pointerId);
    to(event);
  };
  const move = (event: PointerEvent) => over.hasPointerCapture(event.pointerId) && to(event);
  over.addEventListener('pointerdown', down);
  over.addEventListener('pointermove', move);
  return () => {
    over.removeEventListener('pointerdown', down);
    over.removeEventListener('pointermove', move);
  };
}
