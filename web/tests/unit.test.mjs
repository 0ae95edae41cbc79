// The parts that need no browser: clock, address, clusters, the flight of notes; and the import rules.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const load = async (path) =>
  (
    await runnerImport(fileURLToPath(new URL(`../src/${path}`, import.meta.url)), {
      configFile: false,
      logLevel: 'error',
    })
  ).module;

const { Clock, nextSpeed } = await load('player/clock.ts');
const { lastAtOrBefore } = await load('stage/times.ts');
const { readUrl, writeUrl } = await load('player/url.ts');
const { clusters, clusterLabel, lookedAt, nearest } = await load('player/view/timeline/cluster.ts');
const { markerKindsOf, markersOf } = await load('stage/moments.ts');
const { clockText, grouped, percent } = await load('ui/format.ts');
const { playedAt } = await load('games/rocket-league/scene/match-time.ts');
const { judgementOf } = await load('games/beat-saber/scene/palette.ts');
const { Poses } = await load('games/beat-saber/scene/poses.ts');

const clock = () => {
  const made = new Clock();
  made.reset(0, 100, 1);
  return made;
};

test('the clock stands unless it plays, and stops at the end', () => {
  const c = clock();
  assert.equal(c.advance(1), false);
  c.playing = true;
  c.setSpeed(2);
  c.advance(1.5);
  assert.equal(c.time, 3);
  c.advance(1000);
  assert.deepEqual([c.time, c.playing], [100, false]);
});

test('the end of a growing replay is nothing to stop at, and time keeps up with it', () => {
  const c = clock();
  c.playing = true;
  c.growing = true;
  c.seek(99);
  c.advance(5);
  assert.deepEqual([c.time, c.playing], [100, true]);
  c.edge = 0.5;
  let behind = 0;
  for (let i = 1; i <= 200; i++) {
    if (i % 5 === 0) c.extend(100 + i * 0.02);
    c.advance(0.02);
    behind = c.end - c.time;
  }
  assert.ok(Math.abs(behind - 0.5) < 0.15, `${behind}`);
  // After a stall it leaps.
  c.extend(120);
  c.advance(0.02);
  assert.ok(Math.abs(c.time - 119.52) < 1e-9, `${c.time}`);
  c.growing = false;
  c.edge = null;
  c.advance(10);
  assert.deepEqual([c.time, c.playing], [120, false]);
});

test('song speed counts on top', () => {
  const c = new Clock();
  c.reset(0, 100, 1.2);
  c.playing = true;
  c.advance(10);
  assert.equal(c.time, 12);
});

test('a loop catches what runs into its end, not what starts after it', () => {
  const c = clock();
  c.playing = true;
  c.setLoop({ a: 20, b: 10 });
  assert.deepEqual(c.loop, { a: 10, b: 20 });
  c.seek(19);
  c.advance(3);
  assert.equal(c.time, 12);
  c.advance(28);
  assert.equal(c.time, 10);
  c.seek(30);
  c.advance(1);
  assert.equal(c.time, 31);
  c.setLoop({ a: 5, b: 5.01 });
  assert.equal(c.loop, null);
});

test('a speed between two steps goes to the next one', () => {
  assert.equal(nextSpeed(1, 1), 1.25);
  assert.equal(nextSpeed(0.6, -1), 0.5);
  assert.equal(nextSpeed(4, 1), 4);
});

test('search by time', () => {
  const times = [1, 2, 2, 5];
  assert.deepEqual(
    [0, 1, 2, 4.9, 5, 9].map((t) => lastAtOrBefore(times, t)),
    [-1, 0, 2, 2, 3, 3],
  );
  assert.equal(lastAtOrBefore([], 1), -1);
});

