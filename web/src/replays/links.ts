// Links to other sites: a server may follow some of them for the reader.
import { signal } from '@preact/signals';
import type { LinkSites, Problem } from './api.types';
import { answerOf } from './ask';

/** The sites that the server of this page asks; null before it said so. */
export const sites = signal<readonly string[] | null>(null);

/** Asks the server of this page once; a page of files, as on a static host, has none to ask. */
export async function askForSites(): Promise<void> {
  if (sites.peek() || location.pathname.endsWith('.html')) return;
  sites.value = (await answerOf<LinkSites>('api/links', 'sites'))?.sites ?? [];
}

/** The outcome of following a link. */
export type Followed =
  /** Where it is now; it may have been there before. */
  { kind: 'replay' | 'map'; id: string } | { refusal: string };

/** Has the server fetch what a link leads to. */
export async function follow(link: string): Promise<Followed> {
  const headers = { 'content-type': 'application/json' };
  const address = new URL('api/links', document.baseURI);
  const response = await fetch(address, { method: 'POST', headers, body: JSON.stringify({ link }) }).catch(() => null);
  if (!response) return { refusal: 'The server did not answer.' };
  const kept = placeOf(response.headers.get('location'));
  if (response.ok && kept) return kept;
  const problem = (await response.json().catch(() => null)) as Problem | null;
  if (response.status === 409 && problem?.id && problem.id_of) return { kind: problem.id_of, id: problem.id };
  return { refusal: problem?.detail ?? `The server answered ${response.status}.` };
}

function placeOf(location: string | null): Followed | null {
  const [, folder, id] = /^\/api\/(replays|maps)\/([0-9a-fA-F]+)$/.exec(location ?? '') ?? [];
  return folder && id ? { kind: folder === 'maps' ? 'map' : 'replay', id } : null;
}
