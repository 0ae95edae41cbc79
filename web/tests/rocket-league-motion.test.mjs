// How bodies of Rocket League move between what the file has of them: as its velocities say. docs/spec/rocket-league.md has the figures.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { source } from './support/decoder.mjs';
import { corpus } from './support/places.mjs';
import { bytesOf, files, opener, options } from './support/rocket-league.mjs';

let openGame;
let scene;
let Pose;
before(async () => {
  openGame = await opener();
  scene = await source('src/games/rocket-league/scene/data.ts');
  ({ Pose } = await source('src/games/rocket-league/scene/pose.ts'));
});

const STEP = 1 / 60;
/** Slower bodies have no direction to speak of, in uu/s. */
const SLOW = 200;
/** A change of the velocity that no car makes by driving, boosting, braking or falling, in uu/s², and by jumping at once, in uu/s. */
const CONTACT = 3500;
const JUMPED = 200;
const SILENCE = 0.6;
/** So many steps of all, in percent, may be next to a contact: the limit holds for the others. */
const LEFT_OUT = { cars: 13, ball: 7 };

const vector = (columns, name, row) => ['x', 'y', 'z'].map((axis) => columns[`${name}.${axis}`][row]);
const less = (a, b) => a.map((number, i) => number - b[i]);
const dot = (a, b) => a.reduce((sum, number, i) => sum + number * b[i], 0);
const length = (a) => Math.sqrt(dot(a, a));

/** Steps of 1/60 s of one body, and how many of them are not as the file's velocities say. Those with one end next to a contact, a
 * jump to another place, or a silence, are left out, as the file does not say how these went. */
function stepsOf(track, times, pose) {
  const { columns, rows } = track;
  const found = { all: 0, off: 0, far: 0, backwards: 0, contacts: 0 };
  const when = (i) => columns[times][rows[i]];
  /** By row, how the body goes on to the next one: undisturbed, through a contact, or unknown. */
  const ways = rows.map((row, i) => {
    const next = rows[i + 1];
    if (next === undefined || columns.sleeping[row] || track.welds.length > 0) return 'unknown';
    const step = when(i + 1) - when(i);
    const [from, to] = [vector(columns, 'velocity', row), vector(columns, 'velocity', next)];
    const gone = length(less(vector(columns, 'position', next), vector(columns, 'position', row)));
    const fastest = Math.max(length(from), length(to));
    if (step >= SILENCE || gone >= fastest * step * 1.6 + 250) return 'unknown';
    return length(less(to, from)) < Math.max(CONTACT * step, JUMPED) ? 'free' : 'contact';
  });
  let before = null;
  for (let time = when(0), i = 0; time < when(rows.length - 1); time += STEP) {
    while (i + 1 < rows.length && when(i + 1) <= time) i++;
    if (ways[i] === 'contact') found.contacts++;
    if (ways[i] !== 'free' || !scene.poseAt([track], time, pose)) {
      before = null;
      continue;
    }
    const now = { place: pose.position.toArray(), velocity: pose.velocity.toArray() };
    if (before) {
      const shown = less(now.place, before.place).map((way) => way / STEP);
      const said = now.velocity.map((number, axis) => (number + before.velocity[axis]) / 2);
      if (length(said) > SLOW) {
        const off = length(less(shown, said)) / length(said);
        found.all++;
        if (off > 0.1) found.off++;
        if (off > 0.25) found.far++;
        if (dot(shown, said) < 0) found.backwards++;
      }
    }
    before = now;
  }
  return found;
}

function add(sum, steps) {
  for (const name of Object.keys(steps)) sum[name] = (sum[name] ?? 0) + steps[name];
}

const percent = (part, all) => (100 * part) / Math.max(all, 1);

