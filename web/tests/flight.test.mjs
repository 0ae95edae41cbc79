// Everything that comes stands in the picture where the module of flights has it, and is turned as there: in each made-up and real replay at a thousand times.
// That the module has it where the checks of cuts have it, with_map/flight.rs in crates/analysis holds.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { BoxGeometry, Color, Matrix4, Quaternion, Vector3 } from 'three';
import { source } from './support/decoder.mjs';
import { columnsOf, flightModule, opened, sceneOf } from './support/flights.mjs';
import { mapOfSample, workshop, zip } from './support/maps.mjs';
import { corpus, ghostreel, oneOf, skip } from './support/places.mjs';

const TIMES = 1000;
const MOST_METRES = 0.001;
const MOST_DEGREES = 0.1;

const scene = (name) => source(`src/games/beat-saber/scene/${name}.ts`);

/** The module itself, asked apart from the page: it works in the game's axes, with Z ahead. */
async function truthOf(replay) {
  const { exports: wasm } = await flightModule();
  const set = (columns, done) => {
    const rows = columns[0].length;
    const pointer = wasm.columns_for(rows * columns.length);
    const room = new Float32Array(wasm.memory.buffer, pointer, rows * columns.length);
    columns.forEach((column, i) => room.set(column, i * rows));
    done();
  };
  set(Object.values(columnsOf(replay, 'flights')), wasm.set_notes);
  set(Object.values(columnsOf(replay, 'wall_flights')), wasm.set_walls);
  set(Object.values(columnsOf(replay, 'arc_flights')), wasm.set_arcs);
  set(Object.values(columnsOf(replay, 'paces')), wasm.set_paces);
  const [time, playable, ...head] = replay.numbers(
    ['time', 'playable', ...['x', 'y', 'z'].map((axis) => `head.pos.${axis}`)].map((name) => `frames.${name}`),
  );
  let last = -Infinity;
  const frames = [...time.keys()].filter((frame) => playable[frame] && time[frame] > last && ((last = time[frame]), true));
  set(
    [time, ...head].map((column) => frames.map((frame) => column[frame])),
    wasm.set_heads,
  );
  const read = (count, size) => new Float32Array(wasm.memory.buffer, wasm.placed(), count * size);
  return {
    note: (row, now, [x, y, z]) => read(wasm.place_note(row, now, x, y, z), 12).slice(0, 8),
    walls: (now, [x, y, z]) => {
      const count = wasm.place_walls(now, 0.4, x, y, z);
      const all = read(count, 12);
      return Array.from({ length: count }, (_, i) => all.slice(12 * i, 12 * i + 11));
    },
  };
}

/** The parts of a picture, without a picture. */
const KIT = new Proxy({}, { get: (_, name) => (name === 'quad' || name.length < 5 ? new BoxGeometry() : null) });

/** Where instances are drawn, and how they are turned, in the game's axes. */
function drawn({ mesh }) {
  const { array } = mesh.geometry.getAttribute('aMatrix');
  return Array.from({ length: mesh.visible ? mesh.geometry.instanceCount : 0 }, (_, i) => {
    const [position, rotation, scale] = [new Vector3(), new Quaternion(), new Vector3()];
    new Matrix4().fromArray(array, 16 * i).decompose(position, rotation, scale);
    const { x, y, z, w } = rotation;
    return { position: [position.x, position.y, -position.z], rotation: [-x, -y, z, w], size: scale.toArray() };
  });
}

const apart = (p, q) => Math.hypot(...p.map((value, i) => value - q[i]));
const degrees = (p, q) => {
  const length = Math.hypot(...p) * Math.hypot(...q);
  const cosine = Math.abs(p.reduce((sum, value, i) => sum + value * q[i], 0)) / length;
  return (2 * Math.acos(Math.min(1, cosine)) * 180) / Math.PI;
};