test('an address is read with care and written short', () => {
  const read = readUrl('?replay=abc&t=12.5&speed=2&cam=side&loop=1,2.5&clock=manual');
  assert.deepEqual(
    [read.replay, read.time, read.speed, read.camera, read.loop, read.manual],
    ['abc', 12.5, 2, 'side', { a: 1, b: 2.5 }, true],
  );
  const odd = readUrl('?t=soon&loop=1,2,3&speed=');
  assert.deepEqual([odd.time, odd.loop, odd.speed, odd.replay], [null, null, null, null]);
  const state = {
    replay: null,
    others: [],
    sample: true,
    live: null,
    local: null,
    time: 1.23456,
    speed: 1,
    camera: 'behind',
    path: [],
    loop: null,
  };
  assert.equal(writeUrl('?sample&cam=side&x=1', state, { camera: 'behind' }), '?sample&x=1&t=1.235');
  assert.deepEqual([readUrl('').live, readUrl('?live').live, readUrl('?live=a/live').live], [null, '', 'a/live']);
  const live = { ...state, sample: false, live: '', time: null };
  assert.equal(writeUrl('?live&cam=top&t=3', live, { camera: 'behind' }), '?live');
  const path = [{ time: 2, eye: [1, 2, 3, 4, 5, 6.123] }];
  assert.equal(writeUrl('', { ...live, path }, { camera: 'behind' }), '?live&path=2,1,2,3,4,5,6.12');
  assert.deepEqual(readUrl('?path=2,1,2,3,4,5,6.12').path, [{ time: 2, eye: [1, 2, 3, 4, 5, 6.12] }]);
  const compared = { ...state, sample: false, replay: 'a', others: ['b', 'c'], time: null };
  assert.equal(writeUrl('?replay=a&with=x', compared, { camera: 'behind' }), '?replay=a&with=b&with=c');
  assert.deepEqual(readUrl('?replay=a&with=b&with=c').others, ['b', 'c']);
});

test('the event lane can show all moments, in colours whose gravest is the first of the gravest', () => {
  const kinds = [
    { name: 'goal', list: 'Goals', color: 'team', severity: 2, unit: 'km/h' },
    { name: 'save', list: 'Saves', color: 'save', severity: 1, unit: '' },
    { name: 'kick-off', list: 'Kick-offs', color: 'kick-off', severity: 1, unit: '' },
    { name: 'pass', list: 'Passes', color: 'team', severity: 0, unit: 'uu' },
  ];
  assert.deepEqual(markerKindsOf(kinds), ['kick-off', 'save', 'team-0', 'team-1']);
  const moment = (kind, changes) => ({ kind: kinds[kind], time: 1, team: 1, label: 'L', severity: kinds[kind].severity, ...changes });
  const moments = [moment(0), moment(1, { severity: 0 }), moment(2)];
  assert.deepEqual(markersOf(moments), [
    { time: 1, kind: 'team-1', label: 'L', moment: moments[0] },
    { time: 1, kind: 'save', label: 'L', moment: moments[1] },
    { time: 1, kind: 'kick-off', label: 'L', moment: moments[2] },
  ]);
});

test('marks too close to be seen one by one become one, in the colour of the gravest', () => {
  const markers = [
    { time: 1, kind: 'miss', label: 'Miss, left' },
    { time: 1.1, kind: 'miss', label: 'Miss, left' },
    { time: 1.2, kind: 'bomb', label: 'Bomb hit' },
    { time: 50, kind: 'wall', label: 'Head in a wall' },
  ];
  const found = clusters(markers, ['wall', 'miss', 'bomb'], 0, 100, 500);
  assert.deepEqual(
    found.map(({ kind, markers }) => [kind, markers.length]),
    [
      ['bomb', 3],
      ['wall', 1],
    ],
  );
  assert.equal(clusterLabel(found[0]), '2 × Miss, left · Bomb hit');
});

test('a pause on an event shows it and those just before, not the next ones', () => {
  const markers = [1, 1.4, 1.5, 9].map((time) => ({ time, kind: 'miss', label: `Miss ${time}` }));
  const found = clusters(markers, ['miss'], 0, 100, 500);
  const named = (time) => {
    const cluster = lookedAt(found, time, 0.5);
    return cluster && clusterLabel(cluster);
  };
  assert.deepEqual([0.9, 1, 1.4, 1.6, 2.01, 9.2].map(named), [null, 'Miss 1', 'Miss 1 · Miss 1.4', 'Miss 1.4 · Miss 1.5', null, 'Miss 9']);
});

