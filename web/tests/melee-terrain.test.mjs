// Ground of stages of unknown shape: every fighter stands on something, and ground is shown where somebody stands. Guessed ground
// is drawn as one.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Raycaster, Vector3 } from 'three';
import { loadDecoder, source } from './support/decoder.mjs';
import { corpus } from './support/places.mjs';

const good = corpus('slippi/good');
const { terrainOf } = await source('src/games/melee/scene/terrain.ts');
const { STAGES } = await source('src/games/melee/scene/stages.ts');
const { Ground } = await source('src/games/melee/scene/ground.ts');
const { PALETTES } = await source('src/games/melee/scene/palette.ts');
const { EDGES } = await source('src/games/melee/rules.ts');
const { gameOf, empty } = await source('src/games/melee/scene/data.ts');

/** How high the ground is that is drawn at a place and a frame, of all that is there. */
function groundsAt({ lines, underfoot }, index, x) {
  const heights = underfoot.flatMap((piece) => (Math.abs(piece.x[index] - x) <= 7 && piece.known[index] ? [piece.y[index]] : []));
  for (const line of lines)
    for (const [i, [x2, y2]] of line.slice(1).entries()) {
      const [x1, y1] = line[i];
      if (x >= x1 && x <= x2) heights.push(y1 + ((y2 - y1) * (x - x1)) / (x2 - x1));
    }
  return heights;
}

/** States of those who hang from a ledge, and of those who come into the game and float a little above the ground. */
const OFF_GROUND = [252, 253, 322, 323, 324];

/** The share of standing fighters with ground less than a unit from their feet, and of those who are in ground. */
function standing(game, terrain) {
  let [all, held, buried] = [0, 0, 0];
  for (const { rows } of game.tracks)
    rows.forEach((row, index) => {
      if (row < 0 || game.frames['post.is_airborne'][row] || game.frames['post.action_state_id'][row] < 14) return;
      if (OFF_GROUND.includes(game.frames['post.action_state_id'][row])) return;
      const [x, y] = [game.frames['post.position_x'][row], game.frames['post.position_y'][row]];
      const heights = groundsAt(terrain, index, x);
      all++;
      if (heights.some((height) => Math.abs(height - y) < 1)) held++;
      // In the upper half of a bar, which is 4 units thick.
      if (heights.some((height) => height - y > 1 && height - y < 4)) buried++;
    });
  return { all, held: held / all, buried: buried / all };
}

test('what is drawn of a stage ends where statistics say that the stage does', () => {
  assert.deepEqual(Object.keys(EDGES), Object.keys(STAGES));
  for (const [id, [x, y]] of Object.entries(EDGES))
    for (const side of [-1, 1]) {
      const away = STAGES[id].outline.map((corner) => Math.hypot(corner[0] - side * x, corner[1] - y));
      assert.ok(Math.min(...away) < 0.05, `stage ${id}: ${Math.min(...away)} units away`);
    }
});

const decoder = await loadDecoder('melee');

/** Real games on stages of unknown shape. */
const odd = existsSync(good) ? readdirSync(good).filter((name) => !STAGES[stageOf(good + name)]) : [];

function stageOf(path) {
  const { handle, description } = decoder.open(new Uint8Array(readFileSync(path)));
  decoder.close(handle);
  return description.map?.id;
}

function gameIn(path) {
  const { handle, description } = decoder.open(new Uint8Array(readFileSync(path)));
  const views = { i32: Int32Array, u8: Uint8Array, bool: Uint8Array, u16: Uint16Array, f32: Float32Array };
  const tables = empty();
  for (const { name: table, columns } of description.tables) {
    if (!['frames', 'fod_heights', 'stadium_forms'].includes(table)) continue;
    for (const { name, type } of columns)
      if (views[type]) tables[table][name] = new views[type](decoder.column(handle, `${table}.${name}`));
  }
  decoder.close(handle);
  return gameOf(tables);
}

test('on stages of unknown shape all who stand have ground under them', {
  skip: odd.length ? false : `there are no such replays at ${good}`,
}, () => {
  const stages = new Set();
  for (const name of odd) {
    const game = gameIn(good + name);
    const terrain = terrainOf(game);
    const { all, held, buried } = standing(game, terrain);
    const stage = stageOf(good + name);
    stages.add(stage);
    console.log(
      `# stage ${stage}, ${name}: ${all} standing, ${(held * 100).toFixed(2)} % on ground, ${(buried * 100).toFixed(2)} % in it; ${terrain.lines.length} lines stay`,
    );
    assert.ok(all > 100 && held > 0.999 && buried < 0.005, name);
  }
  assert.deepEqual([...stages].sort(), ['25', '285', '36', '84']);
});

/** The meshes that a picture shows. */
function shown(group, meshes = []) {
  for (const part of group.children) {
    if (!part.visible) continue;
    if (part.isMesh && !part.material.uniforms) meshes.push(part);
    shown(part, meshes);
  }
  return meshes;
}

/** How many of those who stand have something that is drawn less than a unit from their feet, frame after frame. */
function drawnUnder(game, stage, step) {
  const ground = new Ground(stage, game);
  const ray = new Raycaster(new Vector3(), new Vector3(0, -1, 0), 0, 2);
  const none = [];
  let all = 0;
  for (let index = 0; index < game.times.length; index += step) {
    const feet = game.tracks.map((track) => track.rows[index]).filter((row) => row >= 0 && game.frames.stands[row] === 1);
    if (feet.length === 0) continue;
    ground.update(game.times[index], index, PALETTES.dark);
    ground.group.updateMatrixWorld();
    const meshes = shown(ground.group);
    for (const row of feet) {
      const [x, y] = [game.frames['post.position_x'][row], game.frames['post.position_y'][row]];
      // Whoever stands at an edge may be a little beyond it.
      const meets = (aside) => (ray.ray.origin.set(x + aside, y + 1, 0), ray.intersectObjects(meshes, false).length > 0);
      all++;
      if (![0, -0.8, 0.8].some(meets))
        none.push(`at frame ${index - 123} ground ${game.frames['post.last_ground_id']?.[row]}, x ${x.toFixed(2)}, y ${y.toFixed(2)}`);
    }
  }
  ground.dispose();
  return { all, none };
}

