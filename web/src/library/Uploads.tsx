import { useComputed } from '@preact/signals';
import { useState } from 'preact/hooks';
import type { Copy } from '../replays/copies';
import { HELD } from '../replays/level';
import { type ReplayRecord, titleOf } from '../replays/record';
import { grouped } from '../ui/format';
import { CheckIcon, CloseIcon, LinkIcon, UploadIcon, WarningIcon } from '../ui/icons';
import type { Problem } from './api';
import { sizeText } from './files';
import { ChevronIcon, RetryIcon, TrashIcon } from './icons';
import { playerLink } from './links';
import { tokens } from './tokens';
import {
  type Upload,
  type UploadState,
  cancel,
  cancelAll,
  clearDone,
  dismiss,
  isPending,
  pending,
  progress,
  retry,
  uploads,
} from './uploads';

interface Props {
  onWatch(file: File): void;
  onDelete(record: ReplayRecord): void;
}

/** The queue, in a corner: it must not keep anyone from going on. */
export function Uploads(props: Props) {
  const [folded, setFolded] = useState(false);
  const heading = useComputed(() => summary(uploads.value.map(({ state }) => state.value)));
  if (uploads.value.length === 0) return null;
  return (
    <section class="uploads" aria-label="Uploads">
      <header>
        <h2>
          <span role="status">{heading}</span>
        </h2>
        {pending.value === 0 ? (
          <button class="btn quiet small" onClick={clearDone}>
            Clear
          </button>
        ) : (
          uploads.value.length > 1 && (
            <button class="btn quiet small" onClick={cancelAll}>
              Cancel all
            </button>
          )
        )}
        <button
          class={folded ? 'btn quiet icon small up' : 'btn quiet icon small'}
          aria-expanded={!folded}
          aria-label="Show the uploads"
          onClick={() => setFolded(!folded)}
        >
          <ChevronIcon />
        </button>
      </header>
      {pending.value > 0 && uploads.value.length > 1 && <Overall />}
      {!folded && (
        <ul>
          {uploads.value.map((upload) => (
            <Item key={upload.key} upload={upload} {...props} />
          ))}
        </ul>
      )}
    </section>
  );
}

/** How much of all files has arrived. */
function Overall() {
  const percent = Math.round(progress.value * 100);
  return (
    <div class="bar overall" role="progressbar" aria-label="All uploads" aria-valuemin={0} aria-valuemax={100} aria-valuenow={percent}>
      <span style={{ transform: `scaleX(${progress.value})` }} />
    </div>
  );
}

function Item({ upload, onWatch, onDelete }: Props & { upload: Upload }) {
  const state = upload.state.value;
  const { tone, icon, text } = look(state, upload.file);
  const original = originalOf(state);
  return (
    <li class="upload" data-outcome={state.kind}>
      <span class={`badge ${tone}`}>{icon}</span>
      <div class="what">
        <p class="name">
          <bdi>{upload.file.name}</bdi>
        </p>
        {isPending(state) && <Bar state={state} name={upload.file.name} />}
        <p class={`text ${tone}`}>{text}</p>
        <p class="actions">
          {state.kind === 'added' && <a href={playerLink({ replay: state.record.id }, true)}>Open</a>}
          {state.kind === 'exists' && state.id && <a href={playerLink({ replay: state.id }, true)}>Open the one that is there</a>}
          {original && <a href={playerLink({ replay: original }, true)}>Open the original</a>}
          {state.kind === 'trouble' && (
            <button onClick={() => retry(upload)}>
              <RetryIcon />
              Try again
            </button>
          )}
          {!upload.isMap && (state.kind === 'refused' || state.kind === 'too-large' || state.kind === 'trouble') && (
            <button onClick={() => onWatch(upload.file)}>Watch it here</button>
          )}
          {'record' in state && state.record.id in tokens.value && (
            <button onClick={() => onDelete(state.record)}>
              <TrashIcon />
              Delete
            </button>
          )}
        </p>
      </div>
      <button
        class="btn quiet icon small"
        aria-label={isPending(state) ? `Cancel ${upload.file.name}` : `Dismiss ${upload.file.name}`}
        onClick={() => (isPending(state) ? cancel(upload) : dismiss(upload))}
      >
        <CloseIcon />
      </button>
    </li>
  );
}