test('a place on the bar means the closest mark, if that is near', () => {
  const found = [0.1, 0.11, 0.5].map((at) => ({ at }));
  assert.deepEqual(
    [0, 0.1, 0.107, 0.12, 0.47].map((at) => nearest(found, at, 500, 7)?.at ?? null),
    [null, 0.1, 0.11, 0.11, null],
  );
  assert.equal(nearest([], 0.5, 500, 7), null);
});

test('numbers read well', () => {
  assert.equal(clockText(61.999), '1:01');
  assert.equal(clockText(61.999, true), '1:01.99');
  assert.equal(clockText(-2), '−0:02');
});

test('shares and counts are written as the decoder does', () => {
  const { shares, counts } = JSON.parse(readFileSync(new URL('../../testdata/numbers.json', import.meta.url), 'utf8'));
  assert.ok(shares.length > 10 && counts.length > 5);
  for (const [share, text] of shares) assert.equal(percent(share), `${text}%`);
  for (const [count, text] of counts) assert.equal(grouped(count), text);
});

test('the time played until a moment is the decoder’s', () => {
  const { rows, played } = JSON.parse(readFileSync(new URL('../../testdata/match_time.json', import.meta.url), 'utf8'));
  const columns = { time: rows.map(([time]) => time), played: rows.map(([, played]) => played) };
  assert.ok(played.length > 10);
  for (const [time, seconds] of played) assert.equal(playedAt(columns, -5, time), seconds, `${time}`);
  assert.equal(playedAt({}, -5, 3), 8, 'where there is no play, the recording goes on');
});

test('points are judged by the best that the kind of note allows', () => {
  assert.equal(judgementOf(115, 115), 0);
  assert.equal(judgementOf(20, 20), 0);
  assert.equal(judgementOf(85, 85), 0);
  assert.equal(judgementOf(60, 115), 5);
});

test('poses are interpolated, but never over a gap or a pause', async () => {
  const frames = { time: Float32Array.of(0, 1, 1.1, 1.2, 2, 2.1), playable: Uint8Array.of(0, 1, 1, 1, 1, 1) };
  for (const part of ['head', 'left', 'right']) {
    for (const axis of ['x', 'y', 'z']) frames[`${part}.pos.${axis}`] = Float32Array.of(9, 0, 1, 2, 3, 4);
    for (const axis of ['x', 'y', 'z', 'w']) frames[`${part}.rot.${axis}`] = new Float32Array(6).fill(axis === 'w' ? 1 : 0);
  }
  const { Vector3, Quaternion } = await import('three');
  const poses = new Poses(frames, { time: Float32Array.of(2.05) });
  const x = (time) => poses.sample('head', time, { position: new Vector3(), rotation: new Quaternion() }).position.x;
  assert.equal(poses.length, 5, 'a frame without a pose is left out');
  assert.equal(x(-5), 0);
  assert.ok(Math.abs(x(1.05) - 0.5) < 1e-5);
  assert.equal(x(1.9), 2, 'held over a gap');
  assert.equal(x(2.09), 3, 'held over a pause');
  assert.equal(x(9), 4);
});

