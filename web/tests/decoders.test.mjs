// The decoders of each game, as the page's Worker uses them: which one takes a file, and that all say what the command line says.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { loadDecoder, loadDecoders, loadFirstPart, sample, source, surest } from './support/decoder.mjs';
import { corpus, ghostreel, skip } from './support/places.mjs';

const good = corpus('slippi/good');
const real = existsSync(good) ? readdirSync(good).filter((name) => name.endsWith('.slp')) : [];

const { FORMATS, GAMES } = await source('src/games/registry.ts');
/** The first format of each game, which samples are made in by default. */
const FIRST = GAMES.map(({ id, formats: [first] }) => ({ ...first, game: id }));
const modules = {};
const samples = {};
let folder;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ghostreel-'));
  for (const { game, inference } of FIRST) {
    // Those that read all files that any module of the game reads.
    const further = FORMATS.filter((format) => format.game === game && format.module).map(({ module }) => `${game}-${module}`);
    const names = inference ? [`${game}-inference`] : [game, ...new Set(further)];
    modules[game] = await Promise.all(names.map((name) => loadDecoder(name)));
    samples[game] = await sample(1, game);
  }
});
after(() => rmSync(folder, { recursive: true }));

/** The command line's output; damage, and having no statistics, show in its status. */
const run = (...args) => spawnSync(ghostreel, args, { maxBuffer: 1 << 28 }).stdout.toString();
const json = (...args) => JSON.parse(run(...args) || 'null');

/** What is fetched of a module that opens a file. */
const bothParts = (name) => [name, `${name}-statistics`];

/** The command line's additions to a description. */
const withoutFile = ({ path, bytes, id, accuracy, max_combo, ...description }) => description;

test('a replay with a map is judged by the module for maps, and no other is fetched', async () => {
  const { decoders, fetched } = await loadDecoders();
  const noMap = new Uint8Array(Buffer.from('PK\x05\x06 and nothing else')).buffer;
  await assert.rejects(decoders.open(await sample(1), 'a.bsor', [], noMap), /zip/);
  assert.deepEqual(fetched.splice(0), bothParts('beat-saber-map'));
  await assert.rejects(decoders.open(await sample(1, 'melee'), 'a.slp', [], noMap), /no maps to show/);
  assert.deepEqual(fetched, []);
});

/** The tables that the library works out when they are asked for, after the moments. */
const FLIGHTS = ['flights', 'wall_flights', 'arc_flights', 'paces'];
const LATER = { 'beat-saber': FLIGHTS, 'rocket-league': ['heat_map', 'pads', 'pads_taken'] };

test('every kind of sample is described as the command line describes it, with the same statistics', { skip }, () => {
  const variants = {};
  let listed;
  // A line with a game, and after it, indented, those with its variants.
  for (const line of run('sample', '--list').trimEnd().split(/\r?\n/)) {
    if (line.startsWith(' ')) variants[listed].push(line.trim().split(' ')[0]);
    else variants[(listed = line.trim())] = [];
  }
  assert.deepEqual(Object.keys(variants).sort(), FIRST.map(({ game }) => game).sort());
  for (const { game, extension } of FIRST) {
    assert.ok(variants[game].length > 3, game);
    for (const variant of variants[game]) {
      const file = join(folder, `${game}-${variant}${extension}`);
      run('sample', game, file, '--variant', variant, '--seed', '3');
      const bytes = readFileSync(file);
      const module = surest(modules[game], bytes);
      const { handle, description } = module.open(bytes);
      // The library's further tables come with the game's own. Its rows are not worked out for a description.
      const { moment_kinds: kinds, tables: all, ...rest } = description;
      const tables = all.filter(({ rows }) => rows !== null);
      const later = all.slice(tables.length).map(({ name, rows }) => [name, rows]);
      assert.deepEqual(
        later,
        ['moments', ...(LATER[game] ?? [])].map((name) => [name, null]),
        variant,
      );
      const listed = withoutFile(json('info', '--json', file));
      // The page does without tables of replicated properties.
      listed.tables = listed.tables.filter(({ name }) => !name.includes(':'));
      assert.deepEqual({ ...rest, tables }, listed, variant);
      const lines = run('events', '--json', file)
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line));
      assert.equal(module.column(handle, 'moments.time').byteLength / 8, lines.length, variant);
      assert.ok(
        lines.every(({ kind }) => kinds.some(({ name }) => name === kind)),
        variant,
      );
      const stats = json('stats', '--json', file);
      delete stats?.path;
      delete stats?.diagnostics;
      assert.deepEqual(module.ask(handle, 'stats', {}), stats, variant);
      module.close(handle);
    }
  }
});

