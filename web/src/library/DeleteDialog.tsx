import { useEffect, useRef, useState } from 'preact/hooks';
import { type ReplayRecord, titleOf } from '../replays/record';
import { ApiError, deleteReplay } from './api';
import { forget } from './list';
import { dropToken, tokens } from './tokens';
import { dismiss, uploads } from './uploads';

/** The row after the one of a replay, or else the one before it: the place where the reader goes on when it is gone. */
function neighbourOf(id: string): HTMLElement | null {
  const row = document.querySelector(`.row[data-id="${id}"]`);
  const other = row?.nextElementSibling ?? row?.previousElementSibling;
  return other?.querySelector<HTMLElement>('.title') ?? null;
}

export function DeleteDialog({ record, onClose }: { record: ReplayRecord; onClose(): void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => dialog.current?.showModal(), []);

  async function remove(): Promise<void> {
    setBusy(true);
    setProblem(null);
    try {
      await deleteReplay(record.id, tokens.value[record.id] ?? '');
    } catch (error) {
      // Someone else was faster: the wish is fulfilled.
      if (!(error instanceof ApiError && error.problem.status === 404)) {
        setBusy(false);
        setProblem(error instanceof Error ? error.message : String(error));
        return;
      }
    }
    const neighbour = neighbourOf(record.id);
    dropToken(record.id);
    forget(record.id);
    for (const upload of uploads.value) {
      const state = upload.state.value;
      if ('record' in state && state.record.id === record.id) dismiss(upload);
    }
    dialog.current?.close();
    // A dialog gives the focus back to the button that opened it, which is gone.
    setTimeout(() => (neighbour ?? document.querySelector<HTMLElement>('[name=q], .file-button input'))?.focus());
  }

  return (
    <dialog ref={dialog} class="dialog" aria-labelledby="delete-title" onClose={onClose}>
      <h2 id="delete-title">Delete this replay?</h2>
      <p>
        <b>
          <bdi>{titleOf(record)}</bdi>
        </b>{' '}
        is taken off the server for everyone, and links to it stop working. This cannot be undone.
      </p>
      {problem && (
        <p class="bad" role="alert">
          {problem}
        </p>
      )}
      <div class="buttons">
        <button class="btn" onClick={() => dialog.current?.close()}>
          Keep it
        </button>
        <button class="btn danger" disabled={busy} onClick={() => void remove()}>
          {busy ? 'Deleting…' : 'Delete'}
        </button>
      </div>
    </dialog>
  );
}
