import { type ReadonlySignal, useComputed } from '@preact/signals';
import { useMemo, useState } from 'preact/hooks';
import type { Moment, MomentKind } from '../decoder';
import { clockText } from '../ui/format';
import './panel.css';

/** A wall of rows helps nobody, but all can be had. */
const SHOWN = 12;

interface Props {
  moments: readonly Moment[];
  /** The game's kinds, in the order of their lists. */
  kinds: readonly MomentKind[];
  time: ReadonlySignal<number>;
  onSeek(time: number): void;
  /** What the style sheet knows the colour of the moment's player or team by. */
  hueOf?(moment: Moment): number | string | undefined;
  /** A time as people tell it, where that is not the replay's own. */
  timeText?(time: number): string;
  /** A moment is looked at from here before it, in seconds. */
  leadOf?(moment: Moment): number;
  /** Lists of moments that are in the lists of their kinds too, by name. */
  more?: Readonly<Record<string, (moment: Moment) => boolean>>;
  /** Only moments of at least one of these values can be asked for, in lists whose kinds all have this unit. */
  atLeast?: { unit: string; values: readonly number[] };
}

/** What is worth a look, in lists to choose from; each row goes to its moment. */
export function Moments({ moments, kinds, more, atLeast, ...rest }: Props) {
  const lists = useMemo(() => listsOf(moments, kinds, more), [moments, kinds, more]);
  const [least, setLeast] = useState(0);
  // A press also folds the list again.
  const [choice, setChoice] = useState({ name: '', presses: 0 });
  const choose = (name: string) => setChoice({ name, presses: choice.presses + 1 });
  const list = lists.find(({ name }) => name === choice.name) ?? lists[0];
  if (!list) return null;
  const isMeasured = atLeast && list.name !== ALL && list.moments.every(({ kind }) => kind.unit === atLeast.unit);
  const wanted = isMeasured && least > 0 ? list.moments.filter(({ value }) => value >= least) : list.moments;
  return (
    <section class="block">
      <header>
        <h3>Moments</h3>
        {isMeasured && (
          <label class="at-least">
            At least{' '}
            <select value={least} onChange={({ currentTarget }) => setLeast(Number(currentTarget.value))}>
              {[0, ...atLeast.values].map((value) => (
                <option key={value} value={value}>
                  {value === 0 ? 'any' : `${value} ${atLeast.unit}`}
                </option>
              ))}
            </select>
          </label>
        )}
      </header>
      {lists.length > 1 && (
        <div class="choice" role="group" aria-label="Which moments">
          {lists.map((one) => (
            <button key={one.name} type="button" aria-pressed={one === list} onClick={() => choose(one.name)}>
              {one.name} <small class="num">{one.moments.length}</small>
            </button>
          ))}
        </div>
      )}
      {wanted.length === 0 && <p class="none">None of {list.moments.length}.</p>}
      <Rows key={`${list.name} ${choice.presses} ${least}`} label={list.name} moments={wanted} {...rest} />
    </section>
  );
}

const ALL = 'All';

interface List {
  name: string;
  moments: readonly Moment[];
}

/** All but details, and each list of the game that has something in it. */
function listsOf(moments: readonly Moment[], kinds: readonly MomentKind[], more: Props['more'] = {}): List[] {
  const named = [...new Set(kinds.map(({ list }) => list))];
  const lists = named.map((name) => ({ name, moments: moments.filter(({ kind }) => kind.list === name) }));
  const all = { name: ALL, moments: moments.filter(({ severity }) => severity > 0) };
  const further = Object.entries(more).map(([name, has]) => ({ name, moments: moments.filter(has) }));
  return [all, ...further, ...lists].filter((list) => list.moments.length > 0);
}

type RowsProps = Omit<Props, 'kinds' | 'more' | 'atLeast'> & { label: string };

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
