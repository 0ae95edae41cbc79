// The way a blade came is drawn as a smooth curve through the recorded frames, however fast it turned.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { Euler, Quaternion, Vector3 } from 'three';
import { source } from './support/decoder.mjs';

const RATE = 72;
/** As fast as wrists turn: a figure of eight, three times a second, in the file's axes. */
function pose(time) {
  const angle = 2 * Math.PI * 3 * time;
  const turn = new Quaternion().setFromEuler(new Euler(1.1 * Math.sin(angle), 0.9 * Math.sin(2 * angle), 0.4 * Math.cos(angle)));
  return { position: new Vector3(0.3 + 0.1 * Math.sin(angle), 1.1 + 0.15 * Math.cos(angle), 0.2), turn };
}

let poses;
let trail;
before(async () => {
  const { Poses } = await source('src/games/beat-saber/scene/poses.ts');
  const { Trail } = await source('src/games/beat-saber/scene/trail.ts');
  const { PALETTES } = await source('src/games/beat-saber/scene/palette.ts');
  const times = Array.from({ length: RATE }, (_, i) => i / RATE);
  const frames = { time: times, playable: times.map(() => 1) };
  for (const part of ['head', 'left', 'right']) {
    for (const axis of ['x', 'y', 'z']) frames[`${part}.pos.${axis}`] = times.map((time) => pose(time).position[axis]);
    for (const axis of ['x', 'y', 'z', 'w']) frames[`${part}.rot.${axis}`] = times.map((time) => pose(time).turn[axis]);
  }
  poses = new Poses(frames, {});
  trail = new Trail(poses, 1);
  trail.palette = PALETTES.dark;
});

/** Where the tip truly was, in three.js's axes. */
function tip(time) {
  const { position, turn } = pose(time);
  const at = new Vector3(0, 0, 1).applyQuaternion(turn).add(position);
  return at.setZ(-at.z);
}

/** Degrees that a line of points turns by at its sharpest corner. */
function sharpest(points) {
  let most = 0;
  for (let i = 1; i + 1 < points.length; i++) {
    const [a, b] = [points[i].clone().sub(points[i - 1]), points[i + 1].clone().sub(points[i])];
    if (a.length() > 1e-4 && b.length() > 1e-4) most = Math.max(most, (a.angleTo(b) * 180) / Math.PI);
  }
  return most;
}

function drawn(time) {
  trail.update(time, trail.palette);
  const { array } = trail.mesh.geometry.getAttribute('position');
  return Array.from({ length: array.length / 6 }, (_, i) => new Vector3().fromArray(array, i * 6 + 3));
}

test('it goes through where the blade was in each frame, and keeps near its way between them', () => {
  const out = new Vector3();
  let most = 0;
  for (let i = 4; i < RATE - 4; i++) {
    assert.ok(poses.onBlade('right', i / RATE, 1, out).distanceTo(tip(i / RATE)) < 1e-5);
    for (const share of [0.25, 0.5, 0.75]) {
      const time = (i + share) / RATE;
      most = Math.max(most, poses.onBlade('right', time, 1, out).distanceTo(tip(time)));
    }
  }
  assert.ok(most < 0.03, `${most} m off`);
});

test('it has no corners', (t) => {
  const corners = { drawn: 0, straight: 0 };
  for (let time = 0.4; time < 0.9; time += 0.0137) {
    const points = drawn(time);
    corners.drawn = Math.max(corners.drawn, sharpest(points));
    // As many points on the way that poses between two frames give.
    const hand = { position: new Vector3(), rotation: new Quaternion() };
    const straight = points.map((_, i) => {
      poses.sample('right', time - (0.22 * i) / (points.length - 1), hand);
      return new Vector3(0, 0, -1).applyQuaternion(hand.rotation).add(hand.position);
    });
    corners.straight = Math.max(corners.straight, sharpest(straight));
  }
  t.diagnostic(`the sharpest corner: ${corners.drawn.toFixed(1)}°, without the curve ${corners.straight.toFixed(1)}°`);
  assert.ok(corners.drawn < 30 && corners.drawn < corners.straight / 2.5);
});

test('it ends where a pause broke the recording', async () => {
  const { Poses } = await source('src/games/beat-saber/scene/poses.ts');
  const { Trail } = await source('src/games/beat-saber/scene/trail.ts');
  const times = [0, 0.01, 0.02, 0.03, 0.04, 0.05];
  const frames = { time: times, playable: times.map(() => 1) };
  for (const part of ['head', 'left', 'right']) {
    for (const axis of ['x', 'y', 'z']) frames[`${part}.pos.${axis}`] = times.map((time) => (time < 0.025 ? 5 : 0));
    for (const axis of ['x', 'y', 'z', 'w']) frames[`${part}.rot.${axis}`] = times.map(() => (axis === 'w' ? 1 : 0));
  }
  const broken = new Trail(new Poses(frames, { time: [0.03] }), 1);
  broken.update(0.05, trail.palette);
  const { array } = broken.mesh.geometry.getAttribute('position');
  for (let i = 0; i < array.length; i += 3) assert.ok(Math.abs(array[i]) < 1e-6, `${array[i]} is of before the pause`);
});