test('witnessed stretches are shown in their place, or not at all', async () => {
  const { witnessedOf } = await load('player/witnessed.ts');
  const places = (covered, share, start, end) => witnessedOf({ covered, share }, { start, end })?.map((at) => [at.start, at.end]) ?? null;
  // Rows have the replay's own time, bytes the seconds since the session began.
  assert.deepEqual(places([[65, 90]], 25 / 30, 60, 90), [[65, 90]]);
  assert.deepEqual(places([[0, 15]], 0.5, 60, 90), [[60, 75]]);
  assert.deepEqual(places([[0, 18.5]], 1, -2, 18), [[-2, 18]], 'all of it is all of it');
  const apart = [
    [0, 10],
    [20, 48],
  ];
  assert.deepEqual(places(apart, 38 / 48, 0, 48), apart);
  assert.equal(places([[0, 8]], 1, 0, 48), null, 'another time than it lasts');
  assert.equal(places([], 0, 0, 48), null, 'nothing');
  // The share is of the game where it lasts longer than the session, which says itself how long it was.
  const hurried = { covered: [[0, 8]], share: 8 / 48, session: [0, 8] };
  assert.equal(witnessedOf(hurried, { start: 0, end: 48 }), null);
  assert.equal(witnessedOf({ ...hurried, session: [0, 48] }, { start: 0, end: 48 }).length, 1);
  assert.equal(places([[12, 20]], 8 / 30, 8, 38), null, 'it could be either');
});

/** ARCHITECTURE.md, "The page": the imports allowed to each folder of the source, besides itself. */
const MAY_IMPORT = {
  ui: [],
  files: [],
  decoder: [],
  replays: ['decoder'],
  stage: ['decoder', 'ui'],
  stats: ['decoder', 'ui'],
  games: ['stage', 'stats', 'decoder', 'ui'],
  player: ['games', 'stage', 'stats', 'decoder', 'files', 'replays', 'ui'],
  compare: ['replays', 'ui'],
  library: ['games', 'decoder', 'files', 'replays', 'ui'],
};

const root = fileURLToPath(new URL('../src', import.meta.url));
const sources = readdirSync(root, { recursive: true }).filter((name) => /\.tsx?$/.test(name));

/** What a file imports, types among it: the path as it stands there, and from the source's folder. */
function importsOf(file) {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(/(?:from|import|import\()\s*'(\.[^']*)'/g)].map(([, path]) => [
    path,
    relative(root, join(root, dirname(file), path)),
  ]);
}

test('folders import in one direction, and games only what is their own or for all', () => {
  let imports = 0;
  for (const file of sources) {
    for (const [path, place] of importsOf(file)) {
      const [from, to] = [file, place].map((name) => name.split(/[\\/]/));
      imports++;
      const allowed = [from[0], ...(MAY_IMPORT[from[0]] ?? [])];
      assert.ok(allowed.includes(to[0]), `${file} imports ${path}`);
      // A file right in games/ has two parts, one of a game has more.
      const ofAGame = to[0] === 'games' && to.length > 2;
      const listed = file === join('games', 'registry.ts') && to[2] === 'manifest';
      assert.ok(!ofAGame || listed || (from[0] === 'games' && from[1] === to[1]), `${file} imports ${path}`);
    }
  }
  assert.ok(sources.length > 100 && imports > sources.length, 'the source was looked through');
});

test('no file imports what imports it', () => {
  const known = new Set(sources);
  const imported = new Map(
    sources.map((file) => {
      const ends = importsOf(file).flatMap(([, place]) => ['.ts', '.tsx', '/index.ts'].map((end) => place + end));
      return [file, ends.filter((place) => known.has(place))];
    }),
  );
  // What imports nothing that is left is in no circle.
  for (let left = -1; left !== imported.size; ) {
    left = imported.size;
    for (const [file, others] of imported) if (!others.some((other) => imported.has(other))) imported.delete(file);
  }
  assert.deepEqual([...imported.keys()], []);
});

test('a link to something that is here already opens it as what the server says it is', async () => {
  const { follow } = await load('replays/links.ts');
  const known = { document: globalThis.document, fetch: globalThis.fetch };
  globalThis.document = { baseURI: 'https://example.org/' };
  const answers = (problem) => {
    globalThis.fetch = async () => new Response(JSON.stringify({ status: 409, ...problem }), { status: 409 });
    return follow('!bsr 1');
  };
  // A hash of any length.
  for (const id_of of ['map', 'replay']) assert.deepEqual(await answers({ id: 'AB', id_of }), { kind: id_of, id: 'AB' });
  assert.deepEqual(await answers({ detail: 'It is here.' }), { refusal: 'It is here.' });
  Object.assign(globalThis, known);
});
