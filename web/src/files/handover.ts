/**
 * Files on their way from the library page to the player page, without a server in between.
 *
 * IndexedDB rather than a message between windows: the player opens in the same tab, and a reload still finds the file.
 */

import type { OptionFile } from './options';

/** So many times files are kept, so that going back and forth works without keeping everything ever watched. */
const KEPT = 5;
const STORE = 'files';
const REFUSED = 'The browser keeps no files for this page.';

interface Entry {
  key: string;
  left: number;
  files: readonly File[];
  /** Options of their formats. */
  options: readonly OptionFile[];
}

/** Leaves files for the player; the key goes into its address as `local`. */
export async function leaveFiles(files: readonly File[], options: readonly OptionFile[] = []): Promise<string> {
  const key = crypto.getRandomValues(new Uint32Array(2)).join('-');
  const db = await opened();
  try {
    const transaction = db.transaction(STORE, 'readwrite');
    const store = transaction.objectStore(STORE);
    const entries = (await done(store.getAll())) as Entry[];
    const stale = entries.sort((a, b) => b.left - a.left).slice(KEPT - 1);
    for (const entry of stale) store.delete(entry.key);
    store.put({ key, left: Date.now(), files, options } satisfies Entry);
    // Not just the request: leaving the page would abort what is not yet committed.
    await new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(transaction.error ?? new Error(REFUSED));
    });
  } finally {
    db.close();
  }
  return key;
}

/** The files left under a key; null if they are no longer there. */
export async function takeFiles(key: string): Promise<Entry | null> {
  const db = await opened();
  try {
    const entry = (await done(db.transaction(STORE).objectStore(STORE).get(key))) as Entry | undefined;
    return entry ?? null;
  } finally {
    db.close();
  }
}

function opened(): Promise<IDBDatabase> {
  const request = indexedDB.open('ghostreel.handover', 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'key' });
  return done(request);
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error(REFUSED));
  });
}
