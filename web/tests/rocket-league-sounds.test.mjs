// What is heard of a match of Rocket League, and when: as its tables have it.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { source } from './support/decoder.mjs';
import { bytesOf, files, motion, opener, options } from './support/rocket-league.mjs';

const placing = await motion();

const part = (name) => source(`src/games/rocket-league/scene/${name}.ts`);
let soundsOf;
let goals;
before(async () => {
  const { heardOf } = await part('sounds');
  soundsOf = (game, story, touches, watchedAt) => heardOf(game, story, { value: touches })(watchedAt);
  goals = await part('goals');
});

const timesOf = (heard, name) =>
  heard
    .filter(({ sound }) => sound === name)
    .map(({ time }) => time)
    .sort((a, b) => a - b);
const nobody = () => null;

test(
  'each touch, goal and destroyed car of real replays is heard at its time, and again where a goal is shown again',
  options,
  async () => {
    const open = await opener('stats');
    let again = 0;
    for (const name of files.slice(0, 8)) {
      const { game, moments, stats } = await open(bytesOf(name));
      const { touches } = stats.events;
      const found = goals.goalsOf(game, moments);
      const expected = {
        touch: touches.map(({ time }) => time),
        goal: found.map(({ time }) => time),
        demolition: [...(game.demolitions.time ?? [])],
      };
      const plain = soundsOf(game, { goals: found, goalReplays: [] }, touches, nobody);
      for (const [sound, times] of Object.entries(expected))
        assert.deepEqual(
          timesOf(plain, sound),
          times.sort((a, b) => a - b),
          `${name}: ${sound}`,
        );
      assert.ok(
        plain.every(({ loudness }) => loudness > 0 && loudness <= 1),
        name,
      );
      const goalReplays = goals.goalReplaysOf(game, found);
      const all = soundsOf(game, { goals: found, goalReplays }, touches, nobody);
      for (const { time, sound } of all) {
        if (sound === 'boost' || expected[sound].includes(time)) continue;
        assert.ok(goals.goalReplayAt(goalReplays, time), `${name}: ${sound} at ${time}`);
        const shown = goals.shownTimeAt(goalReplays, time);
        assert.ok(
          expected[sound].some((at) => Math.abs(at - shown) < 1e-6),
          `${name}: ${sound} at ${time}`,
        );
        again++;
      }
      for (const { start, end, goal, first } of goalReplays) {
        if (end - start < 2 || goal.time < first) continue;
        const horns = timesOf(all, 'goal').filter((time) => time > start && time < end);
        assert.equal(horns.length, 1, `${name}: the goal of the goal replay at ${start}`);
      }
    }
    console.log(`# ${again} sounds in goal replays`);
    assert.ok(again > 50);
  },
);

/** A match of two cars that stay where they are. Blue boosts from 1 to 2, orange from 3 until its tank is empty, at 4. */
async function duel() {
  const { empty, gameOf } = await part('data');
  const tables = empty();
  tables.frames.time = Float32Array.from({ length: 100 }, (_, i) => i / 10);
  tables.actors = { last_frame: [99, 99], object: [0, 0] };
  tables.players = { name: [0, 1], team: [0, 1], body: [23, 23] };
  tables.cars = { time: [0, 0], life: [0, 1], player: [0, 1], sleeping: [1, 1], 'rotation.w': [1, 1] };
  tables.boost = {
    time: [1, 1.5, 2, 3, 8],
    player: [0, 0, 0, 1, 1],
    is_active: [1, 1, 0, 1, 0],
    tank: [255, 220, 170, 85, 0],
    drain: [85, 85, 85, 85, 85],
  };
  return gameOf(tables, placing, ['Ghost', 'Reel'], [], ['Car']);
}

test('boost is heard while a car boosts: of the player who is followed, and of all, but quietly, where nobody is', async () => {
  const game = await duel();
  const [blue] = game.who;
  const story = { goals: [], goalReplays: [] };
  const swells = (watchedAt) => soundsOf(game, story, [], watchedAt).filter(({ sound }) => sound === 'boost');
  const all = swells(nobody);
  const spans = [
    [1, 2],
    [3, 4],
  ];
  for (const [start, end] of spans) {
    const times = all.map(({ time }) => time).filter((time) => time >= start && time < end);
    assert.equal(times[0], start);
    assert.ok(end - times.at(-1) < 0.12 && times.every((time, i) => i === 0 || time - times[i - 1] < 0.12), `${times}`);
  }
  assert.ok(all.every(({ time }) => spans.some(([start, end]) => time >= start && time < end)));
  const own = swells(() => blue);
  assert.ok(own.length > 5 && own.every(({ time, loudness }) => time < 2 && loudness > 2 * all[0].loudness));
  // As the director goes from one to nobody.
  const both = swells((time) => (time < 2.5 ? blue : null));
  assert.deepEqual(
    [...new Set(both.map(({ time, loudness }) => `${time < 2.5} ${loudness}`))],
    [`true ${own[0].loudness}`, `false ${all[0].loudness}`],
  );
});

test('the sounds are worked out once, whoever is followed', async () => {
  const { heardOf } = await part('sounds');
  const game = await duel();
  const { who } = game;
  let times = 0;
  Object.defineProperty(game, 'who', { get: () => (times++, who) });
  const heardBy = heardOf(game, { goals: [], goalReplays: [] }, { value: [] });
  const counts = [null, ...who].map((player) => heardBy(() => player).length);
  assert.equal(times, 1);
  assert.equal(counts[0], counts[1] + counts[2]);
});

test('a harder touch is louder', async () => {
  const game = await duel();
  const touches = [50, 800, 2500, 9000].map((hit, time) => ({ time, hit }));
  const loudness = soundsOf(game, { goals: [], goalReplays: [] }, touches, nobody)
    .filter(({ sound }) => sound === 'touch')
    .map(({ loudness }) => loudness);
  assert.deepEqual(
    loudness,
    [...loudness].sort((a, b) => a - b),
  );
  assert.ok(loudness[0] > 0.1 && loudness[0] < 0.2 && loudness[2] > 0.6 && loudness[3] === 1, `${loudness}`);
});
