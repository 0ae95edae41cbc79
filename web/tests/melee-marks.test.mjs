// Costumes, and the marks on Melee's fighters: hitstun, hitlag, invulnerability, L-cancels and techs, against the columns that say them.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { replayOf, sample, source } from './support/decoder.mjs';
import { corpus } from './support/places.mjs';

const good = corpus('slippi/good');
const files = existsSync(good) ? readdirSync(good) : [];
const options = { skip: files.length > 0 ? false : 'no Slippi replays here' };
const real = (start) => new Uint8Array(readFileSync(good + files.find((name) => name.startsWith(start))));
const { kind } = await source('src/games/melee/scene/index.ts');
const { characterOf } = await source('src/games/melee/scene/characters.ts');

const VIEW = { camera: 'follow', reducedMotion: false };
const COLUMNS = {
  frame: 'frame',
  port: 'port',
  follower: 'follower',
  state: 'post.action_state_id',
  flags2: 'post.state_bit_flags_2',
  flags4: 'post.state_bit_flags_4',
  misc: 'post.misc_action_state',
  cancel: 'post.l_cancel_status',
  hurtbox: 'post.hurtbox_collision_state',
  lag: 'post.hitlag_remaining',
};

/** A scene, and the rows of `frames` by frame and fighter; a value is undefined where the file has no such column. */
async function opened(bytes) {
  const replay = await replayOf(bytes, 'melee');
  const columns = {};
  for (const [name, column] of Object.entries(COLUMNS)) {
    if (replay.has(`frames.${column}`)) [columns[name]] = await replay.numbers([`frames.${column}`]);
  }
  const rows = Array.from(columns.frame, (_, i) => Object.fromEntries(Object.keys(columns).map((name) => [name, columns[name][i]])));
  return { replay, rows, scene: await kind.load(replay) };
}
const stateAt = (scene, frame) => (scene.update(frame / 60 + 1e-4, VIEW), scene.state());
const fighterOf = ({ players }, { port, follower }) =>
  players.find((player) => player.port === port + 1 && player.follower === Boolean(follower));

/** Each change of a value of a fighter, and the frames before and after it: where a mark that is late or early by one shows. */
function changes(rows, value) {
  const found = [];
  const before = new Map();
  for (const row of rows) {
    const key = row.port * 2 + row.follower;
    const last = before.get(key);
    if (last && value(last) !== value(row)) found.push(last, row);
    before.set(key, row);
  }
  return found;
}

for (const [name, bytes, skip] of [
  ['online singles', () => real('72361e0e'), options.skip],
  ['a ditto', () => real('e39ad3d6'), options.skip],
  ['Ice Climbers', () => real('d202bb6e'), options.skip],
  ['the sample', () => sample(1, 'melee'), false],
]) {
  test(`${name}: hitstun, hitlag, shield stun and invulnerability are of the frames that the file says`, { skip }, async () => {
    const { rows, scene } = await opened(await bytes());
    const said = {
      hitstun: (row) => (row.flags4 & 2) !== 0,
      hitlag: (row) => (row.flags2 & 0x20) !== 0 || row.lag > 0,
      shieldStun: (row) => row.state === 181,
      untouchable: (row) => row.hurtbox ?? 0,
    };
    for (const [what, of] of Object.entries(said)) {
      const looked = [...changes(rows, of).slice(0, 60), ...rows.filter((_, i) => i % 397 === 0)];
      for (const row of looked) {
        const shown = fighterOf(stateAt(scene, row.frame), row);
        if (what === 'hitstun') assert.equal(shown.hitstun > 0, of(row), `${what}, frame ${row.frame}`);
        // Whoever comes back, or is invulnerable by a move, is so without the column.
        else if (what === 'untouchable') assert.ok(shown.untouchable >= of(row), `${what}, frame ${row.frame}`);
        else assert.equal(shown[what], of(row), `${what}, frame ${row.frame}`);
      }
    }
    const counted = rows.filter((row) => said.hitstun(row) && row.misc > 1);
    for (const row of counted.filter((_, i) => i % 53 === 0)) assert.equal(fighterOf(stateAt(scene, row.frame), row).hitstun, row.misc);
  });
}

const count = (marks, port, kind) => marks.filter((mark) => mark.track.port === port && !mark.track.follower && mark.kind === kind).length;

