// Real Slippi replays on the stage, against the columns that they are drawn from. Without the corpus: skipped.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { loadDecoder, source } from './support/decoder.mjs';
import { difference, keep, picture, stage } from './support/pages.mjs';
import { corpus } from './support/places.mjs';

const good = corpus('slippi/good');
const SINGLES = '72361e0e__pcrain_slippc__3-12-0-singles-net.slp';
const CLIMBERS = 'd202bb6e__Walnut356_SlippiStats__ics.slp';
const DOUBLES = '97b3db00__PMcca_go-slippi__doubles.slp';
const there = existsSync(good + SINGLES) && existsSync(good + CLIMBERS);
if (!there) console.log('# skipped: no Slippi replays here');
const options = { skip: !there };

let s;
before(async () => there && (s = await stage({ folders: { '/slippi/': good } })));
after(async () => {
  await s?.close();
  assert.deepEqual(s?.failures ?? [], []);
});

const open = (name, more = '') => s.open(`?replay=slippi/${name}&clock=manual${more}`);
const shot = () => picture(s.page);

/** Rows of `frames` as the decoder has them, by frame and port. */
async function rowsOf(name) {
  const decoder = await loadDecoder('melee');
  const { handle, description } = decoder.open(new Uint8Array(readFileSync(good + name)));
  const types = new Map(description.tables.find((t) => t.name === 'frames').columns.map((c) => [c.name, c.type]));
  const views = { i32: Int32Array, u8: Uint8Array, bool: Uint8Array, u16: Uint16Array, f32: Float32Array };
  const column = (c) => new views[types.get(c)](decoder.column(handle, `frames.${c}`));
  const names = ['frame', 'port', 'follower', 'post.position_x', 'post.position_y', 'post.percent'];
  names.push('post.stocks_remaining', 'post.action_state_id', 'post.facing_direction');
  const columns = Object.fromEntries(names.map((c) => [c, column(c)]));
  return Array.from(columns.frame, (_, i) => Object.fromEntries(names.map((c) => [c, columns[c][i]])));
}

/** A column of floats of `frames`. */
async function columnOf(name, column) {
  const decoder = await loadDecoder('melee');
  const { handle } = decoder.open(new Uint8Array(readFileSync(good + name)));
  return new Float32Array(decoder.column(handle, `frames.${column}`));
}

for (const [name, frames, characters] of [
  [SINGLES, [-123, 0, 600, 1890, 4000], ['Fox', 'Falco']],
  [CLIMBERS, [-100, 0, 100, 200], ['Popo', 'Nana', 'Jigglypuff']],
]) {
  test(`${characters.join(', ')}: the picture shows the file’s values`, options, async () => {
    const rows = await rowsOf(name);
    await open(name);
    const first = await s.state();
    assert.equal(first.game, 'melee');
    assert.deepEqual(first.cameras, ['follow', 'fixed', 'free']);
    assert.ok(Math.abs(first.start + 123 / 60) < 1e-9, 'time starts before the timer');
    for (const frame of frames) {
      await s.seek(frame / 60);
      const { players, frame: shown } = await s.state();
      assert.equal(shown, frame);
      assert.deepEqual(
        players.map((player) => player.character),
        characters,
      );
      for (const row of rows.filter((row) => row.frame === frame)) {
        const player = players.find((p) => p.port === row.port + 1 && p.follower === (row.follower === 1));
        assert.deepEqual(player.position, [row['post.position_x'], row['post.position_y']]);
        assert.equal(player.percent, row['post.percent']);
        assert.equal(player.stocks, row['post.stocks_remaining']);
        assert.equal(player.actionState, row['post.action_state_id']);
        assert.equal(player.facing, row['post.facing_direction']);
        if (player.follower) {
          const nana = await s.page.locator(`[data-hud=nana-${player.port}]`).textContent();
          assert.equal(nana, `Nana ${Math.floor(player.percent)}%`);
          continue;
        }
        const hud = await s.page.locator(`[data-hud=percent-${player.port}]`).textContent();
        assert.equal(hud, `${Math.floor(player.percent)}%`);
      }
    }
  });
}

test('a picture is its time’s alone, and cameras differ', options, async () => {
  await open(SINGLES, '&t=20');
  const straight = await shot();
  for (const time of [60, 3, 31.5]) await s.seek(time);
  const other = await shot();
  await s.seek(20);
  assert.ok((await difference(s.context, straight, await shot())) < 0.0005);
  assert.ok((await difference(s.context, straight, other)) > 0.02);
  await s.page.evaluate(() => (window.ghostreel.setCamera('fixed'), window.ghostreel.step(0)));
  assert.ok((await difference(s.context, straight, await shot())) > 0.02);
});