async function check(replay) {
  const { flights, notes, poses } = await sceneOf(replay);
  const [{ NotesView }, { WallsView, wallsOf }, { PALETTES }] = await Promise.all(['notes', 'walls', 'palette'].map(scene));
  const [view, walls] = [new NotesView(notes, flights, KIT, null), new WallsView(wallsOf(flights), flights)];
  const truth = await truthOf(replay);
  const [start, end] = [poses.times[0], poses.times.at(-1)];
  const pose = { position: new Vector3(), rotation: new Quaternion() };
  const count = { notes: 0, walls: 0 };
  let [most, turned] = [0, 0];
  for (let step = 0; step < TIMES; step++) {
    const time = start + ((end - start) * step) / (TIMES - 1);
    const head = poses.sample('head', time, pose).position;
    const own = [head.x, head.y, -head.z];
    view.update(time, head, PALETTES.dark);
    const pieces = [view.cubes, view.heads, view.links, view.bombs].flatMap(drawn);
    // As much is drawn as is seen, except faded things.
    assert.ok(pieces.length <= view.seen.length);
    const places = view.seen.map(({ note }) => truth.note(note.flight, time, own));
    for (const piece of pieces) {
      const near = places.toSorted((a, b) => apart(piece.position, a.slice(1, 4)) - apart(piece.position, b.slice(1, 4)));
      most = Math.max(most, apart(piece.position, near[0].slice(1, 4)));
      // Of two in one place, the one that is turned so.
      const there = near.filter((place) => apart(piece.position, place.slice(1, 4)) <= MOST_METRES);
      turned = Math.max(turned, Math.min(...there.map((place) => degrees(piece.rotation, place.slice(4, 8)))));
      count.notes++;
    }
    walls.update(time, head, { wall: new Color() });
    const boxes = drawn(walls.boxes);
    truth
      .walls(time, own)
      .slice(0, boxes.length)
      .forEach((place, i) => {
        most = Math.max(most, apart(boxes[i].position, place.slice(1, 4)), apart(boxes[i].size, place.slice(8, 11)));
        turned = Math.max(turned, degrees(boxes[i].rotation, place.slice(4, 8)));
        count.walls++;
      });
  }
  console.log(`# ${count.notes} notes and ${count.walls} walls: at most ${most.toFixed(5)} m and ${turned.toFixed(3)}° off`);
  assert.ok(count.notes > 100 && most <= MOST_METRES && turned <= MOST_DEGREES, `${most} m, ${turned}°`);
  return count;
}

test('made-up replays', { skip }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ghostreel-'));
  try {
    const listed = execFileSync(ghostreel, ['sample', '--list'])
      .toString()
      .split('beat-saber\n')[1]
      .split(/\n(?! )/)[0];
    const variants = listed.split('\n').map((line) => line.trim().split(' ')[0]);
    for (const variant of oneOf(5, variants)) {
      const file = join(folder, `${variant}.bsor`);
      execFileSync(ghostreel, ['sample', 'beat-saber', file, '--variant', variant]);
      const replay = await opened(readFileSync(file), null, { ofAny: true });
      if (replay.has('notes.event_time') && replay.numbers(['notes.event_time'])[0].length > 20) await check(replay);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a made-up replay with a map of all around, with bombs, walls, chains and changes of speed', { skip }, async () => {
  const shop = workshop();
  try {
    const { map, replay } = mapOfSample(shop, {
      walls: [
        { b: 9, x: 0, y: 0, d: 3, w: 1, h: 5 },
        { b: 30, x: 0, y: 2, d: 1, w: 4, h: 3 },
      ],
      bombs: [2.5, 18.5, 32.5].map((beat) => ({ beat, x: 3, y: 0 })),
      speeds: [
        { b: 6, d: 0 },
        { b: 10, d: 8, e: 3 },
        { b: 25, d: -6, e: -1 },
      ],
      arc: { a: 1 },
      chain: { s: 0.6 },
      turns: [
        { b: 12, r: 60 },
        { b: 26, r: -90 },
      ],
    });
    const { walls } = await check(await opened(replay, map));
    assert.ok(walls > 10);
  } finally {
    shop.close();
  }
});

const [replays, maps] = ['bsor', 'maps'].map((name) => corpus(`beat-saber/${name}`));
const none = !existsSync(replays) && 'corpus absent';

test('real replays, and those with their maps whose maps are at hand', { skip: none }, async () => {
  const folders = new Map();
  for (const name of readdirSync(maps)) {
    const [, folder, file] = name.match(/^[^_]*__(.*)_([^_]*)$/);
    folders.set(folder, { ...folders.get(folder), [file]: readFileSync(maps + name) });
  }
  let pairs = 0;
  for (const name of readdirSync(replays)) {
    const file = readFileSync(replays + name);
    await check(await opened(file));
    for (const files of folders.values()) {
      const replay = await opened(file, zip(files)).catch(() => null);
      if (!replay) continue;
      await check(replay);
      pairs++;
    }
  }
  assert.equal(pairs, 2);
});