test('a file is opened by its content, whatever its name', async () => {
  const extensions = FORMATS.map(({ extension }) => extension);
  for (const { game, id: format } of FIRST) {
    for (const extension of [...extensions, ...extensions.map((e) => e.toUpperCase()), '.zip', '']) {
      const name = `a${extension}`;
      const { decoders } = await loadDecoders();
      const { description } = await decoders.open(samples[game], name);
      assert.equal(description.format, format, `${format} called ${name}`);
    }
  }
});

test('with the right name only the one module is fetched, and once', async () => {
  for (const { game, extension } of FORMATS) {
    const { decoders, fetched } = await loadDecoders();
    const { handle } = await decoders.open(samples[game], `a${extension}`);
    await decoders.open(samples[game], '');
    decoders.close(handle);
    assert.throws(() => decoders.call(handle, () => 0), /no such replay/);
    // A module that reads a game's further formats reads its first, too.
    const { module } = FORMATS.find((format) => format.extension === extension);
    assert.deepEqual(fetched, bothParts(module ? `${game}-${module}` : game));
  }
});

test('what needs no statistics is there without the part of a module that works them out', async () => {
  const others = ({ game, inference, maps, module }) =>
    [inference && 'inference', maps && 'map', module].filter(Boolean).map((use) => [`${game}-${use}`, game]);
  const all = new Map(FORMATS.flatMap((format) => [[format.game, format.game], ...others(format)]));
  for (const [name, game] of all) {
    const decoder = await loadFirstPart(name);
    const { handle, description } = decoder.open(samples[game]);
    const waits = ({ name, columns }) => decoder.needsStatistics(handle, [`${name}.${columns[0].name}`]);
    const isText = ({ type }) => type === 'dict';
    for (const table of description.tables.filter((table) => !waits(table))) {
      const named = ({ name }) => `${table.name}.${name}`;
      decoder.columns(handle, table.columns.map(named));
      for (const column of table.columns.filter(isText)) decoder.dict(handle, named(column));
    }
    const waiting = description.tables.filter(waits).map(({ name }) => name);
    assert.deepEqual(waiting, game === 'rocket-league' ? ['moments', 'heat_map'] : ['moments'], name);
    await decoder.withStatistics();
    const whole = await loadDecoder(name);
    const other = whole.open(samples[game]).handle;
    assert.deepEqual(decoder.columns(handle, ['moments.time']), whole.columns(other, ['moments.time']), name);
    assert.deepEqual(decoder.ask(handle, 'sheet', {}), whole.ask(other, 'sheet', {}), name);
    decoder.close(handle);
  }
});

test('a draft is recognised by its content, and its module fetched then, which also reads maps', async () => {
  const { decoders, fetched } = await loadDecoders();
  const file = readFileSync(new URL('../../testdata/beat-saber/seeds/bsor2.bsor', import.meta.url));
  const { description } = await decoders.open(file, 'a.bsor');
  assert.deepEqual([description.game, description.format, description.version], ['beat-saber', 'bsor2', '2.0']);
  assert.deepEqual(fetched.splice(0), ['beat-saber', ...bothParts('beat-saber-draft')]);
  const noMap = new Uint8Array(Buffer.from('PK\x05\x06 and nothing else')).buffer;
  await assert.rejects(decoders.open(file, 'a.bsor', [], noMap), /zip/);
  assert.deepEqual(fetched, ['beat-saber-map']);
});

test('who played a ScoreSaber replay, and which song, come from the name of its file', async () => {
  const { decoders } = await loadDecoders();
  const file = readFileSync(new URL('../../testdata/beat-saber/seeds/scoresaber-v3.1.dat', import.meta.url));
  const { players, map } = (await decoders.open(file, 'a.dat')).description;
  assert.deepEqual([players[0].id, players[0].name, map.name], [null, '', '']);
  const named = (await decoders.open(file, `7-A Song-Hard-Standard-custom_level_${map.id}.dat`)).description;
  assert.deepEqual([named.players[0].id, named.map.name, named.map.id, named.map.difficulty], ['7', 'A Song', map.id, map.difficulty]);
});

