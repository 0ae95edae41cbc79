import { type ReadonlySignal, useComputed } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

interface Props<M> {
  /** For its style. */
  kind: string;
  label?: string;
  moments: readonly M[];
  /** A wall of rows helps nobody, but all can be had. */
  most: number;
  /** What stands there if there are no moments. */
  none?: string;
  time: ReadonlySignal<number>;
  /** A moment is looked at from here before it, in seconds. */
  lead?: number;
  onSeek(time: number): void;
  /** What kind of moment it is, for its style. */
  kindOf?(moment: M): string;
  /** What stands in its row. */
  line(moment: M): ComponentChildren;
}

/** Moments in rows; each goes to its own. */
export function MomentList<M extends { time: number }>(props: Props<M>) {
  const { kind, label, moments, most, none = 'None.', time, lead = 0, onSeek, kindOf, line } = props;
  const [all, setAll] = useState(false);
  // Recomputed each frame, but the list is drawn anew only when another one is the last.
  const current = useComputed(() => moments.findLastIndex((moment) => moment.time <= time.value + lead + 1e-3)).value;
  const shown = all ? moments : moments.slice(0, most);
  if (moments.length === 0) return <p class="none">{none}</p>;
  return (
    <>
      <ol class={`moments ${kind}`} aria-label={label}>
        {shown.map((moment, i) => (
          <li key={i}>
            <button
              type="button"
              data-kind={kindOf?.(moment)}
              aria-current={i === current ? 'true' : undefined}
              onClick={() => onSeek(Math.max(0, moment.time - lead))}
            >
              {line(moment)}
            </button>
          </li>
        ))}
      </ol>
      {shown.length < moments.length && (
        <button type="button" class="btn quiet all" onClick={() => setAll(true)}>
          Show all {moments.length}
        </button>
      )}
    </>
  );
}
