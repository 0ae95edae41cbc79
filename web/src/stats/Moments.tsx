import { type ReadonlySignal, useComputed } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

/** A wall of rows helps nobody, but all can be had. */
const SHOWN = 12;

interface Props<M> {
  /** For its style. */
  game: string;
  lists: readonly { name: string; moments: readonly M[] }[];
  time: ReadonlySignal<number>;
  /** A moment is looked at from here before it, in seconds. */
  lead?: number;
  onSeek(time: number): void;
  /** What stands in its row. */
  line(moment: M): ComponentChildren;
}

/** Lists to choose from; each row goes to its moment. */
export function Moments<M extends { time: number }>({ game, lists, time, lead = 0, onSeek, line }: Props<M>) {
  const [chosen, setChosen] = useState('');
  const [all, setAll] = useState(false);
  const list = lists.find(({ name }) => name === chosen) ?? lists[0];
  // Recomputed each frame, but the list is drawn anew only when another one is the last.
  const current = useComputed(() => list?.moments.findLastIndex((moment) => moment.time <= time.value + lead + 1e-3)).value;
  if (!list || lists.every(({ moments }) => moments.length === 0)) return null;
  const { name, moments } = list;
  const shown = all ? moments : moments.slice(0, SHOWN);
  const choose = (to: string) => (setChosen(to), setAll(false));
  return (
    <section class="block">
      <header>
        <h3>Moments</h3>
      </header>
      <div class="choice" role="group" aria-label="Which moments">
        {lists.map((one) => (
          <button key={one.name} type="button" aria-pressed={one === list} onClick={() => choose(one.name)}>
            {one.name} <small class="num">{one.moments.length}</small>
          </button>
        ))}
      </div>
      {moments.length === 0 ? (
        <p class="none">None.</p>
      ) : (
        <ol class={`moments ${game}`} aria-label={name}>
          {shown.map((moment, i) => (
            <li key={`${name} ${i}`}>
              <button
                type="button"
                aria-current={i === current ? 'true' : undefined}
                onClick={() => onSeek(Math.max(0, moment.time - lead))}
              >
                {line(moment)}
              </button>
            </li>
          ))}
        </ol>
      )}
      {shown.length < moments.length && (
        <button type="button" class="btn quiet all" onClick={() => setAll(true)}>
          Show all {moments.length}
        </button>
      )}
    </section>
  );
}