test('decoders with inference are fetched with the first file that needs them', { skip }, async () => {
  const file = join(folder, 'unknown.replay');
  run('sample', 'rocket-league', file, '--variant', 'unknown-attribute');
  const { decoders, fetched } = await loadDecoders();
  await decoders.open(samples['rocket-league'], 'a.replay');
  assert.deepEqual(fetched.splice(0), bothParts('rocket-league'));
  const { handle, description } = await decoders.open(readFileSync(file), 'b.replay');
  assert.deepEqual(fetched, bothParts('rocket-league-inference'));
  assert.match(description.diagnostics[0].message, /its \d+ values are read as/);
  assert.equal((await decoders.ask(handle, 'stats', {})).game, 'rocket-league');
});

test('a file that is no replay is refused in the same words under any name', async () => {
  const refusals = new Set();
  for (const name of ['a.jpg', '', ...FORMATS.map(({ extension }) => `a${extension}`)]) {
    const { decoders } = await loadDecoders();
    const error = await decoders.open(Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 1), name).catch((error) => error);
    refusals.add(error.message);
    assert.deepEqual([error.refusal.offset, error.refusal.section, error.refusal.fault], [0, 'signature', 'unsupported']);
    await assert.rejects(decoders.open(new Uint8Array(0), name), /an empty file/);
  }
  const [only, ...others] = refusals;
  assert.deepEqual(others, []);
  assert.match(only, /begins with ff d8 ff e0/);
});

/** All that a module says about a replay. */
function contentOf(module, handle, description) {
  const names = description.tables.flatMap((table) => table.columns.map((column) => `${table.name}.${column.name}`));
  return { description, stats: module.ask(handle, 'stats', {}), columns: module.columns(handle, names) };
}

test('a file that grows in pieces of any size is in the end the whole one', () => {
  let seed = 7;
  const random = (below) => (seed = (seed * 48271) % 0x7fffffff) % below;
  for (const { game } of FORMATS) {
    const [module] = modules[game];
    const bytes = samples[game];
    const whole = module.open(bytes);
    const expected = contentOf(module, whole.handle, whole.description);
    for (let round = 0; round < 3; round++) {
      let at = 4000 + random(3000);
      const growing = module.open(bytes.subarray(0, at));
      let description = growing.description;
      while (at < bytes.length) {
        const end = Math.min(bytes.length, at + random(round === 0 ? 4000 : 100_000));
        ({ description } = module.append(growing.handle, bytes.subarray(at, end)));
        at = end;
      }
      assert.deepEqual(contentOf(module, growing.handle, description), expected);
      module.close(growing.handle);
    }
    module.close(whole.handle);
  }
});

test('while a file grows, each byte of it is handed over once, and of its columns only what is new comes back', async () => {
  const { Replay } = await source('src/decoder/index.ts');
  const bytes = samples.melee;
  const [module] = modules.melee;
  const whole = module.open(bytes);
  const names = whole.description.tables
    .filter(({ rows }) => rows !== null)
    .flatMap((table) => table.columns.map((column) => `${table.name}.${column.name}`));
  const expected = module.columns(whole.handle, names);
  module.close(whole.handle);
  const size = (buffers) => buffers.reduce((sum, { values, validity }) => sum + values.byteLength + validity.byteLength, 0);

  let at = 40_000;
  const { handle, description } = module.open(bytes.subarray(0, at));
  const [sent, got] = [{ append: 0 }, { append: 0, columns: 0 }];
  const worker = {
    async ask(request) {
      if (request.call === 'columns') {
        const buffers = module.columns(handle, request.names);
        got.columns += size(buffers);
        return buffers;
      }
      const appended = module.append(handle, new Uint8Array(request.bytes), request.names);
      sent.append += request.bytes.byteLength;
      got.append += size([...appended.ends.values()]);
      return appended;
    },
  };
  const replay = new Replay(worker, handle, description);
  await replay.columns(names.filter((name) => replay.has(name)));
  const first = got.columns;
  // About what a frame of two players takes.
  for (; at < bytes.length; at += 300) await replay.append(bytes.subarray(at, at + 300));
  const columns = await replay.columns(names);
  names.forEach((name, i) =>
    assert.ok(Buffer.from(columns[i].buffer, 0, columns[i].byteLength).equals(Buffer.from(expected[i].values)), name),
  );
  assert.equal(sent.append, bytes.length - 40_000);
  // Rows of a frame come again when the rest of the frame has come, and those that a rollback took back.
  const more = size(expected) - first;
  assert.ok(got.append < 2.5 * more, `${got.append} bytes of columns for ${more}`);
  assert.equal(
    got.columns - first,
    size(expected.filter((_, i) => !description.tables.some(({ name }) => names[i].startsWith(`${name}.`)))),
  );
  module.close(handle);
});

