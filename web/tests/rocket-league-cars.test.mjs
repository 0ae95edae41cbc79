// Cars of Rocket League: bodies in their hitboxes, wheels that turn, flames that are seen from afar, and puffs of jumps.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { Color, PerspectiveCamera, Vector3 } from 'three';
import { source } from './support/decoder.mjs';
import { motion } from './support/rocket-league.mjs';

const placing = await motion();

const part = (name) => source(`src/games/rocket-league/scene/${name}.ts`);
/** A product id of each silhouette. */
const IDS = { octane: 23, fennec: 4284, dominus: 403, breakout: 22, plank: 24, hybrid: 28, merc: 30 };

let bodies;
let hitboxes;
let data;
before(async () => {
  [bodies, hitboxes, data] = await Promise.all(['bodies/index', 'hitboxes', 'data'].map(part));
  const pen = new Proxy({}, { get: (_, name) => () => (name === 'measureText' ? { width: 100 } : undefined), set: () => true });
  globalThis.document ??= { createElement: () => ({ getContext: () => pen }) };
});

const boxOf = (...shapes) => {
  const places = shapes.flatMap((shape) => [...shape.getAttribute('position').array]);
  return [0, 1, 2].map((axis) => {
    const along = places.filter((_, i) => i % 3 === axis);
    return [Math.min(...along), Math.max(...along)];
  });
};

for (const [name, id] of Object.entries(IDS)) {
  test(`${name} is as long, wide and high as its hitbox, but for its belly`, async () => {
    const { shapesOf } = await part('bodies/hull');
    const silhouette = bodies.silhouetteOf(id);
    const { paint, trim } = shapesOf({ parts: silhouette.parts.filter(({ overhang }) => !overhang) }, hitboxes.hitboxOf(id));
    const box = boxOf(paint, trim);
    hitboxes.hitboxOf(id).forEach((size, axis) => {
      const [from, to] = box[axis];
      assert.ok(Math.abs(to - from - size) < 0.01, `${to - from} instead of ${size} along axis ${axis}`);
      const middle = [13.88, 0, 17.05][axis];
      assert.ok(Math.abs((from + to) / 2 - middle) < 0.01, 'around its middle');
    });
    const overhangs = silhouette.parts.filter(({ overhang }) => overhang);
    assert.deepEqual(
      overhangs.map(({ overhang }) => overhang),
      ['belly'],
    );
    // It hangs no lower than the wheels reach.
    const [[back, front], , [bottom]] = boxOf(bodies.bodyOf(id).paint, bodies.bodyOf(id).trim);
    assert.ok(bottom > -15 && back >= box[0][0] - 0.01 && front <= box[0][1] + 0.01, `${bottom}`);
    assert.ok(paint.getAttribute('position').count + trim.getAttribute('position').count < 3 * 500, 'few triangles');
  });
}

test('bodies of a family share a shape, a Fennec has its own, and no two silhouettes have the same', () => {
  assert.equal(bodies.bodyOf(23), bodies.bodyOf(0));
  assert.equal(bodies.bodyOf(24), bodies.bodyOf(803), 'Paladin and Batmobile');
  assert.equal(hitboxes.familyOf(4284), 'Octane');
  assert.equal(new Set(Object.values(IDS).map(bodies.bodyOf)).size, 7);
});

/** Cars at rest in the middle, one after the other, facing +x, that boost and jump. */
async function carsOf(ids, { velocity = 0, jumps = [], names = ids.map((id) => `${id}`) } = {}) {
  const { Cars } = await part('cars');
  const tables = data.empty();
  const rows = ids.flatMap((_, i) => [0, 1, 2, 3].map((step) => ({ i, time: step * 0.1 })));
  const of = (value) => Float32Array.from(rows, value);
  tables.frames.time = Float32Array.from({ length: 100 }, (_, i) => i / 10);
  tables.players = { name: ids.map((_, i) => i), team: ids.map((_, i) => i % 2), body: ids };
  tables.actors = { last_frame: ids.map(() => 99), object: ids.map(() => 0) };
  tables.cars = {
    ...{ time: of(({ time }) => time), life: of(({ i }) => i), player: of(({ i }) => i), 'rotation.w': of(() => 1) },
    ...{ 'position.x': of(({ time }) => time * velocity), 'position.z': of(() => 17), 'velocity.x': of(() => velocity) },
  };
  tables.boost = {
    time: ids.map(() => 0),
    player: ids.map((_, i) => i),
    is_active: ids.map(() => 1),
    tank: ids.map(() => 255),
    drain: ids.map(() => 85),
  };
  tables.components = {
    time: jumps,
    player: jumps.map(() => 0),
    component: jumps.map(() => 0),
    is_active: jumps.map(() => 1),
  };
  const game = data.gameOf(tables, placing, names, [], ['Car'], [], [], ['Dodge']);
  return { cars: new Cars(game), game };
}

test('what cars share stays when one replay of them goes, and what is theirs goes', async () => {
  const [{ cars }, other] = [await carsOf([23, 4284]), await carsOf([4284, 23])];
  // Sprites all have the one shape of three.js.
  const shapesIn = (group) => {
    const found = new Set();
    group.traverse(({ geometry, isSprite }) => geometry && !isSprite && found.add(geometry));
    return found;
  };
  const shapes = shapesIn(cars.group);
  const left = new Set(shapes);
  for (const shape of shapes) shape.addEventListener('dispose', () => left.delete(shape));
  cars.dispose();
  const shared = [...shapesIn(other.cars.group)].filter((shape) => shapes.has(shape));
  assert.equal(shared.length, 7, 'two bodies of two parts, a wheel, and a flame of two parts');
  const lasting = new Set(shared);
  assert.deepEqual(
    [...left].filter((shape) => !lasting.has(shape)).map(({ type }) => type),
    [],
    'nothing of its own is left behind',
  );
  assert.deepEqual(
    [...lasting].filter((shape) => !left.has(shape)).map(({ type }) => type),
    [],
    'nothing that is shared is freed',
  );
});

