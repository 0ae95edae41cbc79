// A stand-in for our server: the built page, and just enough of the API to put the library through its paces.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
};

/** As our server sends it: the page must work under it. */
const POLICY =
  "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; media-src 'self' blob:; img-src 'self' data: blob:; " +
  "style-src 'self' 'unsafe-inline'; connect-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'self'";

const SONGS = [
  ['Jungle Fury', 'nolan121405', 'ExpertPlus'],
  ['Ghost Signal', 'Lanterna', 'Expert'],
  ['Ünder Ørbit', 'Pixelwolke', 'Hard'],
  ['Paper Comet', 'nolan121405', 'Normal'],
  ['夜の灯台', 'Kumo', 'ExpertPlus'],
  ['A Song With a Very Long Title That Goes On and On, Remastered in the Extended Midnight Version', 'Lanterna', 'Easy'],
];
const PLAYERS = ['vcninc', 'Mira Holt', 'tofu_knight', 'Ada'];

const WITNESSED = { level: 'witnessed', label: 'Received live', meaning: 'A server received its signatures piece by piece.', findings: [] };
const COPIED = { kind: 'copied', label: 'Looks like a copy', detail: '24 s are identical to 0123.' };
const PROOFS = [
  { ...WITNESSED, share: 0.979 },
  { level: 'unmarked', label: 'Not signed', meaning: 'Nothing proves who played this, or when.', share: 0, findings: [] },
  { level: 'signed', label: 'Signed', meaning: 'The owner of a key vouches for it.', share: 0, findings: [] },
  null,
  { ...WITNESSED, share: 1, findings: [COPIED] },
];

const verdict = (changes) => ({ verdict: 'consistent', label: 'score confirmed', by_map: true, said: [], ...changes });
const VERDICTS = [
  verdict({}),
  verdict({ verdict: 'inconsistent', label: 'contradicts the motion' }),
  verdict({ verdict: 'not-enough-data', label: '86.93% confirmed', said: ['3 of 3 good cuts follow.', 'At least 10 are needed.'] }),
  null,
];

/** Made up, the same every time. */
export function record(i, changes = {}) {
  const [name, author, difficulty] = SONGS[i % SONGS.length];
  const digest = createHash('sha256').update(`replay ${i}`).digest('hex');
  return {
    id: digest.slice(0, 32),
    game: 'beat-saber',
    format: 'bsor',
    version: '1',
    players: [{ id: `7656119${i % PLAYERS.length}`, name: PLAYERS[i % PLAYERS.length] }],
    map: { name, id: createHash('sha1').update(name).digest('hex').toUpperCase(), author, difficulty },
    mode: i % 7 === 3 ? 'OneSaber' : 'Standard',
    started_at: new Date(Date.UTC(2024, 11, 31) - i * 40_000_000).toISOString(),
    duration_s: 95 + ((i * 37) % 220),
    score: 1_406_415 - i * 10_007,
    size: 2_714_594,
    digest,
    uploaded_at: new Date(Date.UTC(2025, 0, 31) - i * 3_600_000).toISOString(),
    diagnostics: i % 9 === 4 ? [{ offset: 2_100_000, section: 'notes', severity: 'error', message: 'The notes end early.' }] : [],
    file_name: `replay-${i}.bsor`,
    proof: PROOFS[i % PROOFS.length],
    score_verdict: VERDICTS[i % VERDICTS.length],
    by_local_clock: false,
    sides: [],
    set: null,
    held: false,
    ...changes,
  };
}

/**
 * Serves `dist` and, with `replays`, the API. Values that a test changes or reads are in `state`:
 * `replays`, `requests`, `tokens`, and `answer`, a function that answers an API request itself if it returns true.
 */
