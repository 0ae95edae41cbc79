import { useEffect, useState } from 'preact/hooks';
import { type Copy, copiesOf, type Passage } from '../replays/copies';
import { type ReplayRecord, recordOf } from '../replays/record';
import { clockText } from '../ui/format';
import { BackIcon, PauseIcon, PlayIcon } from '../ui/icons';
import { Pane } from './Pane';
import { changesOf, inB, placesText } from './passage';
import { type Playback, usePlayback } from './playback';

const SPEEDS = [0.1, 0.25, 0.5, 1, 2];

interface Pair {
  a: ReplayRecord;
  b: ReplayRecord;
  copy: Copy;
}

/** Two replays that agree, `a` and `b`: where they do, and both at once. */
export function Page({ a, b }: { a: string; b: string }) {
  const [pair, setPair] = useState<Pair | null | undefined>(undefined);
  useEffect(() => {
    void Promise.all([recordOf(a), recordOf(b), copiesOf(a)]).then(([recordA, recordB, copies]) => {
      const copy = copies?.copies.find(({ id, passages }) => id === b && passages.length > 0);
      setPair(recordA && recordB && copy ? { a: recordA, b: recordB, copy } : null);
    });
  }, [a, b]);
  return (
    <>
      <header class="top">
        <a class="btn quiet icon" href="./" aria-label="All replays" title="All replays">
          <BackIcon />
        </a>
        <h1>Side by side</h1>
      </header>
      <main>
        {pair === null && <p class="nothing">This server knows of nothing that these two replays have in common.</p>}
        {pair && <Both {...pair} />}
      </main>
    </>
  );
}

/** The role of each of the two. */
function rolesOf({ role, verdict }: Copy): [string, string] {
  if (verdict === 'same-match') return ['The same match …', '… recorded by another player'];
  if (role === 'copy') return ['The copy', 'The original'];
  return role === 'original' ? ['The original', 'The copy'] : ['One', 'The other'];
}

function Both({ a, b, copy }: Pair) {
  const [chosen, choose] = useState(0);
  const passage = copy.passages[chosen]!;
  const playback = usePlayback(passage);
  const [roleA, roleB] = rolesOf(copy);
  const onChoose = (i: number) => {
    choose(i);
    playback.stopAt(copy.passages[i]!.fromA);
  };
  return (
    <>
      <div class="panes">
        <Pane record={a} role={roleA} start={passage.fromA} {...playback.hooks(0)} />
        <Pane record={b} role={roleB} start={passage.fromB} {...playback.hooks(1)} />
      </div>
      <Controls passage={passage} {...playback} />
      <Why copy={copy} chosen={chosen} onChoose={onChoose} />
    </>
  );
}

function Controls({ passage, time, setTime, playing, toggle, speed, setSpeed }: Playback & { passage: Passage }) {
  return (
    <section class="controls" aria-label="Playback">
      <button type="button" class="btn primary icon" aria-label={playing ? 'Pause both' : 'Play both'} onClick={toggle}>
        {playing ? <PauseIcon /> : <PlayIcon />}
      </button>
      <input
        type="range"
        aria-label="Time in the passage"
        aria-valuetext={`${clockText(time)} and ${clockText(inB(passage, time))}`}
        min={passage.fromA}
        max={passage.toA}
        step="any"
        value={time}
        onInput={(event) => setTime(event.currentTarget.valueAsNumber)}
      />
      <output class="num">
        {clockText(time, true)} · {clockText(inB(passage, time), true)}
      </output>
      <select aria-label="Speed" value={speed} onChange={(event) => setSpeed(Number(event.currentTarget.value))}>
        {SPEEDS.map((value) => (
          <option key={value} value={value}>
            {value}×
          </option>
        ))}
      </select>
    </section>
  );
}

/** Why they are said to agree: passages, to choose from, and reasons. */
function Why({ copy, chosen, onChoose }: { copy: Copy; chosen: number; onChoose(i: number): void }) {
  return (
    <section class="why">
      <h2>
        Where they agree <small>in the first · in the second</small>
      </h2>
      <ul>
        {copy.passages.map((at, i) => (
          <li key={at.fromA}>
            <button type="button" class="btn num" aria-pressed={i === chosen} onClick={() => onChoose(i)}>
              {placesText(at)}
              {changesOf(at).map((change) => (
                <small key={change}>{change}</small>
              ))}
            </button>
          </li>
        ))}
      </ul>
      {copy.reasons.map((reason) => (
        <p key={reason}>{reason}</p>
      ))}
    </section>
  );
}
