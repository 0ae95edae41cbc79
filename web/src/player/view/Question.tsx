import { useEffect, useRef } from 'preact/hooks';
import { question, type Where } from '../question';
import './question.css';

/** Asks where dropped plays of the same map are shown. A native dialog: Escape leaves everything as it is. */
export function Question() {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current!.showModal(), []);
  const { count, fits, answer } = question.value!;
  const choose = (where: Where | null) => () => answer(where);
  return (
    <dialog
      ref={dialog}
      class="question glass"
      aria-labelledby="question-title"
      onClose={choose(null)}
      onClick={({ target }) => target === dialog.current && answer(null)}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <div class="question-body">
        <h2 id="question-title">{count === 1 ? 'One more play' : `${count} more plays`} of this map</h2>
        <div class="question-answers">
          <button type="button" class="btn primary" disabled={!fits} onClick={choose('beside')}>
            Beside it
          </button>
          <button type="button" class="btn" onClick={choose('instead')}>
            Instead of it
          </button>
        </div>
        {!fits && <p class="quiet-text">There is no room for so many beside each other.</p>}
      </div>
    </dialog>
  );
}