test('cars and balls go as the velocities in the file say', options, async () => {
  const all = { cars: {}, ball: {} };
  const wrong = [];
  const pose = new Pose();
  for (const name of files) {
    const { game } = await openGame(bytesOf(name));
    const of = { cars: game.who.flatMap(({ tracks }) => tracks), ball: game.balls.flat() };
    for (const kind of ['cars', 'ball']) {
      const steps = { all: 0, off: 0, far: 0, backwards: 0, contacts: 0 };
      for (const track of of[kind]) add(steps, stepsOf(track, 'tick_time', pose));
      add(all[kind], steps);
      // A few seconds prove nothing.
      const isOff = steps.all > 2000 && percent(steps.off, steps.all) >= 2;
      if (isOff || steps.backwards > 0) wrong.push(`${name} ${kind}: ${JSON.stringify(steps)}`);
    }
  }
  for (const [kind, { all: count, off, far, backwards, contacts }] of Object.entries(all)) {
    const left = percent(contacts, count + contacts);
    console.log(
      `${kind}: ${count} steps, ${percent(off, count).toFixed(2)} % off, ${percent(far, count).toFixed(2)} % far off, ${backwards} backwards; ${left.toFixed(2)} % left out for contacts`,
    );
    assert.ok(left < LEFT_OUT[kind], `${left} % of the steps of ${kind} are left out`);
  }
  assert.deepEqual(wrong, []);
});

const seen = corpus('rocket-league/seen');
const seenFile = (begin) => existsSync(seen) && readdirSync(seen).find((name) => name.startsWith(begin));
/** One that was recorded at 55 % of the game's pace, and one in which whole seconds have no updates of bodies that move. */
const [slow, sparse] = ['c81966e5', 'df7f32da'].map(seenFile);

/** Of the steps of 1/60 s in which a body goes on undisturbed, how many change its speed by more than 15 %. */
function pulsesOf(track, pose) {
  const found = { all: 0, pulses: 0 };
  let [before, speed] = [null, NaN];
  for (let time = track.columns.tick_time[track.rows[0]]; time < track.end; time += STEP) {
    const isThere = scene.poseAt([track], time, pose);
    const place = isThere ? pose.position.toArray() : null;
    const now = place && before ? length(less(place, before)) / STEP : NaN;
    if (now > 500 && speed > 500) {
      found.all++;
      if (Math.abs(now / speed - 1) > 0.15) found.pulses++;
    }
    [before, speed] = [place, now];
  }
  return found;
}

const tracksOf = (game) => [...game.who.flatMap(({ tracks }) => tracks), ...game.balls.flat()];

test('a recording that ran slowly moves evenly', { skip: slow ? false : `there is no such replay at ${seen}` }, async () => {
  const pose = new Pose();
  const { game } = await openGame(readFileSync(seen + slow));
  const all = { all: 0, pulses: 0 };
  for (const track of tracksOf(game)) add(all, pulsesOf(track, pose));
  console.log(`# ${slow}: ${percent(all.pulses, all.all).toFixed(2)} % of ${all.all} steps change the speed`);
  assert.ok(all.all > 10_000 && percent(all.pulses, all.all) < 0.5, `${all.pulses} of ${all.all}`);
});

test('a body without updates for a while stays, and comes to its next place without a leap', {
  skip: sparse ? false : `there is no such replay at ${seen}`,
}, async () => {
  const pose = new Pose();
  const { game } = await openGame(readFileSync(seen + sparse));
  let [held, widest] = [0, 0];
  for (const track of tracksOf(game)) {
    const { columns, rows } = track;
    for (const [i, row] of rows.entries()) {
      const [from, to] = [columns.tick_time[row], columns.tick_time[rows[i + 1]]];
      const gone =
        i + 1 < rows.length ? length(less(vector(columns, 'position', rows[i + 1]), vector(columns, 'position', row))) : Infinity;
      // Nearer than this, it may have driven there.
      if (!(to - from > 0.6 && to - from < 6) || columns.sleeping[row] || gone > 250) continue;
      // One that waits misses nothing, also if the next update has it starting.
      const speed = (of) => length(vector(columns, 'velocity', of));
      if (speed(row) < 50 && gone < 20 + speed(rows[i + 1]) / 10) continue;
      held++;
      let before = null;
      for (let time = from; time < to; time += STEP) {
        assert.ok(scene.poseAt([track], time, pose), `gone at ${time}`);
        assert.ok(pose.isHeld, `not said at ${time}`);
        const place = pose.position.toArray();
        if (before) widest = Math.max(widest, length(less(place, before)));
        before = place;
      }
    }
  }
  console.log(`# ${sparse}: ${held} silences, no step of more than ${widest.toFixed(0)} uu`);
  assert.ok(held > 20 && widest < 110, `${held} silences, a step of ${widest} uu`);
});
