import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { loadDecoder } from './support/decoder.mjs';
import { launch } from './support/browser.mjs';
import { serve } from './support/serve.mjs';

const web = fileURLToPath(new URL('..', import.meta.url));
const source = join(web, 'packages/replay');

/** A plain project that has installed the package as it would be published. */
let project;

const run = (program, args, cwd) => execFileSync(program, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

/** What a program of the project prints. */
function printed(code) {
  const file = join(project, 'program.mjs');
  writeFileSync(file, code);
  return run(process.execPath, [file], project);
}

before(() => {
  run('npm', ['run', '--silent', 'package'], web);
  project = mkdtempSync(join(tmpdir(), 'ghostreel-package-'));
  const [{ filename }] = JSON.parse(run('npm', ['pack', '--json', '--pack-destination', project], source));
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
  run('npm', ['install', '--silent', '--offline', '--no-audit', '--no-fund', `./${filename}`], project);
});

after(() => rmSync(project, { recursive: true, force: true }));

test('the example of its README runs in a plain project', () => {
  const [, code] = /```js\n([\s\S]*?)```/.exec(readFileSync(join(source, 'README.md'), 'utf8'));
  const lines = printed(code).split('\n');
  assert.match(lines[0], /^melee \[ '.+' \]$/);
  assert.match(lines[1], /^1200 Float32Array\(1200\) \[$/);
  assert.match(lines.at(-2), /^[\d.-]+ \S/);
});

test('tables are as the page’s decoders have them', async () => {
  for (const game of ['beat-saber', 'melee', 'rocket-league']) {
    const said = JSON.parse(
      printed(`
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
  const said = printed(`
    import { writeFileSync } from 'node:fs';
    import { DecodeError, open, sample } from '@ghostreel/replay';
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
  `).split('\n');
  assert.equal(said[0], 'true');
  assert.equal(said[1], 'DecodeError true there is no table nothing');
  assert.equal(said[2], 'DecodeError true table ball has no column position.q');
  assert.equal(said[3], 'TypeError false table cars holds states, not events');
  assert.equal(said[4], 'TypeError false table players has no times; ask for all of it');
  assert.match(said[5], /^DecodeError true .*replay/);
  assert.match(said[6], /^Error false ENOENT/);
  assert.equal(said[7], 'true');
});

test('its types fit a strict project, for Node and for bundlers', () => {
  writeFileSync(
    join(project, 'typed.ts'),
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
    run(process.execPath, [join(web, 'node_modules/typescript/bin/tsc'), ...options, 'typed.ts'], project);
  }
});

test('publint and arethetypeswrong find nothing', () => {
  const program = (name) => join(web, 'node_modules/.bin', name);
  assert.match(run(program('publint'), ['--strict'], source), /All good/);
  run(program('attw'), ['--pack', '.', '--profile', 'esm-only', '--format', 'ascii'], source);
});

test('a page imports it as it is', async () => {
  const page = '<!doctype html><title>waits</title><script type="module" src="program.js"></script>';
  const program = `
    import { open, sample } from './package/index.js';
    const replay = await open(new File([await sample('melee')], 'a.slp'));
    const frames = await replay.frames('post.percent', [0, 1]);
    document.title = [replay.game, frames.length, (await replay.moments()).length > 0].join(' ');
  `;
  const folders = {
    '/': { 'index.html': page, 'program.js': program },
    '/package/': join(project, 'node_modules/@ghostreel/replay/dist/'),
  };
  const server = await serve(folders);
  const browser = await launch();
  try {
    const tab = await browser.context.newPage();
    await tab.goto(`${server.origin}/index.html`);
    await tab.waitForFunction(() => document.title !== 'waits');
    assert.equal(await tab.title(), 'melee 120 true');
  } finally {
    await browser.close();
    await server.close();
  }
});
