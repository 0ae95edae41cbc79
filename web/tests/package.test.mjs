import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { launch } from './support/browser.mjs';
import { loadDecoder } from './support/decoder.mjs';
import { example, plainProject, run, web } from './support/package.mjs';
import { serve } from './support/serve.mjs';

let project;

before(() => {
  project = plainProject();
});

after(() => project.remove());

test('the example of its README runs in a plain project', () => {
  const lines = project.printed(example()).split('\n');
  assert.match(lines[0], /^melee \[ '.+' \]$/);
  assert.match(lines[1], /^1200 Float32Array\(1200\) \[$/);
  assert.match(lines.at(-2), /^[\d.-]+ \S/);
});

test('tables are as the page’s decoders have them', async () => {
  for (const game of ['beat-saber', 'melee', 'rocket-league']) {
    const said = JSON.parse(
      project.printed(`
        import { open, sample } from '@ghostreel/replay';
        const replay = await open(await sample('${game}', 3));
        const tables = {};
        for (const { name } of replay.description.tables) {
          const table = await replay.columns(name);
          tables[name] = [table.length, table.columnNames, table.toObjects()[0] ?? null];
        }
        const big = (_, value) => (typeof value === 'bigint' ? Number(value) : value);
        console.log(JSON.stringify({ game: replay.game, tables, stats: await replay.stats() }, big));
      `),
    );
    assert.equal(said.game, game);
    const module = await loadDecoder(game);
    const sample = await loadSample(game);
    const { handle, description } = module.open(sample);
    assert.deepEqual(
      Object.keys(said.tables),
      description.tables.map(({ name }) => name),
    );
    for (const { name, rows, columns } of description.tables) {
      const [length, names, first] = said.tables[name];
      if (rows !== null) assert.equal(length, rows, name);
      assert.deepEqual(new Set(names), new Set(columns.map((column) => column.name)), name);
      const text = columns.find(({ type }) => type === 'dict');
      if (first && text && first[text.name] !== null) {
        const codes = new Uint32Array(module.columns(handle, [`${name}.${text.name}`])[0].values);
        assert.equal(first[text.name], module.dict(handle, `${name}.${text.name}`)[codes[0]], `${name}.${text.name}`);
      }
    }
    assert.deepEqual(said.stats, module.ask(handle, 'stats', {}));
  }
});

/** The same bytes as the package's `sample`. */
async function loadSample(game) {
  const module = await loadDecoder(`${game}-sample`);
  return new Uint8Array(module.sample(3));
}

test('times cut, and what is wrong is said', () => {
  const said = project
    .printed(`
    import { writeFileSync } from 'node:fs';
    import { DecodeError, open, sample, useWorker } from '@ghostreel/replay';
    const bytes = await sample('rocket-league');
    writeFileSync('a.replay', bytes);
    const replay = await open('a.replay');
    const some = await replay.columns('ball', 'position.x', [5, 6]);
    const times = Array.from(some.column('time'));
    console.log(times.length > 0 && times.every((time) => time >= 5 && time < 6) && some.column('position.x').length === times.length);
    for (const ask of [
      () => replay.columns('nothing'),
      () => replay.columns('ball', 'position.q'),
      () => replay.events('cars'),
      () => replay.columns('players', 'name', [0, 1]),
      () => open(new Uint8Array([1, 2, 3])),
      () => open('nobody.slp'),
    ]) await ask().then(() => console.log('no error'), (error) => console.log(error.name, error instanceof DecodeError, error.message));
    console.log((await open(bytes.subarray(0, bytes.length - 5_000))).description.diagnostics.length > 0);
    try { useWorker(); } catch (error) { console.log(error.message); }
  `)
    .split('\n');
  assert.equal(said[0], 'true');
  assert.equal(said[1], 'DecodeError true there is no table nothing');
  assert.equal(said[2], 'DecodeError true table ball has no column position.q');
  assert.equal(said[3], 'TypeError false table cars holds states, not events');
  assert.equal(said[4], 'TypeError false table players has no times; ask for all of it');
  assert.match(said[5], /^DecodeError true .*replay/);
  assert.match(said[6], /^Error false ENOENT/);
  assert.equal(said[7], 'true');
  assert.equal(said[8], 'there are no Workers here: decoding runs on the thread that asks');
});

test('its types fit a strict project, for Node and for bundlers', () => {
  writeFileSync(
    join(project.folder, 'typed.ts'),
    `
      import { DecodeError, open, type Replay, type Table } from '@ghostreel/replay';
      const replay: Replay = await open(new Uint8Array());
      const table: Table = await replay.frames(['x'], [0, null]);
      const first: number | bigint | string | undefined = table.column('x')[0];
      export const unit: string = replay.description.tables[0]!.columns[0]!.unit;
      // @ts-expect-error: times are two.
      await replay.frames('x', [1]);
      export { DecodeError, first };
    `,
  );
  for (const [module, resolution] of [
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ]) {
    const options = [
      '--noEmit',
      '--strict',
      '--target',
      'es2022',
      '--lib',
      'es2023,dom',
      '--module',
      module,
      '--moduleResolution',
      resolution,
    ];
    run(process.execPath, [join(web, 'node_modules/typescript/bin/tsc'), ...options, 'typed.ts'], project.folder);
  }
});

test('a page imports it as it is', async () => {
  const page = '<!doctype html><title>waits</title><script type="module" src="program.js"></script>';
  const program = `
    import { open, sample, useWorker } from './package/index.js';
    const bytes = await sample('melee');
    const asked = async () => {
      const replay = await open(bytes, { name: 'a.slp' });
      const frames = await replay.frames('post.percent', [0, 1]);
      const said = [replay.game, frames.length, (await replay.moments()).length > 0, (await replay.columns('players', 'name')).column('name').length];
      replay.close();
      return said.join(' ');
    };
    const here = await asked();
    useWorker();
    const refused = await open(new Uint8Array([1, 2, 3])).catch((error) => error.name);
    document.title = [here, await asked(), refused, bytes.length > 0].join(', ');
  `;
  const folders = {
    '/': { 'index.html': page, 'program.js': program },
    '/package/': join(project.folder, 'node_modules/@ghostreel/replay/dist/'),
  };
  const server = await serve(folders);
  const browser = await launch();
  try {
    const tab = await browser.context.newPage();
    const workers = [];
    tab.on('worker', (worker) => workers.push(new URL(worker.url()).pathname));
    await tab.goto(`${server.origin}/index.html`);
    await tab.waitForFunction(() => document.title !== 'waits');
    assert.equal(await tab.title(), 'melee 120 true 2, melee 120 true 2, DecodeError, true');
    assert.match(workers.join(), /^\/package\/assets\/worker-[\w-]+\.js$/);
  } finally {
    await browser.close();
    await server.close();
  }
});

test('an element of a page plays a replay', { timeout: 120_000 }, async () => {
  const module = await loadDecoder('melee-sample');
  const page =
    '<!doctype html><script type="module" src="ghostreel/index.js"></script><ghostreel-player id="one" src="games/a%20b.slp" t="3" cam="fixed"></ghostreel-player>';
  const folders = {
    '/': { 'index.html': page },
    '/games/': { 'a b.slp': module.sample(1), 'bad.slp': 'no replay', 'c.slp': module.sample(2) },
    '/ghostreel/': join(project.folder, 'node_modules/@ghostreel/player/dist/'),
  };
  const server = await serve(folders);
  const browser = await launch();
  try {
    const tab = await browser.context.newPage();
    const faults = [];
    tab.on('pageerror', (error) => faults.push(error.message));
    tab.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
    await tab.goto(`${server.origin}/index.html`);
    const outcome = await tab.evaluate(async () => {
      await customElements.whenDefined('ghostreel-player');
      const one = document.querySelector('#one');
      const heard = [];
      for (const name of ['ready', 'error', 'play', 'pause', 'seek'])
        one.addEventListener(name, (event) => heard.push([name, event.detail]));
      await one.ready;
      const { game, time, camera, playing } = await one.state();
      await one.seek(5);
      await one.play();
      const later = await one.state();
      one.setAttribute('src', 'games/bad.slp');
      const refused = await one.ready.catch((error) => error.message);
      const missing = (one.setAttribute('src', 'games/none.slp'), await one.ready.catch((error) => error.message));
      // Of two that are asked for at once, the last is shown.
      one.setAttribute('src', 'games/a%20b.slp');
      one.setAttribute('src', 'games/c.slp');
      one.removeAttribute('t');
      await one.ready;
      const at = await one.state();
      one.remove();
      const gone = await one.call('state').catch((error) => error.message);
      return {
        first: { game, time, camera, playing },
        later,
        refused,
        missing,
        last: at.time,
        names: heard.map(([name]) => name),
        errors: heard.filter(([name]) => name === 'error').length,
        gone,
      };
    });
    assert.deepEqual(outcome.first, { game: 'melee', time: 3, camera: 'fixed', playing: false });
    assert.ok(outcome.later.playing && outcome.later.time >= 5);
    assert.match(outcome.refused, /not a replay/);
    assert.match(outcome.missing, /none\.slp could not be fetched \(404\)/);
    assert.equal(outcome.errors, 2);
    assert.ok(outcome.names.includes('ready') && outcome.names.includes('play'), outcome.names);
    assert.match(outcome.gone, /gone/);
    // The server says itself that a file is not there.
    assert.deepEqual(
      faults.filter((fault) => !fault.includes('404')),
      [],
    );
  } finally {
    await browser.close();
    await server.close();
  }
});
