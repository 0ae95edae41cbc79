import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { example, plainProject, run, source } from './support/package.mjs';

let project;
const program = (name) => join(project.folder, 'node_modules/.bin', name);

before(() => {
  project = plainProject(['apache-arrow@21.2.0', 'bun@1.4.5', 'deno@2.9.6', 'publint@0.3.25', '@arethetypeswrong/cli@0.18.5']);
});

after(() => project.remove());

test('the package runs in Deno and Bun as it does in Node', () => {
  // Each prints arrays in its own way: names and times are alike.
  const code = example().replace(/console\.log\((frames.*)\)/, 'console.log(frames.length)');
  const lines = (of) => project.printed(code, of).replace(/\s+/g, ' ').replace(/['"]/g, '');
  const inNode = lines([process.execPath]);
  assert.match(inNode, /^melee \[ .* 1200 /);
  assert.equal(lines([program('bun')]), inNode);
  assert.equal(lines([program('deno'), 'run', '--allow-read']), inNode);
});

test('publint and arethetypeswrong find nothing', () => {
  for (const name of ['replay', 'player']) {
    assert.match(run(program('publint'), ['--strict'], source(name)), /All good/);
    run(program('attw'), ['--pack', '.', '--profile', 'esm-only', '--format', 'ascii'], source(name));
  }
});

test('the verbs of the library', () => {
  const said = JSON.parse(
    project.printed(`
      import { open, sample, sequence, verify } from '@ghostreel/replay';
      const bytes = await sample('rocket-league');
      const replay = await open(bytes, { name: 'match.replay' });
      const all = (table, name) => Array.from(table.column(name), Number);
      const said = {};

      const ball = await replay.at('ball', ['position.z'], { rate: 10 });
      said.rate = all(ball, 'time').every((time) => Math.abs(time * 10 - Math.round(time * 10)) < 1e-6) && ball.length > 100;
      const twice = await replay.at('ball', null, { times: [5, 5.02] });
      said.times = [...new Set(all(twice, 'time'))];

      const touches = await replay.events('touches');
      const near = await replay.around(touches, [-0.5, 0.5], 'ball', 'position.z');
      said.around = near.columnNames.slice(0, 2).join() + ' ' + all(near, 'offset_s').every((offset) => offset >= -0.5 && offset < 0.5);

      // The last row of the ball until each touch, looked for by hand.
      const joined = await replay.joined(touches, 'ball', ['time', 'position.z']);
      const raw = await replay.columns('ball', 'position.z');
      const times = all(raw, 'time');
      const heights = all(raw, 'position.z');
      said.joined = all(joined, 'ball.position.z').every((height, row) => {
        const last = times.findLastIndex((time) => time <= Number(touches.column('time')[row]));
        return last < 0 || height === heights[last];
      });
      const ofPlayer = await replay.joined(touches.select([0, 1]), 'cars', 'player', 'before', [['player', 'player']]);
      said.same = all(ofPlayer, 'cars.player').join() === all(touches, 'player').slice(0, 2).join();

      const goals = await replay.events('goals');
      const rows = await sequence([touches, goals], 3);
      said.sequence = rows.length > 0 && rows.every(([touch, goal]) => {
        const passed = Number(goals.column('time')[goal]) - Number(touches.column('time')[touch]);
        return passed >= 0 && passed <= 3;
      });
      said.stats = (await replay.playerStats()).length === replay.description.players.length;

      const [player] = replay.description.players;
      const edited = await open(await replay.edited({ rename: { [player.name]: 'Anonymous' } }));
      said.edited = edited.description.players[0].name;
      const redacted = await open(await replay.redacted());
      const names = replay.description.players.map(({ name }) => name);
      said.redacted = redacted.description.players.every(({ name }) => !names.includes(name));
      said.packed = Buffer.from(await replay.packed()).length < bytes.length
        && (await open(await replay.packed())).description.players[0].name === player.name;
      said.repaired = [await replay.repaired(), (await (await open(bytes.subarray(0, bytes.length - 5000))).repaired()).length > 0];
      said.json = Object.keys(JSON.parse(await replay.toJson())).length > 2;
      said.verify = (await verify(bytes)).level;
      said.wrong = [];
      for (const ask of [
        () => replay.at('goals', null, { rate: 10 }),
        () => replay.at('ball', null, { rate: 0 }),
        () => replay.at('bal', null, { rate: 1 }),
        () => verify(bytes, { trust: ['nobody'] }),
        () => (replay.close(), replay.at('ball', null, { rate: 1 })),
      ]) await ask().then(() => said.wrong.push('no error'), (error) => said.wrong.push(error.name + ': ' + error.message));
      console.log(JSON.stringify(said));
    `),
  );
  const { wrong, ...rest } = said;
  assert.deepEqual(rest, {
    rate: true,
    times: [5, 5.02],
    around: 'event,offset_s true',
    joined: true,
    same: true,
    sequence: true,
    stats: true,
    edited: 'Anonymous',
    redacted: true,
    packed: true,
    repaired: [null, true],
    json: true,
    verify: 'unmarked',
  });
  assert.equal(wrong[0], 'DecodeError: table goals holds events, which have no state at other times');
  assert.equal(wrong[1], 'DecodeError: 0 is no rate: it is a number above 0, of times a second');
  assert.equal(wrong[2], 'DecodeError: there is no table bal; did you mean ball?');
  assert.match(wrong[3], /^DecodeError: "nobody" is no public key/);
  assert.equal(wrong[4], 'DecodeError: There is no such replay open any more.');
});

test('Arrow has every value of every table', () => {
  for (const game of ['beat-saber', 'melee', 'rocket-league']) {
    const tables = JSON.parse(
      project.printed(`
        import { tableFromIPC } from 'apache-arrow';
        import { open, sample } from '@ghostreel/replay';
        const replay = await open(await sample('${game}'));
        const plain = (value) => (typeof value === 'bigint' ? Number(value) : typeof value === 'boolean' ? value : value);
        const said = [];
        for (const { name } of replay.description.tables) {
          const table = await replay.columns(name);
          const arrow = tableFromIPC(await table.toArrow());
          const own = table.toObjects();
          const differ = table.schema.filter((column) => {
            const vector = arrow.getChild(column.name);
            // Decimals come as whole numbers of 128 bits.
            const value = (row) => (column.type === 'u64' && vector.get(row) !== null ? BigInt(vector.get(row).toString()) : vector.get(row));
            return own.some((row, at) => !Object.is(plain(row[column.name]), plain(value(at))));
          });
          const [unit] = table.schema.filter(({ unit }) => unit !== '');
          const hasUnit = !unit || arrow.schema.fields.find((field) => field.name === unit.name).metadata.get('unit') === unit.unit;
          said.push([name, arrow.numRows === table.length, differ.map((column) => column.name), hasUnit]);
        }
        console.log(JSON.stringify(said));
      `),
    );
    assert.ok(tables.length > 8, game);
    for (const [name, isAsLong, differ, hasUnit] of tables) assert.deepEqual([name, isAsLong, differ, hasUnit], [name, true, [], true]);
  }
});
