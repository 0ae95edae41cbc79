import { type Signal, computed, signal } from '@preact/signals';
import { type Copy, copiesOf } from '../replays/copies';
import { isZip } from '../files/map-files';
import { type UploadOutcome, uploadFile } from './api';
import { refresh } from './list';
import { keepToken } from './tokens';

export type UploadState =
  | { kind: 'queued' }
  | { kind: 'sending'; fraction: number }
  | { kind: 'checking' }
  | Exclude<UploadOutcome, { kind: 'held' }>
  /** `origins`: the originals it is taken for a copy of. */
  | (Extract<UploadOutcome, { kind: 'held' }> & { origins: readonly Copy[] });

export interface Upload {
  key: number;
  file: File;
  /** The zip file of a map: replays are no zip files. Known when it is sent. */
  isMap: boolean;
  state: Signal<UploadState>;
  abort: AbortController;
}

/** Enough to hide the wait for the server's answer, few enough that each goes forward visibly. */
const AT_ONCE = 2;

export const uploads = signal<readonly Upload[]>([]);

/** Ids that this page has just added, to be pointed out in the list. */
export const fresh = signal<ReadonlySet<string>>(new Set());

export const pending = computed(() => uploads.value.filter(({ state }) => isPending(state.value)).length);

export const isPending = (state: UploadState): boolean => state.kind === 'queued' || state.kind === 'sending' || state.kind === 'checking';

/** The share of the bytes of all uploads that has been sent, or need not be any more. */
export const progress = computed(() => {
  const sizes = uploads.value.map(({ file }) => Math.max(1, file.size));
  const sent = uploads.value.map(
    ({ state: { value } }, i) => sizes[i]! * (value.kind === 'sending' ? value.fraction : value.kind === 'queued' ? 0 : 1),
  );
  const sum = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0);
  return sum(sent) / Math.max(1, sum(sizes));
});

let lastKey = 0;

export function enqueue(files: readonly File[]): void {
  const added = files.map(
    (file): Upload => ({
      key: ++lastKey,
      file,
      isMap: false,
      state: signal<UploadState>({ kind: 'queued' }),
      abort: new AbortController(),
    }),
  );
  uploads.value = [...uploads.value, ...added];
  pump();
}

export function retry(upload: Upload): void {
  upload.abort = new AbortController();
  upload.state.value = { kind: 'queued' };
  pump();
}

export function cancel(upload: Upload): void {
  upload.abort.abort();
  dismiss(upload);
  pump();
}

/** Takes back all that has not arrived yet. */
export function cancelAll(): void {
  const left = uploads.value.filter(({ state }) => !isPending(state.value));
  for (const upload of uploads.value) if (!left.includes(upload)) upload.abort.abort();
  uploads.value = left;
}

export function dismiss(upload: Upload): void {
  uploads.value = uploads.value.filter((other) => other !== upload);
}

/** Takes away what needs no more attention. */
export function clearDone(): void {
  uploads.value = uploads.value.filter(({ state }) => isPending(state.value));
}

function pump(): void {
  const active = uploads.value.filter(({ state: { value } }) => value.kind === 'sending' || value.kind === 'checking');
  const queued = uploads.value.filter(({ state }) => state.value.kind === 'queued');
  for (const upload of queued.slice(0, AT_ONCE - active.length)) void run(upload);
}

async function run(upload: Upload): Promise<void> {
  const { file, state, abort } = upload;
  state.value = { kind: 'sending', fraction: 0 };
  upload.isMap = await isZip(file);
  if (abort.signal.aborted) return;
  const outcome = await uploadFile(
    file,
    upload.isMap,
    // When all has gone out the server still decodes: a full bar that does nothing would look stuck.
    (fraction) => (state.value = fraction < 1 ? { kind: 'sending', fraction } : { kind: 'checking' }),
    abort.signal,
  );
  if (abort.signal.aborted) return;
  if ('record' in outcome) {
    fresh.value = new Set(fresh.value).add(outcome.record.id);
    if (outcome.token) keepToken(outcome.record.id, outcome.token);
  }
  state.value = outcome.kind === 'held' ? { ...outcome, origins: await originsOf(outcome.record.id) } : outcome;
  pump();
  if (pending.value === 0 && uploads.value.some(({ state: { value } }) => value.kind === 'added' || value.kind === 'map')) void refresh();
}

async function originsOf(id: string): Promise<Copy[]> {
  const copies = await copiesOf(id);
  return copies?.copies.filter(({ role }) => role === 'copy') ?? [];
}
