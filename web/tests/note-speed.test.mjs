// How notes come where there is no map: as fast as the cuts say, and the page says that it is fitted; and they are where they were cut, turned as then.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { Quaternion, Vector3 } from 'three';
import { source } from './support/decoder.mjs';
import { opened, sceneOf } from './support/flights.mjs';
import { stage } from './support/pages.mjs';
import { corpus } from './support/places.mjs';

const folder = corpus('beat-saber/bsor');
const names = existsSync(folder) ? readdirSync(folder) : [];
const skip = names.length === 0 && 'corpus absent';
/** The maps of the last two are at hand, and say the same. */
const SPEEDS = { '1dcdb9df': 19, '33158f13': 20, ab07f0f8: 13, bf79979c: 12 };

let s;
before(async () => {
  s = await stage({
    files: Object.fromEntries(names.map((name) => [name, readFileSync(folder + name)])),
    viewport: { width: 480, height: 270 },
  });
});
after(async () => {
  await s?.close();
  assert.deepEqual(s?.failures ?? [], []);
});

const chip = () => s.page.locator('.bs-pace');

for (const [start, speed] of Object.entries(SPEEDS)) {
  test(`the notes of ${start} come at ${speed} m/s`, { skip }, async () => {
    const name = names.find((name) => name.startsWith(start));
    await s.open(`?replay=files/${name}&clock=manual`);
    const { noteJumpSpeed, end } = await s.state();
    assert.equal(noteJumpSpeed.from, 'cuts');
    assert.ok(Math.abs(noteJumpSpeed.speed - speed) <= 0.011, `${noteJumpSpeed.speed}`);
    assert.equal(await chip().textContent(), `NJS ≈ ${speed} (estimated, no map)`);
    const measured = [];
    for (let time = 5; time < end && measured.length < 20; time += 1.5) {
      const [one, two] = (await s.states([time, time + 0.01])).map(({ visible }) => visible);
      for (const { row, position } of one.notes) {
        const later = two.notes.find((note) => note.row === row);
        const z = -position[2];
        if (!later || z < speed * 0.1 || z > speed * 0.45) continue;
        // Notes follow the head more and more as they come, and so do not come at quite that speed.
        const share = 0.5 - (z - 0.9) / (speed * 1.003);
        const follows = 1 + (one.head[2] * (3 - 4 * share)) / (speed * 1.003);
        measured.push((later.position[2] - position[2]) / 0.01 / follows);
      }
    }
    measured.sort((a, b) => a - b);
    const middle = measured[measured.length >> 1];
    assert.ok(Math.abs(middle - speed) < speed * 0.02, `drawn at ${middle} m/s`);
  });
}

test('where cuts do not say it, the page names no speed', async () => {
  await s.open('?sample&clock=manual');
  assert.equal((await s.state()).noteJumpSpeed, null);
  assert.equal(await chip().count(), 0);
});

for (const [start, speed] of Object.entries(SPEEDS)) {
  test(`the notes of ${start} are where they were cut, and turned as then`, { skip }, async () => {
    const { cutsOf } = await source('src/games/beat-saber/scene/cuts.ts');
    const replay = await opened(readFileSync(folder + names.find((name) => name.startsWith(start))));
    const { data, flights, notes, poses } = await sceneOf(replay);
    assert.ok(Math.abs(flights.tables.paces.speed[0] - speed) <= 0.011);
    const [deviations] = replay.numbers(['notes.cut.cut_dir_deviation']);
    const cutOf = cutsOf(data.notes);
    const pose = () => ({ position: new Vector3(), rotation: new Quaternion() });
    const tip = (part, frame) => {
      const { position, rotation } = poses.frame(part, frame, pose());
      return new Vector3(0, 0, -1).applyQuaternion(rotation).add(position);
    };
    const frames = new Map([...poses.times].map((time, frame) => [time, frame]));
    const found = { apart: [], arrows: [], dots: [] };
    for (const note of notes) {
      const frame = frames.get(note.eventTime);
      const cut = cutOf(note.row);
      if (note.event !== 0 || !cut || !frame) continue;
      const { position: center, rotation } = flights.note(note.flight, note.eventTime, poses.frame('head', frame, pose()).position);
      const { point, normal } = cut;
      // The point of a cut is the one of its plane that is nearest to the note's centre.
      found.apart.push(center.clone().addScaledVector(normal, point.clone().sub(center).dot(normal)).distanceTo(point));
      const part = note.color ? 'right' : 'left';
      const way = tip(part, frame).sub(tip(part, frame - 1));
      way.applyQuaternion(rotation.invert());
      const off = Math.abs((Math.atan2(way.y, way.x) * 180) / Math.PI + 90 - deviations[note.row]) % 360;
      (note.dot ? found.dots : found.arrows).push(Math.min(off, 360 - off));
    }
    for (const values of Object.values(found)) values.sort((a, b) => a - b);
    const { apart, arrows, dots } = found;
    const most = (values) => values[Math.floor(values.length * 0.99)] ?? 0;
    const shown = [apart, arrows, dots].map((values) => `${values.length}: ${most(values).toFixed(4)}`);
    console.log(`# nearly all of so many are at most so far off: metres ${shown[0]}; degrees, arrows ${shown[1]}, dots ${shown[2]}`);
    assert.ok(apart.length > 20 && most(apart) < 0.001 && apart.at(-1) < 0.006, shown[0]);
    assert.ok(most(arrows) < 0.05 && most(dots) < 0.05, `${shown}`);
  });
}