export async function libraryServer({ dist, replays = null }) {
  const state = { replays, requests: [], tokens: new Map(), answer: null };
  const server = createServer(async (request, response) => {
    const url = new URL(request.url, 'http://localhost');
    if (state.replays && url.pathname.startsWith('/api/')) {
      state.requests.push(`${request.method} ${url.pathname}${url.search}`);
      if (state.answer && (await state.answer(request, response, url))) return;
      await api(state, request, response, url);
      return;
    }
    const path = { '/': 'index.html', '/player': 'player.html' }[url.pathname] ?? normalize(url.pathname).slice(1);
    try {
      const data = await readFile(join(dist, path));
      response.writeHead(200, {
        'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
        'content-security-policy': POLICY,
      });
      response.end(data);
    } catch {
      // As static hosts do it: a page, not a problem.
      response.writeHead(404, { 'content-type': 'text/html' });
      response.end('<h1>Not found</h1>');
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    state,
    url: `http://127.0.0.1:${server.address().port}/`,
    close: () => new Promise((resolve) => (server.closeAllConnections(), server.close(resolve))),
  };
}

export function json(response, status, body) {
  response.writeHead(status, { 'content-type': status < 400 ? 'application/json' : 'application/problem+json' });
  response.end(JSON.stringify(body));
}

async function api(state, request, response, url) {
  const [, , kind, id] = url.pathname.split('/');
  if (request.method === 'POST' && kind === 'maps') return uploadMap(request, response);
  if (request.method === 'GET' && !id) return json(response, 200, list(state, url.searchParams));
  if (request.method === 'POST' && !id) return upload(state, request, response);
  if (url.pathname.endsWith('/copies')) {
    return json(response, 200, { held: true, copies: [COPY] });
  }
  if (request.method === 'DELETE') {
    if (request.headers.authorization !== `Bearer ${state.tokens.get(id)}`) {
      return json(response, 403, { title: 'Forbidden', status: 403, detail: 'This is not the delete_token of this replay.' });
    }
    state.replays = state.replays.filter((replay) => replay.id !== id);
    response.writeHead(204).end();
    return;
  }
  json(response, 404, { title: 'Not Found', status: 404, detail: 'There is nothing at this address.' });
}

function list(state, query) {
  const has = (text, part) => (text ?? '').toLowerCase().includes(part.toLowerCase());
  const wanted = (name) => query.get(name) ?? '';
  const key = (wanted('sort') || '-uploaded_at').replace('duration', 'duration_s');
  const found = state.replays
    .filter((replay) => !wanted('game') || replay.game === wanted('game'))
    .filter((replay) => !wanted('format') || replay.format === wanted('format'))
    .filter((replay) => !wanted('mode') || replay.mode === wanted('mode'))
    .filter((replay) => has(replay.players[0].name, wanted('player')))
    .filter((replay) => has(replay.map.name, wanted('map')))
    .filter((replay) => !wanted('from') || Date.parse(replay.started_at) >= Date.parse(wanted('from')))
    .filter((replay) => !wanted('to') || Date.parse(replay.started_at) <= Date.parse(wanted('to')))
    .filter((replay) => has(`${replay.map.name} ${replay.map.author} ${replay.players[0].name}`, wanted('q')))
    .sort((a, b) => {
      const [x, y] = [a[key.replace('-', '')], b[key.replace('-', '')]];
      return (x < y ? -1 : x > y ? 1 : 0) * (key.startsWith('-') ? -1 : 1);
    });
  const start = Number(wanted('cursor') || 0);
  const limit = Number(wanted('limit') || 50);
  const end = start + limit;
  const total = wanted('total') === 'true' ? found.length : null;
  return { replays: found.slice(start, end), next: end < found.length ? String(end) : null, total };
}

/** Of what some uploads are taken for a copy. */
const COPY = {
  id: record(0).id,
  role: 'copy',
  verdict: 'copy',
  since: '2026-01-01T00:00:00Z',
  reasons: ['40 s agree with it.', 'It came later.'],
  passages: [{ fromA: 0, toA: 40, fromB: 1.5, toB: 41.5, speed: 1, mirrored: false }],
};

/** The name of the file in a form. */
async function nameIn(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString('latin1');
  return /filename="([^"]*)"/.exec(text)?.[1] ?? '';
}

/** Answers by the file's name. */
async function uploadMap(request, response) {
  const name = await nameIn(request);
  const hash = createHash('sha1').update(name).digest('hex').toUpperCase();
  if (name.startsWith('nobody')) return json(response, 403, { title: 'Forbidden', status: 403, detail: 'This server takes no maps.' });
  if (name.startsWith('there')) {
    const detail = `A map with exactly these levels is here already, and its file stays: ${hash}.`;
    return json(response, 409, { title: 'Already here', status: 409, detail, id: hash, id_of: 'map' });
  }
  json(response, name.startsWith('again') ? 200 : 201, { hash, title: 'Paper Comet', author: 'nolan121405', file_name: name });
}

async function upload(state, request, response) {
  const name = await nameIn(request);
  if (name.startsWith('broken')) {
    return json(response, 422, {
      type: 'urn:ghostreel:problem:damaged',
      title: 'The file is damaged',
      status: 422,
      detail: 'Expected a section marker, found 0xff.',
      section: 'notes',
      offset: 2_569_958,
    });
  }
  if (name.startsWith('large')) {
    return json(response, 413, { title: 'Too large', status: 413, detail: 'A replay may have at most 67108864 bytes here.' });
  }
  if (name.startsWith('copy')) {
    return json(response, 409, { title: 'A copy', status: 409, detail: 'It is a copy.', id: COPY.id, id_of: 'replay', copies: [COPY] });
  }
  const held = name.startsWith('held');
  const number = Number(/\d+/.exec(name)?.[0] ?? 1000);
  const fresh = record(number, { file_name: name, uploaded_at: new Date(Date.UTC(2026, 0, 1)).toISOString(), held });
  if (state.replays.some((replay) => replay.id === fresh.id)) {
    return json(response, 409, { title: 'Already here', status: 409, detail: 'It is here already.', id: fresh.id, id_of: 'replay' });
  }
  if (!held) state.replays.push(fresh);
  state.tokens.set(fresh.id, `secret-${number}`);
  json(response, 201, { ...fresh, delete_token: `secret-${number}` });
}
