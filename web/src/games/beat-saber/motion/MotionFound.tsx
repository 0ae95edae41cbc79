import { useSignal, useSignalEffect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { StatsPanelProps } from '../../../stats/types';
import { clockText } from '../../../ui/format';
import { CutDrawing } from './cut-drawing';
import { ask } from '../ask';
import type { ComparedCut, Findings, Line } from '../questions.types';
import './cut-keys.css';
import './motion.css';

/** A cut is fetched to be drawn while time is so near to it, in seconds. */
const NEAR = 0.2;

/** Whether the motion fits the cuts: the verdict, the notes that are off, and other observations. */
export function MotionFound({ replay, root, time, onSeek }: StatsPanelProps) {
  const result = useSignal<{ findings: Findings | null } | null>(null);
  const trouble = useSignal('');
  const cut = useSignal<ComparedCut | null>(null);
  const drawing = useRef<CutDrawing | null>(null);

  useSignalEffect(() => {
    const find = async () => (result.value = { findings: await ask(replay, 'findings') });
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
    const away = (line: Line) => Math.abs((line.time ?? Infinity) - now);
    const near = result.value?.findings?.notes.filter((line) => away(line) < NEAR) ?? [];
    const [nearest] = near.sort((a, b) => away(a) - away(b));
    if (nearest) void show(nearest.note!);
    if (cut.value) drawing.current?.update(now);
  });
  const seek = ({ time }: Line) => onSeek(time ?? 0);
  /** The things to draw are there before the picture is. */
  const go = ({ note, time }: Line) => void show(note!).then(() => onSeek(time ?? 0));

  if (trouble.value) return <p class="none">{trouble}</p>;
  if (!result.value) return <span class="spinner" />;
  const { findings } = result.value;
  if (!findings) return <p>The motion of such replays is not judged.</p>;
  const { notes, differences, omissions, observations } = findings;
  return (
    <div class="motion-found" data-verdict={findings.verdict}>
      <p class="verdict">{findings.said}</p>
      {notes.length > 0 && (
        <>
          <h4>Notes that are off</h4>
          <ul class="cut-keys">
            <li data-is="recorded">the cut as recorded</li>
            <li data-is="recomputed">as it follows from the frames</li>
            <li data-is="path">the way of the saber</li>
          </ul>
          <Lines label="Notes that are off" rows={notes} leftOut={findings.notesLeftOut} current={cut.value?.note} onChoose={go} />
        </>
      )}
      {findings.besideMap && (
        <>
          <h4>Beside the map</h4>
          <p>{findings.besideMap}</p>
          {differences.length > 0 && (
            <Lines label="Beside the map" rows={differences} leftOut={findings.differencesLeftOut} onChoose={seek} />
          )}
        </>
      )}
      {omissions.length > 0 && (
        <>
          <h4>Left out of the map, which proves nothing</h4>
          <Lines label="Left out of the map" rows={omissions} leftOut={findings.omissionsLeftOut} onChoose={seek} />
        </>
      )}
      {observations.length > 0 && (
        <>
          <h4>Worth a look, though it proves nothing</h4>
          <Lines label="Worth a look" rows={observations} leftOut={findings.observationsLeftOut} onChoose={seek} />
        </>
      )}
    </div>
  );
}

interface LinesProps {
  label: string;
  rows: readonly Line[];
  /** How many there are besides. */
  leftOut: number;
  /** The note whose cut is drawn. */
  current?: number;
  onChoose(line: Line): void;
}

/** The first of some findings; each leads to its time. */
function Lines({ label, rows, leftOut, current, onChoose }: LinesProps) {
  return (
    <>
      <ol class="moments" aria-label={label}>
        {rows.map((row, i) => (
          <li key={i}>
            <button
              type="button"
              aria-current={current !== undefined && row.note === current ? 'true' : undefined}
              onClick={() => onChoose(row)}
            >
              <span class="at num">{clockText(row.time ?? 0)}</span>
              <span class="what">{row.said}</span>
            </button>
          </li>
        ))}
      </ol>
      {leftOut > 0 && <p>These are the first of {rows.length + leftOut}.</p>}
    </>
  );
}
