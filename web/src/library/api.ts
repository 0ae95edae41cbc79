import type { Copy, Problem as Described, ReplayList } from '../replays/api.types';
import type { ReplayRecord } from '../replays/record';

/** Why a request was not answered as asked; from a server without this API, only the status is known. */
export type Problem = Pick<Described, 'status'> & Partial<Described>;

/**
 * - `absent`: no server there speaks this API, as on a static host
 * - `network`: no answer at all
 * - `problem`: the server says no
 */
export class ApiError extends Error {
  constructor(
    readonly kind: 'absent' | 'network' | 'problem',
    readonly problem: Problem,
  ) {
    super(problem.detail ?? problem.title ?? 'The server did not answer.');
    this.name = 'ApiError';
  }
}

const address = (path: string): URL => new URL(`api/${path}`, document.baseURI);

export async function listReplays(query: URLSearchParams, signal: AbortSignal): Promise<ReplayList> {
  const answer = await send(address(`replays?${query}`), { signal });
  const page = answer.body as Partial<ReplayList> | null;
  if (answer.status === 200 && Array.isArray(page?.replays)) {
    return { replays: page.replays, next: page.next ?? null, total: page.total ?? null };
  }
  // A static host knows no such address, or answers every address with a page.
  if (answer.status < 500 && (answer.status === 404 || !isProblem(answer.body))) throw absent(answer.status);
  throw new ApiError('problem', problemOf(answer.status, answer.body));
}

export async function deleteReplay(id: string, token: string): Promise<void> {
  const answer = await send(address(`replays/${id}`), { method: 'DELETE', headers: { authorization: `Bearer ${token}` } });
  if (answer.status >= 400) throw new ApiError('problem', problemOf(answer.status, answer.body));
}

export type UploadOutcome =
  | { kind: 'added'; record: ReplayRecord; token: string | null }
  /** It was taken in, but is taken for a copy: it is not given out. */
  | { kind: 'held'; record: ReplayRecord; token: string | null }
  /** `id`: of the replay that is there; of a map there is nothing to be opened. */
  | { kind: 'exists'; id: string | null }
  /** A map was taken in. */
  | { kind: 'map'; title: string }
  | { kind: 'refused'; problem: Problem }
  | { kind: 'too-large'; problem: Problem }
  | { kind: 'trouble'; message: string };

/** Sends one file, a replay or the zip file of a map. XMLHttpRequest, because fetch does not report how much was sent. */
export function uploadFile(
  file: File,
  isMap: boolean,
  onProgress: (fraction: number) => void,
  signal: AbortSignal,
): Promise<UploadOutcome> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    const form = new FormData();
    form.append('file', file, file.name);
    request.open('POST', address(isMap ? 'maps' : 'replays'));
    request.responseType = 'text';
    request.upload.onprogress = (event) => event.lengthComputable && onProgress(event.loaded / event.total);
    request.onload = () => resolve(outcomeOf(request.status, parsed(request.responseText), isMap));
    request.onerror = () => resolve({ kind: 'trouble', message: 'The connection broke off before the file had arrived.' });
    request.onabort = () => resolve({ kind: 'trouble', message: 'Cancelled.' });
    signal.addEventListener('abort', () => request.abort());
    request.send(form);
  });
}

function outcomeOf(status: number, body: unknown, isMap: boolean): UploadOutcome {
  const problem = problemOf(status, body);
  if (isMap && status < 300 && isMapRecord(body)) return { kind: 'map', title: body.title };
  if (!isMap && status === 201 && isRecord(body)) {
    const { delete_token: token, ...record } = body as ReplayRecord & { delete_token?: string };
    return { kind: record.held ? 'held' : 'added', record, token: token ?? null };
  }
  if (status === 409 && problem.id && !problem.copies) return { kind: 'exists', id: isMap ? null : problem.id };
  if (status === 413) return { kind: 'too-large', problem };
  if (status >= 400 && status < 500 && status !== 408 && status !== 429) return { kind: 'refused', problem };
  return { kind: 'trouble', message: problem.detail ?? problem.title ?? `The server answered ${status}.` };
}

async function send(url: URL, init: RequestInit): Promise<{ status: number; body: unknown }> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, init);
    text = await response.text();
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ApiError('network', { status: 0, title: 'The server did not answer.' });
  }
  return { status: response.status, body: parsed(text) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

const isRecord = (body: unknown): boolean => typeof body === 'object' && body !== null && 'id' in body;

const isMapRecord = (body: unknown): body is { title: string } =>
  typeof body === 'object' && body !== null && typeof (body as { title?: unknown }).title === 'string';

const isProblem = (body: unknown): boolean => typeof body === 'object' && body !== null && ('title' in body || 'detail' in body);

const absent = (status: number): ApiError => new ApiError('absent', { status, title: 'There is no server here.' });

/** Only the members we know, and only if they are what they should be: anybody may stand between us and the server. */
function problemOf(status: number, body: unknown): Problem {
  const problem: Problem = { status };
  if (!isProblem(body)) return { status, title: `The server answered ${status}.` };
  const fields = body as Record<string, unknown>;
  for (const name of ['title', 'detail', 'section', 'id'] as const) {
    if (typeof fields[name] === 'string') problem[name] = fields[name];
  }
  if (typeof fields.offset === 'number') problem.offset = fields.offset;
  if (Array.isArray(fields.copies)) problem.copies = fields.copies as Copy[];
  return problem;
}