test('L-cancels and techs are marked as often as statistics count them, and from their first frame on', options, async () => {
  const { marksOf } = await source('src/games/melee/scene/marks.ts');
  const { load } = await source('src/games/melee/scene/data.ts');
  let all = 0;
  for (const start of ['72361e0e', 'e39ad3d6', '2333d2d5', '05f02093']) {
    const { replay, rows, scene } = await opened(real(start));
    const marks = marksOf(await load(replay));
    all += marks.length;
    const { details } = await replay.ask('stats');
    for (const { playerIndex, landings, techs } of details.players) {
      const sum = (what) => Object.values(landings).reduce((sum, landing) => sum + landing[what], 0);
      const { inPlace, towards, away, wall, wallJump, ceiling, missed, missedWall } = techs;
      const total = (...some) => some.reduce((sum, { count }) => sum + count, 0);
      assert.deepEqual(
        ['L-cancel', 'missed L-cancel', 'tech', 'missed tech'].map((kind) => count(marks, playerIndex, kind)),
        [sum('success'), sum('fail'), total(inPlace, towards, away, wall, wallJump, ceiling), total(missed, missedWall)],
        `${start}, port ${playerIndex + 1}`,
      );
    }
    for (const { time, track, kind } of marks.filter((_, i) => i % 5 === 0)) {
      const frame = Math.round(time * 60);
      const shown = (frame) => stateAt(scene, frame).visible.marks.filter(([port, is]) => port === track.port + 1 && is === kind).length;
      const row = rows.find((row) => row.frame === frame && row.port === track.port);
      if (kind.endsWith('L-cancel')) assert.equal(row.cancel, kind === 'L-cancel' ? 1 : 2);
      assert.ok(shown(frame) > shown(frame - 1), `${kind} at frame ${frame}`);
    }
  }
  assert.ok(all > 50, `${all} marks`);
});

test('the marks of a time do not depend on what was shown before', async () => {
  const { scene } = await opened(await sample(1, 'melee'));
  const times = [0.5, 2, 3.5, 5];
  const first = times.map((time) => (scene.update(time, VIEW), scene.state()));
  for (const [i, time] of [...times.entries()].reverse()) {
    scene.update(time, VIEW);
    assert.deepEqual(scene.state(), first[i]);
  }
});

/** The colours of each player's figure. */
const dressed = ({ players }, id) =>
  players.map(({ outfit }) => JSON.stringify(characterOf(id, outfit).look.parts.map(({ colour }) => colour.getHex())));

for (const [what, start, id, outfits] of [
  ['Falcos', 'e39ad3d6', 22, [2, 1].map((costume) => ({ costume, shade: 0 }))],
  ['Marths', '2333d2d5', 18, [3, 0].map((costume) => ({ costume, shade: 0 }))],
  ['four Foxes', 'ae9d9ce7', 1, [1, 0, 2, 3].map((costume) => ({ costume, shade: 0 }))],
  ['Falcos of one costume', '5433905c', 22, [0, 1].map((shade) => ({ costume: 0, shade }))],
]) {
  test(`${what} wear what their players chose, and none what another one wears`, options, async () => {
    const { scene } = await opened(real(start));
    const state = stateAt(scene, 0);
    assert.deepEqual(
      state.players.map(({ outfit }) => outfit),
      outfits,
    );
    assert.equal(new Set(dressed(state, id)).size, outfits.length);
  });
}

test('two who wear the same without a shade in the file get one', async () => {
  const { gameOf, empty } = await source('src/games/melee/scene/data.ts');
  const players = { port: [0, 1, 2], costume: [1, 1, 2], shade: [0, 0, 0], team: [NaN, NaN, NaN], stocks: [4, 4, 4] };
  const { who } = gameOf({ ...empty(), players }, ['Ann', 'Bob', 'Cy'], ['Fox', 'Fox', 'Fox']);
  assert.deepEqual(
    who.map(({ outfit }) => outfit),
    [
      { costume: 1, shade: 0 },
      { costume: 1, shade: 1 },
      { costume: 2, shade: 0 },
    ],
  );
});

test('the line around a figure is that of hitstun before all, narrower towards its end, and pulses for whom nothing hits', async () => {
  const { haloOf } = await source('src/games/melee/scene/fighter-view.ts');
  const { PALETTES } = await source('src/games/melee/scene/palette.ts');
  for (const palette of Object.values(PALETTES)) {
    const halo = (hitstun, untouchable, index = 0, calm = false) => haloOf({ hitstun, untouchable }, index, palette, calm);
    assert.equal(halo(0, 0), null);
    assert.equal(halo(10, 2).colour, palette.hitstun);
    assert.ok(halo(20, 0).width > halo(3, 0).width);
    assert.equal(halo(0, 1).colour, palette.flash);
    assert.equal(halo(0, 2).colour, palette.intangible);
    assert.notEqual(halo(0, 2, 0).width, halo(0, 2, 4).width);
    assert.equal(halo(0, 2, 0, true).width, halo(0, 2, 4, true).width, 'with reduced motion nothing pulses');
  }
});

test('marks stand out from the sky in the dark and in the light', async () => {
  const { PALETTES } = await source('src/games/melee/scene/palette.ts');
  const { Color } = await import('three');
  const luminance = ({ r, g, b }) => 0.2126 * r + 0.7152 * g + 0.0722 * b;
  for (const [theme, palette] of Object.entries(PALETTES)) {
    for (const name of ['hitstun', 'intangible', 'flash', 'success', 'miss']) {
      const [low, high] = [palette[name], new Color(palette.horizon)].map(luminance).sort((a, b) => a - b);
      assert.ok((high + 0.05) / (low + 0.05) > 2.5, `${name} in the ${theme}`);
    }
  }
});
