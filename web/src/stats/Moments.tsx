import { type ReadonlySignal, type Signal, useComputed } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import type { Moment, MomentKind } from '../decoder';
import { clockText } from '../ui/format';
import type { MomentConditions } from './Narrow';
import './panel.css';
import { isOf, isSame } from './whose';
import type { MomentFilter, Person } from './types';

/** Too many rows at once are no help, but all can be had. */
const SHOWN = 12;

interface Props {
  moments: readonly Moment[];
  /** The game's kinds, in the order of their lists. */
  kinds: readonly MomentKind[];
  /** The players and teams to choose from, in games with several. */
  people?: readonly Person[];
  /** Which of them are asked for; other views of moments go by it too. */
  filter: Signal<MomentFilter | null>;
  time: ReadonlySignal<number>;
  onSeek(time: number): void;
  /** The style sheet's name for the colour of the moment's player or team. */
  hueOf?(moment: Moment): number | string | undefined;
  /** A time as people say it, where that is not the replay's own. */
  timeText?(time: number): string;
  /** A moment is looked at from here before it, in seconds. */
  leadOf?(moment: Moment): number;
  /** Lists of moments that are in the lists of their kinds too, by name. */
  more?: Readonly<Record<string, (moment: Moment) => boolean>>;
  /** Narrows a list down, in games with several players. */
  narrow?(asked: MomentConditions): ComponentChildren;
}

/** The noteworthy moments, in lists to choose from; each row goes to its moment. */
export function Moments({ moments, kinds, people = [], filter, more, narrow, ...rest }: Props) {
  const lists = useMemo(() => listsOf(moments, kinds, more), [moments, kinds, more]);
  // A press also folds the list again.
  const [presses, setPresses] = useState(0);
  const { list: chosen, least, whose } = filter.value ?? NO_FILTER;
  const list = lists.find(({ name }) => name === chosen) ?? lists[0];
  if (!list) return null;
  const ask = (change: Partial<MomentFilter>) => {
    const next = { ...(filter.value ?? NO_FILTER), ...change };
    const { name, has, moments } = lists.find(({ name }) => name === next.list) ?? list;
    const words = [
      name,
      next.least && `≥ ${next.least} ${moments[0]!.kind.unit}`,
      people.find((person) => isSame(person.whose, next.whose))?.name,
    ];
    next.name = words.filter((word) => word && word !== ALL).join(' · ');
    next.has = (moment, whose = next.whose) => has(moment) && isOf(moment, whose) && (!next.least || (moment.value ?? 0) >= next.least);
    setPresses(presses + 1);
    filter.value = next.name ? next : null;
  };
  const asked = filter.value;
  const wanted = asked ? moments.filter((moment) => asked.has(moment)) : list.moments;
  return (
    <section class="block">
      <header>
        <h3>Moments</h3>
        {narrow?.({ least, whose, moments: list.name === ALL ? null : list.moments, ask })}
      </header>
      {lists.length > 1 && (
        <div class="choice" role="group" aria-label="Which moments">
          {lists.map((one) => (
            <button key={one.name} type="button" aria-pressed={one === list} onClick={() => ask({ list: one.name, least: 0 })}>
              {one.name} <small class="num">{one.moments.filter((moment) => isOf(moment, whose)).length}</small>
            </button>
          ))}
        </div>
      )}
      {wanted.length === 0 && <p class="none">None of {list.moments.length}.</p>}
      <Rows key={`${presses} ${filter.value?.name}`} label={list.name} moments={wanted} {...rest} />
    </section>
  );
}

const ALL = 'All';
const NO_FILTER: MomentFilter = { name: '', list: ALL, least: 0, whose: null, has: () => true };

interface List {
  name: string;
  has(moment: Moment): boolean;
  moments: readonly Moment[];
}

/** All but details, and each list of the game that has something in it. */
function listsOf(moments: readonly Moment[], kinds: readonly MomentKind[], more: Props['more'] = {}): List[] {
  const all = { [ALL]: ({ severity }: Moment) => severity > 0, ...more };
  const named = [...new Set(kinds.map(({ list }) => list))].map((name) => [name, ({ kind }: Moment) => kind.list === name] as const);
  const lists = [...Object.entries(all), ...named].map(([name, has]) => ({ name, has, moments: moments.filter(has) }));
  return lists.filter((list) => list.moments.length > 0);
}

type RowsProps = Omit<Props, 'kinds' | 'people' | 'filter' | 'more' | 'narrow'> & { label: string };

function Rows({ label: name, moments, time, onSeek, hueOf, timeText = clockText, leadOf = () => 0 }: RowsProps) {
  const [all, setAll] = useState(false);
  const start = (moment: Moment) => moment.time - leadOf(moment);
  // Recomputed each frame, but the list is drawn anew only when another one is the last.
  const current = useComputed(() => moments.findLastIndex((moment) => start(moment) <= time.value + 1e-3)).value;
  const shown = all ? moments : moments.slice(0, SHOWN);
  return (
    <>
      <ol class="moments" aria-label={name}>
        {shown.map((moment, i) => (
          <li key={i}>
            <button
              type="button"
              data-kind={moment.kind.name}
              data-severity={moment.severity}
              data-hue={hueOf?.(moment)}
              aria-current={i === current ? 'true' : undefined}
              onClick={() => onSeek(Math.max(0, start(moment)))}
            >
              <span class="at num">{timeText(Math.max(0, moment.time))}</span>
              <span class="what">
                {moment.label} {moment.detail && <small>{moment.detail}</small>}
              </span>
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
