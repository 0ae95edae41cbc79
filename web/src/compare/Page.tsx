import { useEffect, useRef, useState } from 'preact/hooks';
import { LevelBadge } from '../replays/LevelBadge';
import { type Copy, copiesOf } from '../replays/copies';
import { type ReplayRecord, playersOf, recordOf, titleOf } from '../replays/record';
import { clockText } from '../ui/format';
import { BackIcon, PauseIcon, PlayIcon } from '../ui/icons';
import { PlayerFrame } from './frame';
import { changesOf, inB, placesText } from './passage';

/** After a stall it goes on from where it was. */
const LONGEST_STEP = 0.25;
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

/** What each of the two is. */
function rolesOf({ role, verdict }: Copy): [string, string] {
  if (verdict === 'same-match') return ['The same match …', '… recorded by another player'];
  if (role === 'copy') return ['The copy', 'The original'];
  return role === 'original' ? ['The original', 'The copy'] : ['One', 'The other'];
}

function Both({ a, b, copy }: Pair) {
  const { passages } = copy;
  const [chosen, choose] = useState(0);
  const passage = passages[chosen]!;
  /** In seconds of A. */
  const [time, setTime] = useState(passage.fromA);
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(1);
  const frames = useRef<(PlayerFrame | null)[]>([null, null]);
  const toggle = () => {
    if (time >= passage.toA) setTime(passage.fromA);
    setPlaying(!playing);
  };
  const latest = useRef(toggle);
  latest.current = toggle;

  // Each picture waits until both have drawn the one before, so that neither falls behind.
  const drawing = useRef(false);
  const wanted = useRef(time);
  wanted.current = time;
  const draw = async () => {
    if (drawing.current) return;
    drawing.current = true;
    let drawn = Number.NaN;
    while (drawn !== wanted.current) {
      drawn = wanted.current;
      const times = [drawn, inB(passage, drawn)];
      await Promise.allSettled(frames.current.map((frame, i) => frame?.seek(times[i]!)));
    }
    drawing.current = false;
  };
  useEffect(() => void draw(), [time, chosen]);

  useEffect(() => {
    if (!playing) return;
    let last = performance.now();
    let frame = requestAnimationFrame(function step(now) {
      frame = requestAnimationFrame(step);
      const seconds = Math.min(LONGEST_STEP, Math.max(0, now - last) / 1000);
      last = now;
      if (drawing.current) return;
      const next = Math.min(passage.toA, wanted.current + seconds * speed);
      setTime(next);
      if (next >= passage.toA) setPlaying(false);
    });
    return () => cancelAnimationFrame(frame);
  }, [playing, speed, passage]);

  const [roleA, roleB] = rolesOf(copy);
  const pane = (i: 0 | 1) => ({
    start: i === 0 ? passage.fromA : passage.fromB,
    onFrame: (frame: PlayerFrame | null) => (frames.current[i] = frame),
    onPress: () => latest.current(),
  });
  return (
    <>
      <div class="panes">
        <Pane record={a} role={roleA} {...pane(0)} />
        <Pane record={b} role={roleB} {...pane(1)} />
      </div>
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
      <section class="why">
        <h2>
          Where they agree <small>in the first · in the second</small>
        </h2>
        <ul>
          {passages.map((at, i) => (
            <li key={at.fromA}>
              <button
                type="button"
                class="btn num"
                aria-pressed={i === chosen}
                onClick={() => {
                  setPlaying(false);
                  choose(i);
                  setTime(at.fromA);
                }}
              >
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
    </>
  );
}

interface PaneProps {
  record: ReplayRecord;
  role: string;
  start: number;
  onFrame(frame: PlayerFrame | null): void;
  onPress(): void;
}

/** One of the two, with its picture. */
function Pane({ record, role, start, onFrame, onPress }: PaneProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    if (!frame.current) return;
    const player = new PlayerFrame(frame.current, record.id, start, onPress);
    // Why it cannot be played, the frame says.
    player.ready.catch(() => undefined);
    onFrame(player);
    return () => {
      onFrame(null);
      player.stop();
    };
  }, [record.id]);
  return (
    <figure class="pane">
      <figcaption>
        <span class="role">{role}</span>
        <a href={`player?${new URLSearchParams({ replay: record.id })}`}>
          <bdi>{titleOf(record)}</bdi>
        </a>
        <bdi class="who">{playersOf(record)}</bdi>
        {record.proof !== undefined && <LevelBadge proof={record.proof} held={record.held} />}
      </figcaption>
      {record.held ? (
        <p class="nothing">It is held as a copy, and not given out.</p>
      ) : (
        <iframe ref={frame} title={`${role}: ${titleOf(record)}`} />
      )}
    </figure>
  );
}
