import { useSignal, useSignalEffect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { StatsPanelProps } from '../../../stats/types';
import { clockText } from '../../../ui/format';
import { CutDrawing } from './cut-drawing';
import { ask } from '../ask';
import type { ComparedCut, Differences, Motion } from '../questions.types';
import type { OffNote } from './motion';
import { differenceText, observationText, offNotesOf, omissionText, verdictText, wayText } from './motion';
import './motion.css';

/** A cut is drawn while time is so near to it, in seconds. */
const NEAR = 0.2;
/** Rows that are listed of each kind: more are no help. */
const SHOWN = 200;

/** Whether the motion fits the cuts: the verdict, the notes that are off, and other observations. */
export function MotionFound({ replay, root, time, onSeek }: StatsPanelProps) {
  const result = useSignal<{ motion: Motion | null; notes: OffNote[]; besideMap: Differences | null } | null>(null);
  const trouble = useSignal('');
  const cut = useSignal<ComparedCut | null>(null);
  const drawing = useRef<CutDrawing | null>(null);

  useSignalEffect(() => {
    const find = async () => {
      const motion = await ask(replay, 'motion');
      const besideMap = motion?.byMap ? await ask(replay, 'differences') : null;
      result.value = { motion, notes: motion ? await offNotesOf(replay, motion) : [], besideMap };
    };
    find().catch((error: unknown) => (trouble.value = error instanceof Error ? error.message : String(error)));
  });

  /** Draws the cut of a note from now on, as long as time is near to it. */
  const show = async (note: number): Promise<void> => {
    const compared = await ask(replay, 'compared-cut', { note });
    if (!compared || compared.note === cut.peek()?.note) return;
    drawing.current?.dispose();
    drawing.current = new CutDrawing(compared);
    root.add(drawing.current.mesh);
    cut.value = compared;
  };
  useEffect(() => () => drawing.current?.dispose(), []);
  useSignalEffect(() => {
    const now = time.value;
    const near = result.value?.notes.filter((note) => Math.abs(note.time - now) < NEAR) ?? [];
    const [nearest] = near.sort((a, b) => Math.abs(a.time - now) - Math.abs(b.time - now));
    if (nearest) void show(nearest.note);
    if (drawing.current) drawing.current.mesh.visible = cut.value !== null && Math.abs(cut.value.time - now) < NEAR;
  });
  /** The things to draw are there before the picture is. */
  const go = (note: OffNote) => void show(note.note).then(() => onSeek(note.time));

  if (trouble.value) return <p class="none">{trouble}</p>;
  if (!result.value) return <span class="spinner" />;
  const { motion, notes, besideMap } = result.value;
  if (!motion) return <p>The motion of such replays is not judged.</p>;
  const { observations, observationsLeftOut, notesOff } = motion;
  const passed = motion.byMap?.passed ?? [];
  return (
    <div class="motion-found" data-verdict={motion.verdict}>
      <p class="verdict">{verdictText(motion)}</p>
      {notes.length > 0 && (
        <>
          <h4>Notes that are off</h4>
          <ul class="keys">
            <li data-is="recorded">the cut as recorded</li>
            <li data-is="recomputed">as it follows from the frames</li>
            <li data-is="path">the way of the saber</li>
          </ul>
          <ol class="moments" aria-label="Notes that are off">
            {notes.slice(0, SHOWN).map((note) => (
              <li key={note.note}>
                <button type="button" aria-current={cut.value?.note === note.note ? 'true' : undefined} onClick={() => go(note)}>
                  <span class="at num">{clockText(note.time)}</span>
                  <span class="what">{note.ways.map(wayText).join('; ')}</span>
                </button>
              </li>
            ))}
          </ol>
          {notesOff > Math.min(notes.length, SHOWN) && <p>These are the first of {notesOff}.</p>}
        </>
      )}
      {besideMap && <BesideMap {...besideMap} onSeek={onSeek} />}
      {passed.length > 0 && (
        <>
          <h4>Left out of the map, which proves nothing</h4>
          <Seen label="Left out of the map" rows={passed} leftOut={0} text={omissionText} onSeek={onSeek} />
        </>
      )}
      {observations.length > 0 && (
        <>
          <h4>Worth a look, though it proves nothing</h4>
          <Seen label="Worth a look" rows={observations} leftOut={observationsLeftOut} text={observationText} onSeek={onSeek} />
        </>
      )}
    </div>
  );
}

/** The notes whose points, or whose place, the map gives otherwise. */
function BesideMap({ summary, notes, notesLeftOut, onSeek }: Differences & { onSeek(time: number): void }) {
  return (
    <>
      <h4>Beside the map</h4>
      <p>{summary}</p>
      {notes.length > 0 && <Seen label="Beside the map" rows={notes} leftOut={notesLeftOut} text={differenceText} onSeek={onSeek} />}
    </>
  );
}

interface SeenProps<Row> {
  label: string;
  rows: readonly Row[];
  /** How many there are besides. */
  leftOut: number;
  text(row: Row): string;
  onSeek(time: number): void;
}

/** The first of some rows; each leads to its time. */
function Seen<Row extends { time: number | null }>({ label, rows, leftOut, text, onSeek }: SeenProps<Row>) {
  const all = rows.length + leftOut;
  return (
    <>
      <ol class="moments" aria-label={label}>
        {rows.slice(0, SHOWN).map((row, i) => (
          <li key={i}>
            <button type="button" onClick={() => onSeek(row.time ?? 0)}>
              <span class="at num">{clockText(row.time ?? 0)}</span>
              <span class="what">{text(row)}</span>
            </button>
          </li>
        ))}
      </ol>
      {all > SHOWN && <p>These are the first of {all}.</p>}
    </>
  );
}
