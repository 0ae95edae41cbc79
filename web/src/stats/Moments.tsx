import type { ReadonlySignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { MomentList } from './MomentList';

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
export function Moments<M extends { time: number }>({ game, lists, ...rest }: Props<M>) {
  // A press also folds the list again.
  const [choice, setChoice] = useState({ name: '', presses: 0 });
  const choose = (name: string) => setChoice({ name, presses: choice.presses + 1 });
  const list = lists.find(({ name }) => name === choice.name) ?? lists[0];
  if (!list || lists.every(({ moments }) => moments.length === 0)) return null;
  const { name, moments } = list;
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
      <MomentList key={choice.presses} kind={game} label={name} moments={moments} most={SHOWN} {...rest} />
    </section>
  );
}