function Bar({ state, name }: { state: UploadState; name: string }) {
  const percent = state.kind === 'sending' ? Math.round(state.fraction * 100) : undefined;
  return (
    <div
      class={state.kind === 'checking' ? 'bar busy' : 'bar'}
      role="progressbar"
      aria-label={`Upload of ${name}`}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent ?? (state.kind === 'checking' ? 100 : 0)}
    >
      <span style={{ transform: `scaleX(${state.kind === 'checking' ? 1 : (percent ?? 0) / 100})` }} />
    </div>
  );
}

function look(state: UploadState, file: File) {
  switch (state.kind) {
    case 'queued':
      return { tone: '', icon: <UploadIcon />, text: `Waiting · ${sizeText(file.size)}` };
    case 'sending': {
      const sent = sizeText(state.fraction * file.size);
      return { tone: '', icon: <UploadIcon />, text: `${sent} of ${sizeText(file.size)}` };
    }
    case 'checking':
      return { tone: '', icon: <UploadIcon />, text: 'The server is checking it' };
    case 'added':
      return { tone: 'good', icon: <CheckIcon />, text: addedText(state.record) };
    case 'map':
      return { tone: 'good', icon: <CheckIcon />, text: `Map “${state.title || file.name}” stored: replays of it are shown with it.` };
    case 'held':
      return { tone: 'bad', icon: <WarningIcon />, text: heldText(state.origins) };
    case 'exists':
      return { tone: 'info', icon: <LinkIcon />, text: existsText(state.id) };
    case 'refused':
      return { tone: 'bad', icon: <WarningIcon />, text: refusalText(state.problem) };
    case 'too-large':
      return { tone: 'bad', icon: <WarningIcon />, text: sizeRefusalText(state.problem, file) };
    case 'trouble':
      return { tone: 'warn', icon: <WarningIcon />, text: state.message };
  }
}

/** The id of the original that an upload is taken for a copy of. */
function originalOf(state: UploadState): string | undefined {
  const origins = state.kind === 'held' ? state.origins : state.kind === 'refused' ? state.problem.copies : [];
  return origins?.[0]?.id;
}

const heldText = (origins: readonly Copy[]): string => ['Looks like a copy.', HELD, ...reasonsOf(origins)].join(' ');

const reasonsOf = (copies: readonly Copy[]): string[] => copies.slice(0, 1).flatMap(({ reasons }) => reasons);

const existsText = (id: string | null): string =>
  id ? 'Already in the library: the very same file.' : 'Already on the server: the very same map.';

function addedText(record: ReplayRecord): string {
  const players = record.players.map((player) => player.name).join(', ');
  const lost = record.diagnostics.some((diagnostic) => diagnostic.severity === 'error');
  return `Added “${titleOf(record)}”${players && `, played by ${players}`}.${lost ? ' Parts of the file are damaged.' : ''}`;
}

/** Title and detail, and the place in the file unless the detail names it already. */
function refusalText({ title, detail, section, offset, copies = [] }: Problem): string {
  const sentences = [title, detail !== title ? detail : undefined, ...reasonsOf(copies)]
    .filter((text) => text !== undefined)
    .map((text) => (/[.!?]$/.test(text) ? text : `${text}.`));
  const named = offset === undefined || detail?.includes(String(offset));
  const place = [section && `in “${section}”`, offset !== undefined && `at byte ${grouped(offset)}`];
  if (!named) sentences.push(`It goes wrong ${place.filter(Boolean).join(', ')}.`);
  return sentences.join(' ');
}

function sizeRefusalText({ detail }: Problem, file: File): string {
  // Servers give their limit to the byte; people think in megabytes.
  const limit = detail?.replace(/\d{5,} bytes/, (bytes) => sizeText(Number.parseInt(bytes, 10)));
  return [`${sizeText(file.size)} is too large.`, limit].filter(Boolean).join(' ');
}

function summary(states: readonly UploadState[]): string {
  const count = (kind: UploadState['kind']) => states.filter((state) => state.kind === kind).length;
  const waiting = states.filter(isPending).length;
  if (waiting > 0) return states.length === 1 ? 'Uploading' : `Uploading, ${waiting} of ${states.length} to go`;
  const parts = [
    [count('added'), 'added'],
    [count('map'), count('map') === 1 ? 'map stored' : 'maps stored'],
    [count('held'), 'held back'],
    [count('exists'), 'already there'],
    [count('refused') + count('too-large'), 'refused'],
    [count('trouble'), 'not sent'],
  ] as const;
  const text = parts
    .filter(([n]) => n > 0)
    .map(([n, what]) => `${n} ${what}`)
    .join(', ');
  return text || 'Uploads';
}
