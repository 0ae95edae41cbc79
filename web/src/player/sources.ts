import { DecodeError } from '../decoder';
import type { OptionFile } from '../files/options';
import type { FormatOptionList } from '../replays/api.types';
import { fetched } from '../replays/ask';

/** Where a replay comes from. */
export type Source =
  /** `key`: under which the library page left it, so that a reload finds it again. `map`: the address of a zip file with its map. */
  | { kind: 'file'; file: Blob; name: string; key?: string; map?: string | undefined }
  | { kind: 'address'; replay: string; map?: string | undefined }
  | { kind: 'sample' }
  /** A game that a server follows; `endpoint` is empty for the server that this page came from. */
  | { kind: 'live'; endpoint: string };

export const fileSource = (file: File): Source & { kind: 'file' } => ({ kind: 'file', file, name: file.name });

const ID = /^[0-9a-f]{32}$/;

/** An id means the server that this page came from; anything else is an address on the same origin. */
export function addressOf(replay: string): URL {
  return sameOrigin(ID.test(replay) ? `api/replays/${replay}/file` : replay);
}

/** The id of a replay of the server that this page came from; null of any other. */
export function idOf(source: Source): string | null {
  return source.kind === 'address' && ID.test(source.replay) ? source.replay : null;
}

export const mapOf = (source: Source): string | undefined => ('map' in source ? source.map : undefined);

/** Where a server sends the games that it follows. */
export function liveEndpoint(endpoint: string): URL {
  return sameOrigin(endpoint || 'api/live');
}

export function sameOrigin(address: string, what = 'Replays'): URL {
  const url = new URL(address, document.baseURI);
  // A link must not make the page fetch from somewhere else in the reader's name.
  if (url.origin !== location.origin) {
    throw new DecodeError({
      error: `${what} are only opened from ${location.origin}; this link points to ${url.origin}.`,
    });
  }
  return url;
}

/** The file's name, as far as it is known. */
export function nameOf(source: Source): string {
  switch (source.kind) {
    case 'file':
      return source.name;
    case 'address':
      return addressOf(source.replay).pathname;
    case 'sample':
    case 'live':
      return '';
  }
}

/** The name of the file that somebody chose; undefined where it has none that means something. */
export function fileNameOf(source: Source): string | undefined {
  if (source.kind === 'file') return source.name;
  return source.kind === 'address' && !ID.test(source.replay) ? source.replay.split('/').at(-1) : undefined;
}

/** The options of formats that the server of a replay has; none without a server. */
export async function optionsOf(source: Source): Promise<OptionFile[]> {
  const ofThisServer = source.kind === 'live' ? source.endpoint === '' : idOf(source) !== null;
  if (!ofThisServer) return [];
  const list = await fetched('api/format-options');
  if (!list) return [];
  const { format_options } = (await list.json()) as FormatOptionList;
  const files = format_options.map(async ({ name }) => {
    const response = await fetched(`api/format-options/${encodeURIComponent(name)}`);
    return response ? [{ name, file: await response.blob() }] : [];
  });
  return (await Promise.all(files)).flat();
}

export async function fetchReplay(replay: string): Promise<ArrayBuffer> {
  const url = addressOf(replay);
  let response: Response;
  try {
    response = await fetch(url);
  } catch {
    throw new DecodeError({ error: 'The replay could not be fetched: the server did not answer.' });
  }
  if (response.status === 403) throw new DecodeError({ error: await refusalOf(response) });
  if (response.status === 404) throw new DecodeError({ error: 'There is no such replay on this server.' });
  if (!response.ok) throw new DecodeError({ error: `The replay could not be fetched: the server answered ${response.status}.` });
  return response.arrayBuffer();
}

/** Why a server does not give out a replay, in its own words. */
async function refusalOf(response: Response): Promise<string> {
  const problem = (await response.json().catch(() => null)) as { detail?: unknown } | null;
  return typeof problem?.detail === 'string' ? problem.detail : 'The server does not give out this replay.';
}
