// How bodies of Rocket League move between what the file has of them: as its velocities say. docs/spec/rocket-league.md has the figures.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { source } from './support/decoder.mjs';
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
