import { batch, computed, signal } from '@preact/signals';
import type { ReplayRecord } from '../replays/record';
import { ApiError, listReplays } from './api';
import { DEFAULT_SORT, type Filters, apiQuery, readFilters, writeFilters } from './query';

const PAGE = 50;
/** The most the server gives at once: coming back from the player asks for as many as were there, up to this. */
const MOST = 200;

/**
 * - `waiting`: for the first answer, or for one to other filters
 * - `more`: for the next page
 * - `absent`: there is no server
 */
export type Status = 'waiting' | 'ready' | 'more' | 'failed' | 'absent';

export const filters = signal<Filters>(readFilters(location.search));
export const records = signal<readonly ReplayRecord[]>([]);
/** How many replays the filters leave, on all pages; null while that is not known. */
export const total = signal<number | null>(null);
export const next = signal<string | null>(null);
export const status = signal<Status>('waiting');
export const failure = signal<string | null>(null);
/** Whether a server has answered once: from then on silence is a failure and not a static host. */
export const served = signal(false);
/** Whether the rows on show answer the present filters. */
export const settled = signal(false);

/** Nothing is there and nothing was asked for: no use in offering a search. */
export const bareLibrary = computed(
  () => settled.value && records.value.length === 0 && writeFilters({ ...filters.value, sort: DEFAULT_SORT }) === '',
);

let running: AbortController | null = null;

/** Narrows the list down. `replace` while typing, so that the way back is not every letter. */
export function narrow(change: Partial<Filters>, how: 'push' | 'replace' = 'push'): void {
  const wanted = { ...filters.value, ...change };
  if (writeFilters(wanted) === writeFilters(filters.value)) return;
  filters.value = wanted;
  const address = writeFilters(wanted) || location.pathname;
  if (how === 'push') history.pushState(null, '', address);
  else history.replaceState(null, '', address);
  void refresh();
}

export async function refresh(limit = PAGE): Promise<void> {
  await ask('waiting', async (signal) => {
    const page = await listReplays(apiQuery(filters.value, Math.min(limit, MOST), null), signal);
    records.value = page.replays;
    total.value = page.total ?? null;
    next.value = page.next ?? null;
  });
}

export async function loadMore(): Promise<void> {
  const cursor = next.value;
  if (!cursor || status.value !== 'ready') return;
  await ask('more', async (signal) => {
    const page = await listReplays(apiQuery(filters.value, PAGE, cursor), signal);
    // New replays may move a row from one page to the next.
    const ids = new Set(records.value.map((record) => record.id));
    records.value = [...records.value, ...page.replays.filter((record) => !ids.has(record.id))];
    next.value = page.next ?? null;
  });
}

/** Takes a deleted replay out of the list. */
export function forget(id: string): void {
  const left = records.value.filter((record) => record.id !== id);
  if (total.value !== null) total.value -= records.value.length - left.length;
  records.value = left;
}

async function ask(meanwhile: Status, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  running?.abort();
  const mine = (running = new AbortController());
  batch(() => {
    status.value = meanwhile;
    failure.value = null;
    if (meanwhile === 'waiting') settled.value = false;
  });
  try {
    await work(mine.signal);
    batch(() => {
      served.value = true;
      settled.value = true;
      status.value = 'ready';
    });
  } catch (error) {
    if (mine.signal.aborted) return;
    const silent = error instanceof ApiError && error.kind !== 'problem';
    batch(() => {
      status.value = silent && !served.value ? 'absent' : 'failed';
      failure.value = error instanceof Error ? error.message : String(error);
    });
  }
}

/** Follows the address when the reader goes back and forth. */
export function followAddress(): void {
  addEventListener('popstate', () => {
    const wanted = readFilters(location.search);
    if (writeFilters(wanted) === writeFilters(filters.value)) return;
    filters.value = wanted;
    void refresh();
  });
}

/** The first load; after a trip to the player with as many rows, and as far down, as when the reader left. */
export async function start(): Promise<void> {
  const before = history.state as { shown?: number; top?: number } | null;
  addEventListener('pagehide', () => history.replaceState({ shown: records.value.length, top: scrollY }, ''));
  history.scrollRestoration = 'manual';
  followAddress();
  await refresh(Math.max(PAGE, before?.shown ?? 0));
  if (before?.top) requestAnimationFrame(() => scrollTo({ top: before.top ?? 0, behavior: 'instant' }));
}