test('columns of several tables come as they would one by one; a wrong name is reported', () => {
  for (const { game } of FORMATS) {
    const [module] = modules[game];
    const { handle, description } = module.open(samples[game]);
    const tables = description.tables.map((table) => table.columns.map((column) => `${table.name}.${column.name}`));
    const longest = Math.max(...tables.map((names) => names.length));
    const mixed = Array.from({ length: longest }, (_, i) => tables.map((names) => names[i]))
      .flat()
      .filter(Boolean);
    const together = module.columns(handle, mixed);
    mixed.forEach((name, i) => assert.deepEqual(together[i].values, module.column(handle, name), name));
    assert.throws(() => module.columns(handle, [mixed[0], 'pawns.x']), /there is no table pawns/);
    assert.throws(() => module.columns(handle + 1, mixed), /no replay of that handle/);
    assert.deepEqual(module.columns(handle, []), []);
    module.close(handle);
  }
});

test('real replays of Melee are the same when appended to, within milliseconds', { skip: real.length === 0 && 'corpus absent' }, () => {
  const [module] = modules.melee;
  const largest = real
    .map((name) => ({ name, bytes: new Uint8Array(readFileSync(good + name)) }))
    .sort((a, b) => b.bytes.length - a.bytes.length)[0];
  const { bytes } = largest;
  const whole = module.open(bytes);
  const growing = module.open(bytes.subarray(0, bytes.length - 60_000));
  const took = [];
  let description;
  for (let at = bytes.length - 60_000; at < bytes.length; at += 1000) {
    const start = performance.now();
    ({ description } = module.append(growing.handle, bytes.subarray(at, at + 1000)));
    took.push(performance.now() - start);
  }
  assert.deepEqual(contentOf(module, growing.handle, description), contentOf(module, whole.handle, whole.description));
  const median = took.sort((a, b) => a - b)[took.length >> 1];
  console.log(`# ${(bytes.length / 1e6).toFixed(1)} MB: opened anew and described in ${median.toFixed(1)} ms`);
  assert.ok(median < 100, `${median} ms`);
});

test('a row without a value is NaN, also after rows that were there before', async () => {
  const { Column } = await source('src/decoder/columns.ts');
  const buffers = (values, validity = []) => ({ values: Int32Array.from(values).buffer, validity: Uint8Array.from(validity).buffer });
  const column = new Column('i32', buffers([3, 0, 5], [1, 0, 1]));
  assert.deepEqual([...column.numbers()], [3, NaN, 5]);
  assert.deepEqual([...column.values()], [3, 0, 5]);
  column.setEnd(buffers([6, 0], [1, 0]), 4);
  assert.deepEqual([...column.numbers()], [3, NaN, 6, NaN]);
  column.setEnd(buffers([7, 8]), 5);
  assert.deepEqual([...column.numbers()], [3, NaN, 6, 7, 8]);
  const all = new Column('f32', { values: Float32Array.of(1, 2).buffer, validity: new ArrayBuffer(0) });
  assert.ok(all.numbers() instanceof Float32Array);
  all.setEnd({ values: Float32Array.of(0).buffer, validity: Uint8Array.of(0).buffer }, 3);
  assert.deepEqual([...all.numbers()], [1, 2, NaN]);
});

test('a value of no player is null or NaN, and not the first player’s', async () => {
  const { Replay } = await source('src/decoder/index.ts');
  const answered = async (game, bytes) => {
    const [module] = modules[game];
    const { handle, description } = module.open(bytes);
    const answers = { columns: ({ names }) => module.columns(handle, names), dict: ({ name }) => module.dict(handle, name) };
    return new Replay({ ask: async (request) => answers[request.call](request) }, handle, description);
  };
  const [ball, cars] = await (await answered('rocket-league', samples['rocket-league'])).numbers(['ball.player', 'cars.player']);
  assert.ok(ball.length > 0 && ball.every(Number.isNaN) && cars.some((player) => player === 0));
  const momentsOf = async (game) => (await answered(game, samples[game])).moments();
  const [alone, fights] = [await momentsOf('beat-saber'), await momentsOf('melee')];
  assert.ok(alone.length > 0 && alone.every(({ player, other, team }) => player === 0 && other === null && team === null));
  assert.ok(fights.some(({ other }) => other === 0) && fights.some(({ other }) => other === 1));
});