test('wheels turn as far as the car goes, and front wheels are steered', async () => {
  const { Wheels, WHEEL } = await part('wheels');
  const { Matrix4, MeshLambertMaterial } = await import('three');
  const wheels = new Wheels(bodies.bodyOf(23), new MeshLambertMaterial());
  const matrix = new Matrix4();
  /** Where the top of each wheel is, from its middle. */
  const tops = () => [0, 1, 2, 3].map((i) => (wheels.mesh.getMatrixAt(i, matrix), new Vector3(0, 0, 1).transformDirection(matrix)));
  assert.ok(tops().every((top) => top.z > 0.999));
  wheels.update((WHEEL * Math.PI) / 2, 0);
  assert.ok(
    tops().every((top) => top.x > 0.999),
    'a quarter further, what was up is ahead',
  );
  wheels.update(0, 0.4);
  const axles = [0, 1, 2, 3].map((i) => (wheels.mesh.getMatrixAt(i, matrix), new Vector3(0, 1, 0).transformDirection(matrix).y));
  assert.deepEqual(
    axles.map((across) => across < 0.95),
    [false, false, true, true],
  );
  const [[back, front], [left, right], [bottom, top]] = boxOf(wheels.mesh.geometry);
  assert.ok([-back, front, -bottom, top].every((radius) => radius > 16.9 && radius < 17.01) && right - left < 19);
});

const flamesOf = ({ cars }) => {
  const found = [];
  cars.group.traverse((part) => part.geometry?.type === 'LatheGeometry' && found.push(part));
  return found;
};

test('a flame is a matter of the time, longer and whiter when supersonic, and still where nothing is to move', async () => {
  const { PALETTES } = await part('palette');
  const look = async (velocity, time, still = false) => {
    const all = await carsOf([23], { velocity });
    // Another picture before it changes nothing.
    if (time > 0.1) all.cars.update(0.05, PALETTES.dark, null, [], still);
    all.cars.update(time, PALETTES.dark, null, [], still);
    assert.ok(all.cars.now[0].boosting);
    const [glow, core] = flamesOf(all);
    return { length: glow.scale.x, core: core.scale.y, colour: glow.material.color, white: core.material.color.b };
  };
  assert.deepEqual((await look(1000, 0.2)).length, (await look(1000, 0.2)).length);
  assert.notEqual((await look(1000, 0.2)).length, (await look(1000, 0.22)).length);
  assert.equal((await look(1000, 0.2, true)).length, (await look(1000, 0.22, true)).length);
  const [slow, fast] = [await look(1000, 0.2, true), await look(2250, 0.2, true)];
  assert.ok(fast.length > 1.4 * slow.length && fast.core > 1.2 * slow.core && fast.white > slow.white + 0.2, JSON.stringify([slow, fast]));
  const blue = new Color(PALETTES.dark.teams[0]);
  assert.ok(Math.abs(slow.colour.getHSL({}).h - blue.getHSL({}).h) < 0.02, 'of the team’s colour');
});

test('from across the field a flame is some pixels long, in a player’s own view, too', async () => {
  const { PALETTES } = await part('palette');
  const { FLAME } = await part('flame');
  const { WORLD } = await part('axes');
  const all = await carsOf([23, 403]);
  const eye = new PerspectiveCamera(60, 16 / 9);
  eye.position.copy(new Vector3(-9000, 0, 500).applyMatrix4(WORLD));
  eye.lookAt(new Vector3(0, 0, 17).applyMatrix4(WORLD));
  eye.updateMatrixWorld();
  const renderer = { getSize: (out) => out.set(1280, 720) };
  for (const watched of [null, all.game.who[1]]) {
    all.cars.update(0.2, PALETTES.dark, watched, [], true);
    const [glow] = flamesOf(all);
    glow.onBeforeRender(renderer, null, eye);
    glow.updateWorldMatrix(true, false);
    const length = glow.getWorldScale(new Vector3()).x * FLAME;
    const pixel = (2 * 9000 * Math.tan(Math.PI / 6)) / 720;
    assert.ok(length / pixel > 20, `${length / pixel} pixels`);
  }
});

test('a jump leaves a ring where the car was, for a moment, and none where nothing is to move', async () => {
  const { PALETTES } = await part('palette');
  const all = await carsOf([23], { velocity: 1000, jumps: [0.1] });
  const rings = (time, still = false) => {
    all.cars.update(time, PALETTES.dark, null, [], still);
    return all.cars.group.children.filter(({ geometry, visible }) => visible && geometry?.type === 'RingGeometry');
  };
  assert.equal(rings(0.05).length, 0);
  const [ring] = rings(0.2);
  assert.ok(Math.abs(ring.position.x - 100) < 1 && ring.position.z < 5, `${ring.position.toArray()}`);
  const small = ring.scale.x;
  assert.ok(rings(0.28)[0].scale.x > small, 'it grows');
  assert.equal(rings(0.6).length, 0);
  assert.equal(rings(0.2, true).length, 0);
  assert.equal(rings(0.2)[0].scale.x, small, 'as the time says');
});
