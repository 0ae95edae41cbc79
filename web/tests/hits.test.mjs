// The sounds of cuts, only if they are wanted; hits.nightly.mjs measures when.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { begin, button, ghostreel, isHeard, isSilent, s, SONG_SPEED, struck } from './support/hits.mjs';
import { dial, sampleMap } from './support/maps.mjs';
import { drop, keep, sampleBytes, saved } from './support/pages.mjs';
import { skip } from './support/places.mjs';

test('a bad cut and a bomb sound dull, a link of a chain soft, and a miss not at all', async () => {
  await begin(true);
  const sounds = await s.page.evaluate(() => globalThis.ghostreel.state().hits.hits);
  assert.equal(sounds, struck.length, 'there is nothing to be heard of a miss');
  await ghostreel('setSpeed', 4);
  await ghostreel('seek', 0);
  await ghostreel('play');
  await s.page.waitForFunction(() => globalThis.ghostreel.state().ended, null, { timeout: 60_000 });
  const { lengths } = await s.page.evaluate(() => globalThis.ordered);
  assert.deepEqual([...new Set(lengths)].sort(), [0.05, 0.09, 0.2]);
});

test('a page that was silent stays so until it is asked, and the choice is kept', async () => {
  await begin(null);
  assert.equal((await s.state()).hits.on, false);
  await ghostreel('seek', 3);
  await ghostreel('play');
  await isSilent('before it is asked for');
  await ghostreel('pause');
  await button('Hit sounds on').click();
  const chosen = async () => {
    const { on, volume } = (await s.state()).hits;
    return [on, volume];
  };
  assert.deepEqual(await chosen(), [true, 1]);
  const slider = s.page.getByRole('slider', { name: 'Loudness of hit sounds' });
  await slider.focus();
  for (let i = 0; i < 8; i++) await s.page.keyboard.press('ArrowLeft');
  assert.equal(await slider.getAttribute('aria-valuetext'), '60 %');
  for (const width of [1280, 760, 720, 650, 390]) {
    await s.page.setViewportSize({ width, height: 720 });
    const outside = await s.page.evaluate(() => {
      const dock = document.querySelector('.dock');
      const { left, right } = dock.getBoundingClientRect();
      const boxes = [...dock.querySelectorAll('.controls button, .controls input')].map((control) => control.getBoundingClientRect());
      return boxes.filter((box) => box.left < left || box.right > right).length;
    });
    assert.equal(outside, 0, `all controls are in the dock, ${width} wide`);
    await keep(s.page, `hits-${width}`);
  }
  await s.page.setViewportSize({ width: 480, height: 270 });
  await s.open('?replay=files/a.bsor&autoplay=0');
  // Before it is played, too, the key says what it does.
  for (const on of [false, true]) {
    await s.page.keyboard.press('m');
    await s.page.waitForFunction((on) => globalThis.ghostreel.state().hits?.on === on, on);
  }
  assert.deepEqual(await chosen(), [true, 0.6]);
  await s.page.evaluate(() => globalThis.follow());
  await ghostreel('play');
  await isHeard(3);
  // The buttons go while it plays.
  await s.page.mouse.move(240, 120);
  await button('Hit sounds off').click();
  await isSilent('it is off');
});

test('a clip has the hits that are heard', async () => {
  await begin(true);
  const loop = [20, 23];
  await ghostreel('setLoop', ...loop);
  const download = s.page.waitForEvent('download');
  await s.page.keyboard.press('r');
  const bytes = await saved(await download);
  const begun = await s.page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0));
    const heard = await new OfflineAudioContext(1, 1, 48_000).decodeAudioData(bytes.buffer);
    const found = [];
    let quiet = 0;
    heard.getChannelData(0).forEach((sample, i) => {
      const isLoud = Math.abs(sample) > 0.02;
      if (isLoud && quiet > 960) found.push(i / 48_000);
      quiet = isLoud ? 0 : quiet + 1;
    });
    return found;
  }, bytes.toString('base64'));
  const hits = struck.filter((time) => time >= loop[0] && time < loop[1]).map((time) => (time - loop[0]) / SONG_SPEED);
  const off = begun.map((time) => Math.min(...hits.map((hit) => Math.abs(time - hit))));
  console.log(`# ${begun.length} sounds in the clip, at most ${Math.max(...off) * 1000} ms off`);
  // A clip begins with the picture that the encoder takes first.
  assert.ok(begun.length >= 4 && Math.max(...off) < 0.1, `${begun} instead of ${hits}`);
});

test('where nothing is struck there are no controls', async () => {
  await s.page.evaluate(() => globalThis.ghostreel.load('files/a.bsor'));
  await s.open('?clock=manual');
  await drop(s.page, 'a.slp', await sampleBytes(1, 'melee'));
  await s.page.waitForFunction(() => globalThis.ghostreel.state().status === 'ready');
  await ghostreel('play');
  await s.page.waitForTimeout(200);
  assert.equal((await s.state()).hits, null);
  assert.equal(await s.page.getByRole('slider', { name: 'Loudness of hit sounds' }).count(), 0);
});

test('beside a song they are heard, as long as it is', { skip }, async () => {
  const { map, replay: played } = sampleMap({ song: dial(60), change: (json) => (json.info.modifiers = '') });
  await s.open('?');
  await s.page.evaluate(() => localStorage.clear());
  await s.open('?');
  await drop(s.page, 'b.bsor', played, { 'map.zip': map });
  await s.page.waitForFunction(() => globalThis.ghostreel.state().song?.isDecoded && globalThis.ghostreel.state().hits);
  assert.equal((await s.state()).hits.on, true);
  await s.page.keyboard.press('m');
  const { song, hits } = await s.state();
  assert.deepEqual([song.muted, hits.on], [true, false]);
  await s.page.keyboard.press('m');
  assert.equal((await s.state()).hits.on, true);
});