/** Action states that are seen in the replay of the next test. */
const NAMES = { 16: 'WALK_MIDDLE', 20: 'DASH', 42: 'LANDING', 57: 'ATTACK_LW_3', 323: 'ENTRY_START' };

test('frames are counted and action states named on request, as the file has them', options, async () => {
  const counted = await columnOf(CLIMBERS, 'post.action_state_counter');
  const rows = await rowsOf(CLIMBERS);
  await open(CLIMBERS, '&t=2');
  assert.equal(await s.page.locator('.melee-state, .melee-frame').count(), 0);
  await s.page.getByRole('button', { name: 'Frame data' }).click();
  for (const frame of [-100, 0, 137]) {
    await s.seek(frame / 60);
    assert.equal(await s.page.locator('.melee-frame').textContent(), `frame ${frame}`);
    for (const [i, row] of rows.entries()) {
      if (row.frame !== frame) continue;
      const said = await s.page.locator(`[data-hud=${row.follower ? 'nana-' : ''}state-${row.port + 1}]`).textContent();
      const expected = `${NAMES[row['post.action_state_id']]} · frame ${Number(counted[i].toFixed(1))}`;
      assert.equal(said, row.follower ? `Nana ${expected}` : expected);
    }
  }
  await s.settled();
  await keep(s.page, 'melee-frame-data');
  await s.page.keyboard.press('?');
  await s.page.getByRole('dialog', { name: 'Keys' }).getByText('Frame data: frame number and action states').waitFor();
  await s.page.keyboard.press('Escape');
  await s.page.getByRole('button', { name: 'Frame data' }).click();
  assert.equal(await s.page.locator('.melee-state').count(), 0);
});

test(
  'D shows frame data: states that a character has alone are named as its own, or by number where they have no name',
  options,
  async () => {
    await open(SINGLES);
    await s.page.keyboard.press('d');
    const state = async (frame, port) => {
      await s.seek(frame / 60);
      return (await s.page.locator(`[data-hud=state-${port}] strong`).first().textContent()).trim();
    };
    const [fox, falco] = (await s.state()).players.map(({ port }) => port);
    assert.equal(await state(1274, fox), 'SPECIAL_LW_LOOP');
    assert.equal(await state(2023, fox), 'SPECIAL_HI_FALL');
    assert.equal(await state(1001, falco), 'SPECIAL_AIR_S_START');
    const { players } = await s.state();
    assert.equal(players[1].actionStateName, 'SPECIAL_AIR_S_START');
    const { stateName } = await source('src/games/melee/scene/data.ts');
    const kirby = { 'post.action_state_id': [399], 'post.internal_character_id': [4] };
    assert.equal(stateName({ frames: kirby, stateNames: new Map() }, 0), 'Special 399');
    await s.page.keyboard.press('d');
    assert.equal(await s.page.locator('.melee-state').count(), 0);
  },
);

for (const name of [DOUBLES, CLIMBERS]) {
  test(
    `frame data covers nothing of ${name === DOUBLES ? 'four players' : 'a pair'}, and leaves the timer in the middle`,
    options,
    async () => {
      const boxes = (part) => s.page.locator(part).evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
      const sizes = [1280, 720, 960, 540, 844, 390, 390, 844];
      await open(name, '&t=2');
      await s.page.keyboard.press('d');
      for (let i = 0; i < sizes.length; i += 2) {
        const [width, height] = sizes.slice(i, i + 2);
        await s.page.setViewportSize({ width, height });
        await s.settled();
        const [timer] = await boxes('[data-hud=timer]');
        assert.ok(Math.abs(timer.x + timer.width / 2 - width / 2) < 2, `${width}: ${timer.x}`);
        const others = await boxes('.melee-name, .melee-stocks, .melee-percent, .melee-pad');
        for (const said of await boxes('.melee-state')) {
          assert.ok(said.x >= 0 && said.right <= width);
          const covered = (box) =>
            box.width > 0 && said.x < box.right && box.x < said.right && said.y + 1 < box.bottom && box.y + 1 < said.bottom;
          assert.deepEqual(others.filter(covered), [], `${width} × ${height}`);
        }
      }
      await s.page.keyboard.press('d');
      await s.page.setViewportSize({ width: 1280, height: 720 });
    },
  );
}

test('] goes to the next lost stock or heavy punishment; the controllers can be put away', options, async () => {
  await open(SINGLES);
  await s.page.keyboard.press(']');
  const { time, start } = await s.state();
  assert.ok(time > start);
  assert.equal(await s.page.locator('.melee-pad').count(), 2);
  await s.page.getByRole('button', { name: 'Controllers' }).click();
  assert.equal(await s.page.locator('.melee-pad').count(), 0);
});
