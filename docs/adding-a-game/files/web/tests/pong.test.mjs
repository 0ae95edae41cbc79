// Pong on the page: its module reads a sample, and its scene shows what the columns say.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { loadDecoder, sample, source } from './support/decoder.mjs';

let module;
let opened;

before(async () => {
  module = await loadDecoder('pong');
  opened = module.open(await sample(1, 'pong'));
});

test('its module says what the manifest promises', async () => {
  const { pong } = await source('src/games/pong/manifest.ts');
  const { game, format, players, tables, moment_kinds: kinds } = opened.description;
  assert.deepEqual([game, format], [pong.id, pong.formats[0].id]);
  assert.deepEqual(
    players.map(({ name }) => name),
    ['Ghost', 'Reel'],
  );
  assert.deepEqual(
    tables.map(({ name }) => name),
    ['frames', 'players', 'moments'],
  );
  assert.deepEqual(
    kinds.map(({ name }) => name),
    ['point'],
  );
});

test('its questions are answered', () => {
  const { players, rallies, longestRally } = module.ask(opened.handle, 'stats', {});
  const points = players.map(({ stats }) => stats.points);
  assert.equal(Math.max(...points), 5);
  assert.equal(rallies.length, points[0] + points[1]);
  assert.ok(longestRally > 0);
  assert.deepEqual(module.ask(opened.handle, 'rallies', {}), rallies);
  const [block] = module.ask(opened.handle, 'sheet', {}).blocks;
  assert.deepEqual(
    block.rows[0].cells.map(({ value }) => value),
    points,
  );
  assert.match(module.ask(opened.handle, 'ending', {}).headline, /^(Left|Right) wins$/);
});

test('its scene shows where the ball is', async () => {
  const { kind } = await source('src/games/pong/scene/index.ts');
  const { Replay } = await source('src/decoder/index.ts');
  const ask = async ({ call, name, names }) => module[call](opened.handle, names ?? name);
  const replay = new Replay({ ask }, opened.handle, opened.description);
  const scene = await kind.load(replay);
  const { end } = scene.span;
  assert.ok(end > 20, `${end} s`);
  assert.equal(scene.markers.length, module.ask(opened.handle, 'rallies', {}).length);
  scene.update(0);
  assert.deepEqual(scene.state().points, [0, 0]);
  assert.deepEqual(scene.state().ball, [0, 3, 0]);
  scene.update(end);
  assert.equal(Math.max(...scene.state().points), 5);
  scene.dispose();
});
