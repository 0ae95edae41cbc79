import { Fragment } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { ReplayRecord } from '../replays/record';
import { Row, SkeletonRow } from './Row';
import { SetHead } from './SetHead';
import { RetryIcon } from './icons';
import { failure, filters, loadMore, narrow, next, records, refresh, settled, status } from './list';
import { NO_FILTERS, narrowing } from './query';

export function List({ onDelete, empty }: { onDelete(record: ReplayRecord): void; empty: preact.ComponentChildren }) {
  const rows = records.value;
  const waiting = status.value === 'waiting';
  if (status.value === 'failed' && (rows.length === 0 || !settled.value)) return <Failed />;
  if (waiting && rows.length === 0) {
    return (
      <ul class="rows" aria-busy="true" aria-label="Replays are loading">
        {Array.from({ length: 8 }, (_, i) => (
          <SkeletonRow key={i} />
        ))}
      </ul>
    );
  }
  if (rows.length === 0) return narrowing(filters.value).length > 0 || filters.value.q ? <Nothing /> : empty;
  return (
    <>
      <ul class="rows" aria-busy={waiting} aria-label="Replays" onKeyDown={step}>
        {rows.map((record, i) => (
          <Fragment key={record.id}>
            {record.set && record.set.id !== rows[i - 1]?.set?.id && <SetHead record={record} shown={shownOfSet(rows, i)} />}
            <Row record={record} onDelete={onDelete} />
          </Fragment>
        ))}
      </ul>
      {status.value === 'failed' ? <Failed /> : next.value && <More />}
      <p class="sr-only" role="status">
        {settled.value && `${rows.length} replays${next.value ? ', more below' : ''}`}
      </p>
    </>
  );
}

/** How many rows in a row are of the set of one. */
function shownOfSet(rows: readonly ReplayRecord[], from: number): number {
  const end = rows.findIndex(({ set }, i) => i > from && set?.id !== rows[from]!.set!.id);
  return (end < 0 ? rows.length : end) - from;
}

/** Arrow keys go from row to row, as in any list. */
function step(event: KeyboardEvent & { currentTarget: HTMLElement }): void {
  const direction = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!direction || event.altKey || event.ctrlKey || event.metaKey) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('.title')];
  const here = (event.target as HTMLElement).closest('.row')?.querySelector<HTMLElement>('.title');
  const target = links[links.indexOf(here!) + direction];
  if (!target) return;
  event.preventDefault();
  target.focus();
}

/** The next page, by itself when the reader comes near it, by a press otherwise. */
function More() {
  const button = useRef<HTMLButtonElement>(null);
  const loading = status.value === 'more';
  useEffect(() => {
    if (loading) return;
    // On a busy machine several come at once: it was out of sight, and then in sight.
    const isNear = (entries: IntersectionObserverEntry[]) => entries.some(({ isIntersecting }) => isIntersecting);
    const observer = new IntersectionObserver((entries) => isNear(entries) && void loadMore(), { rootMargin: '600px' });
    observer.observe(button.current!);
    return () => observer.disconnect();
  }, [loading]);
  return (
    <p class="more">
      <button ref={button} class="btn" disabled={loading} onClick={() => void loadMore()}>
        {loading ? 'Loading…' : 'Load more'}
      </button>
    </p>
  );
}

function Failed() {
  return (
    <div class="notice" role="alert">
      <h2>The list could not be loaded</h2>
      <p>{failure.value}</p>
      <button class="btn" onClick={() => void (settled.value && next.value ? retryMore() : refresh())}>
        <RetryIcon />
        Try again
      </button>
    </div>
  );
}

function retryMore(): Promise<void> {
  status.value = 'ready';
  return loadMore();
}

function Nothing() {
  return (
    <div class="notice">
      <h2>No replay matches</h2>
      <p>Try fewer words, or another date.</p>
      <button class="btn" onClick={() => narrow({ ...NO_FILTERS, sort: filters.value.sort })}>
        Clear search and filters
      </button>
    </div>
  );
}
