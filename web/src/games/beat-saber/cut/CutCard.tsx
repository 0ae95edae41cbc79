import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { CloseUpProps } from '../../../stage/scene';
import { at, type Columns, columnsOf } from '../../../stage/columns';
import '../motion/cut-keys.css';
import type { NoteCloseUp } from '../scene/note-close-up';
import './cut.css';
import { type CutPart, factsOf, WANTED } from './facts';
import { NoteFace } from './NoteFace';
import { useComparedCut } from './useComparedCut';

/** How a note was cut: its points and what they lack, and both planes of the cut. */
export function CutCard(props: CloseUpProps) {
  const closeUp = props.closeUp as NoteCloseUp;
  const { id, note, mistake, moment, outcome } = closeUp;
  const columns = useSignal<Columns | null>(null);
  useEffect(() => {
    void columnsOf(props.replay, { notes: WANTED }).then(({ notes }) => (columns.value = notes));
  }, [props.replay]);
  const recomputed = useComparedCut(props, moment.cut !== null).value;
  if (!columns.value) return null;
  const { parts, wrong, values, remark } = factsOf(columns.value, id, moment.cut !== null);
  return (
    <div class="cut-card num" data-mistake={mistake}>
      <div class="cut-head">
        <NoteFace closeUp={closeUp} distance={at(columns.value, 'cut.cut_distance_to_center', id)} recomputed={recomputed} />
        <div>
          <p class="cut-outcome">
            {mistake ? (
              <b>{outcome}</b>
            ) : (
              <>
                <b>{note.points}</b> of {note.maxPoints}
              </>
            )}
          </p>
          {wrong.map((why) => (
            <p key={why}>{why}</p>
          ))}
          {remark && <p>{remark}</p>}
          {recomputed && (
            <ul class="cut-keys">
              <li data-is="recorded">as recorded</li>
              <li data-is="recomputed">from the frames</li>
            </ul>
          )}
        </div>
      </div>
      {parts.length > 0 && <Parts parts={parts} />}
      {values.length > 0 && (
        <dl class="cut-values">
          {values.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

const Parts = ({ parts }: { parts: readonly CutPart[] }) => (
  <table class="cut-parts">
    <caption class="sr-only">Points of the cut</caption>
    <thead class="sr-only">
      <tr>
        <th scope="col">Part</th>
        <th scope="col">Points</th>
        <th scope="col">Lost</th>
      </tr>
    </thead>
    <tbody>
      {parts.map(({ label, points, most, measured }) => (
        <tr key={label}>
          <th scope="row">
            {label} <small>{measured}</small>
            <span class="meter" aria-hidden="true">
              <i style={{ transform: `scaleX(${points / most})` }} />
            </span>
          </th>
          <td>
            {points} <small>of {most}</small>
          </td>
          <td class="lost">{points < most ? `−${most - points}` : <span class="sr-only">nothing</span>}</td>
        </tr>
      ))}
    </tbody>
  </table>
);