test('on stages of known shape something is drawn under all who stand', {
  skip: existsSync(good) ? false : `there are no replays at ${good}`,
}, () => {
  const step = process.env.GHOSTREEL_NIGHTLY ? 5 : 31;
  const stages = new Map();
  for (const folder of [good, corpus('slippi/seen')])
    for (const name of existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.slp')) : []) {
      const stage = stageOf(folder + name);
      if (!STAGES[stage]) continue;
      const counts = stages.get(stage) ?? { all: 0, none: [] };
      stages.set(stage, counts);
      const { all, none } = drawnUnder(gameIn(folder + name), stage, stage === '3' ? Math.ceil(step / 4) : step);
      counts.all += all;
      counts.none.push(...none.map((where) => `${name.slice(0, 8)} ${where}`));
    }
  assert.deepEqual([...stages.keys()].sort(), Object.keys(STAGES).sort());
  for (const [stage, { all, none }] of stages) {
    console.log(`# stage ${stage}: nothing under ${none.length} of ${all}`);
    assert.ok(none.length <= all * 0.001, `stage ${stage}: nothing under ${none.length} of ${all}, as ${none.slice(0, 20).join('; ')}`);
  }
});

/** A made-up game of fighters on ground 1 and 2: each given by its place at a frame. */
function made(...ways) {
  const tables = empty();
  const rows = [];
  for (let frame = 0; frame < 300; frame++)
    for (const [port, way] of ways.entries()) {
      const at = way(frame);
      rows.push({ frame, port, airborne: at === null ? 1 : 0, ground: at?.[2] ?? 0, x: at?.[0] ?? 0, y: at?.[1] ?? 60 });
    }
  const column = (type, of) => type.from(rows, of);
  Object.assign(tables.frames, {
    frame: column(Int32Array, (row) => row.frame - 123),
    port: column(Uint8Array, (row) => row.port),
    follower: column(Uint8Array, () => 0),
    'post.action_state_id': column(Uint16Array, (row) => (row.airborne ? 29 : 14)),
    'post.position_x': column(Float32Array, (row) => row.x),
    'post.position_y': column(Float32Array, (row) => row.y),
    'post.is_airborne': column(Uint8Array, (row) => row.airborne),
    stands: column(Uint8Array, (row) => 1 - row.airborne),
    'post.last_ground_id': column(Uint16Array, (row) => row.ground),
  });
  return gameOf(tables);
}

test('two who are carried aside by one ground both stand on it, and where they no longer stand it is no longer known', () => {
  // One leaves at frame 200; the ground is a float that goes to the right.
  const game = made(
    (frame) => [frame * 0.3, 10, 1],
    (frame) => (frame < 200 ? [30 + frame * 0.3, 10, 1] : null),
    () => [-60, 0, 2],
  );
  const terrain = terrainOf(game);
  assert.equal(terrain.lines.length, 1, 'ground that carried no one stays');
  assert.deepEqual(standing(game, terrain), { all: 800, held: 1, buried: 0 });
  const [, second] = terrain.underfoot;
  assert.deepEqual([second.known[199], second.known[200]], [1, 0]);
  assert.ok(Math.abs(second.x[210] - second.x[199]) < 1e-6, 'still there for a while');
  assert.ok(Number.isNaN(second.x[260]), 'and then gone');
});

test('platforms of Fountain of Dreams are drawn faint where their height is not known, and not at all in the floor', async () => {
  const tables = empty();
  Object.assign(tables.frames, { frame: Int32Array.from({ length: 40 }, (_, i) => i - 123), port: new Uint8Array(40) });
  Object.assign(tables.fod_heights, {
    frame: [-113, -103, -93],
    left: [10, 20, 20],
    right: [22.125, 0, 15],
    is_left_known: [0, 1, 1],
    is_right_known: [1, 1, 0],
  });
  const game = gameOf(tables);
  const ground = new Ground('2', game);
  const [, ...platforms] = ground.group.children.filter((part) => part.isGroup && part.children.length === 2);
  const drawn = (index) => {
    ground.update(game.times[index], index, PALETTES.dark);
    return platforms.map(({ visible, position, children }) => [
      visible && position.y,
      ...new Set(children.map(({ material }) => (material.transparent && material.opacity < 0.5 ? 'faint' : 'firm'))),
    ]);
  };
  assert.deepEqual(
    drawn(5),
    [
      [16.125, 'faint'],
      [22.125, 'faint'],
    ],
    'before anything is known',
  );
  assert.deepEqual(drawn(15), [
    [10, 'faint'],
    [22.125, 'firm'],
  ]);
  assert.deepEqual(drawn(25), [
    [20, 'firm'],
    [false, 'firm'],
  ]);
  assert.deepEqual(drawn(35), [
    [20, 'firm'],
    [15, 'faint'],
  ]);
  assert.deepEqual(
    drawn(15),
    [
      [10, 'faint'],
      [22.125, 'firm'],
    ],
    'the same again',
  );
});
