// Real Slippi replays on the stage, against the columns that they are drawn from. Without the corpus: skipped.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { after, before, test } from 'node:test';
import { loadDecoder } from './support/decoder.mjs';
import { difference, results, stage } from './support/pages.mjs';

const good = fileURLToPath(new URL('../../../shared/corpus/slippi/good/', import.meta.url));
const SINGLES = '72361e0e__pcrain_slippc__3-12-0-singles-net.slp';
const CLIMBERS = 'd202bb6e__Walnut356_SlippiStats__ics.slp';
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
const shot = async () => {
  await s.settled();
  return s.page.screenshot();
};

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
  test(`${characters.join(', ')}: what is shown is what the file says`, options, async () => {
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
      const expected = `state ${row['post.action_state_id']} · frame ${Number(counted[i].toFixed(1))}`;
      assert.equal(said, row.follower ? `Nana ${expected}` : expected);
    }
  }
  await s.settled();
  await s.page.screenshot({ path: `${results}melee-frame-data.png` });
  await s.page.getByRole('button', { name: 'Frame data' }).click();
  assert.equal(await s.page.locator('.melee-state').count(), 0);
});

test('] goes to the next lost stock or heavy punishment; the controllers can be put away', options, async () => {
  await open(SINGLES);
  await s.page.keyboard.press(']');
  const { time, start } = await s.state();
  assert.ok(time > start);
  assert.equal(await s.page.locator('.melee-pad').count(), 2);
  await s.page.getByRole('button', { name: 'Controllers' }).click();
  assert.equal(await s.page.locator('.melee-pad').count(), 0);
});
