// Keys, bar, loop, address, touch and other input by hand; all of it for everybody.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { watch } from './support/browser.mjs';
import { barriers, difference, drop, keep, picture, sampleBytes, stage, times } from './support/pages.mjs';

const SAMPLE = '?sample&clock=manual';

let s;
before(async () => (s = await stage()));
after(async () => {
  await s?.close();
  assert.deepEqual(s.failures, []);
});

const press = (key) => s.page.keyboard.press(key);
const time = async () => (await s.state()).time;
const near = (actual, wanted, by = 1e-6) => assert.ok(Math.abs(actual - wanted) <= by, `${actual} is not ${wanted}`);

test('keys move time', async () => {
  await s.open(`${SAMPLE}&t=20`);
  const { start, end } = await s.state();
  await press('ArrowRight');
  near(await time(), 25);
  await press('ArrowLeft');
  near(await time(), 20);
  await press('Shift+ArrowRight');
  near(await time(), 20 + (end - start) / 10);
  await press('5');
  near(await time(), start + (end - start) / 2);
  await press('Home');
  near(await time(), start);
  await press('End');
  near(await time(), end);
  await press('ArrowRight');
  near(await time(), end);
});

test('keys step to recorded frames, there and back', async () => {
  await s.open(`${SAMPLE}&t=20`);
  await press('.');
  const one = await time();
  await press('.');
  const two = await time();
  assert.ok(one > 20 && two > one && two - one < 0.1);
  await press(',');
  assert.equal(await time(), one);
});

test('keys that people know from video players; Caps Lock changes nothing, and the bar is a slider', async () => {
  await s.open(`${SAMPLE}&t=20`);
  const { start, end } = await s.state();
  await press('l');
  near(await time(), 30);
  await press('j');
  near(await time(), 20);
  await press('k');
  assert.equal((await s.state()).playing, true);
  await press('k');
  assert.equal((await s.state()).playing, false);
  // A keyboard with Caps Lock sends this.
  for (const key of ['C', 'L']) {
    await s.page.evaluate((key) => window.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })), key);
  }
  assert.equal((await s.state()).camera, 'player');
  near(await time(), 30);
  await s.page.getByRole('slider', { name: 'Time' }).focus();
  await press('ArrowUp');
  near(await time(), 35);
  await press('ArrowDown');
  near(await time(), 30);
  await press('PageDown');
  near(await time(), 30 - (end - start) / 10);
});

test('stepping says which frame is shown, and its time to a hundredth', async () => {
  await s.open(`${SAMPLE}&t=20`);
  const clock = s.page.locator('.dock .time');
  assert.match(await clock.innerText(), /^0:20 \/ /);
  await press('.');
  assert.match(await clock.innerText(), /^0:20\.\d\d frame [\d\u202f]+ of [\d\u202f]+/);
  const number = async () => Number(/frame ([\d\u202f]+)/.exec(await clock.innerText())[1].replace(/\D/g, ''));
  const first = await number();
  await press('.');
  assert.equal(await number(), first + 1);
  await press('ArrowRight');
  assert.match(await clock.innerText(), /^0:25 \/ /);
});

test('the page has a title and one main part', async () => {
  await s.open(`${SAMPLE}&t=20`);
  const title = await s.page.locator('.caption h1').innerText();
  assert.ok((await s.page.title()).startsWith(title) && (await s.page.title()).endsWith(' · Ghostreel'));
  assert.equal(await s.page.getByRole('main').count(), 1);
});

test('the free camera is in the address, and comes back where it was', async () => {
  await s.open(`${SAMPLE}&t=20&cam=free`);
  await s.settled();
  await s.page.mouse.move(500, 300);
  await s.page.mouse.down();
  await s.page.mouse.move(620, 340, { steps: 3 });
  await s.page.mouse.up();
  await s.page.waitForFunction(() => location.search.includes('eye='));
  await s.settled();
  const moved = await picture(s.page);
  await s.page.waitForTimeout(800);
  await s.page.reload();
  await s.page.evaluate(() => window.ghostreel.ready);
  await s.page.waitForTimeout(300);
  await s.settled();
  assert.ok((await difference(s.context, moved, await picture(s.page))) < 0.01);
});

test('a file that cannot be opened is named, and the playback goes on', async () => {
  await s.open('?sample&t=5&autoplay=1');
  await drop(s.page, 'broken.bsor', Buffer.from('no replay at all'));
  const notice = s.page.getByRole('alert');
  await notice.waitFor();
  assert.match(await notice.innerText(), /broken\.bsor cannot be played/);
  const state = await s.state();
  assert.equal(state.playing, true);
  await s.page.waitForFunction((before) => window.ghostreel.state().time > before, state.time);
  await notice.getByRole('button', { name: 'Dismiss' }).click();
});

test('keys find the events', async () => {
  await s.open(`${SAMPLE}&t=0`);
  await press(']');
  const first = await time();
  await press(']');
  const second = await time();
  assert.ok(second > first && first > 0);
  await press('[');
  assert.equal(await time(), first);
  assert.match(await s.page.locator('[aria-live]').textContent(), / at \d+:\d\d/);
});

test('keys play, change speed and camera', async () => {
  await s.open(`${SAMPLE}&t=5`);
  await press(' ');
  assert.equal((await s.state()).playing, true);
  await press(' ');
  assert.equal((await s.state()).playing, false);
  await press('-');
  assert.equal((await s.state()).speed, 0.75);
  for (let i = 0; i < 20; i++) await press('-');
  assert.equal((await s.state()).speed, 0.1);
  for (let i = 0; i < 20; i++) await press('+');
  assert.equal((await s.state()).speed, 4);
  await press('c');
  assert.equal((await s.state()).camera, 'player');
  await press('Shift+C');
  assert.equal((await s.state()).camera, 'behind');
});

test('space plays after a control was pressed by pointer, and presses one that was reached by keys', async () => {
  await s.open(`${SAMPLE}&t=5`);
  await s.page.getByRole('button', { name: 'Next frame (.)' }).click();
  const after = await time();
  await press(' ');
  assert.equal((await s.state()).playing, true);
  await press(' ');
  assert.equal((await s.state()).playing, false);
  await s.seek(after);
  await s.page.getByRole('button', { name: 'Next frame (.)' }).focus();
  await press(' ');
  assert.deepEqual([(await s.state()).playing, (await time()) > after], [false, true]);
});

test('a loop is set by its key and turns back at its end', async () => {
  await s.open(`${SAMPLE}&t=10`);
  await press('b');
  await s.seek(12);
  await press('b');
  assert.deepEqual((await s.state()).loop, { a: 10, b: 12 });
  await s.seek(11.9);
  await s.page.evaluate(() => {
    window.ghostreel.play();
    window.ghostreel.step(0.3);
  });
  const back = await time();
  assert.ok(back >= 10 && back < 11, String(back));
  assert.equal(await s.page.getByRole('slider', { name: 'Loop start' }).count(), 1);
  await press(' ');
  await press('b');
  assert.equal((await s.state()).loop, null);
});

test('the ends of a loop are sliders: all their keys move them, and nothing else', async () => {
  await s.open(`${SAMPLE}&t=10&loop=10,20`);
  const { start, end } = await s.state();
  const tenth = (end - start) / 10;
  const moves = async (name, keys) => {
    await s.page.getByRole('slider', { name }).focus();
    for (const [key, a, b] of keys) {
      await press(key);
      const { loop, time } = await s.state();
      near(loop.a, a);
      near(loop.b, b);
      near(time, 10);
    }
  };
  await moves('Loop end', [
    ['ArrowRight', 10, 20.5],
    ['ArrowUp', 10, 21],
    ['ArrowDown', 10, 20.5],
    ['ArrowLeft', 10, 20],
    ['PageUp', 10, 20 + tenth],
    ['PageDown', 10, 20],
    ['Home', 10, 10.1],
    ['ArrowLeft', 10, 10.1],
    ['End', 10, end],
  ]);
  await moves('Loop start', [
    ['ArrowUp', 10.5, end],
    ['Home', start, end],
    ['PageUp', start + tenth, end],
    ['End', end - 0.1, end],
  ]);
});

test('the bar scrubs under a dragging pointer and previews the time', async () => {
  await s.open(`${SAMPLE}&t=0`);
  const { start, end } = await s.state();
  const box = await s.page.getByRole('slider', { name: 'Time' }).boundingBox();
  const at = (part) => [box.x + box.width * part, box.y + box.height * 0.65];
  await s.page.mouse.move(...at(0.5));
  assert.match(await s.page.locator('.tip').innerText(), /^0:2[34]/);
  await s.page.mouse.move(...at(0.125));
  await s.page.mouse.down();
  await s.page.mouse.move(...at(0.8), { steps: 4 });
  near(await time(), start + (end - start) * 0.8, 0.1);
  await s.page.mouse.up();
  await s.page.mouse.move(...at(0.2));
  near(await time(), start + (end - start) * 0.8, 0.1);
});

test('the wheel zooms into the bar where the pointer is, and back out', async () => {
  await s.open(`${SAMPLE}&t=0`);
  const { start, end } = await s.state();
  const box = await s.page.getByRole('slider', { name: 'Time' }).boundingBox();
  const at = (part) => [box.x + box.width * part, box.y + box.height * 0.65];
  const under = async (part) => {
    await s.page.mouse.move(...at(part));
    const [, minutes, seconds] = /(\d+):(\d+)/.exec(await s.page.locator('.tip strong').innerText());
    return Number(minutes) * 60 + Number(seconds);
  };
  const whole = await s.page.locator('.lane .mark').count();
  const middle = await under(0.5);
  await s.page.mouse.wheel(0, -700);
  await s.page.locator('.bar[data-zoomed=true]').waitFor();
  assert.equal(await under(0.5), middle);
  const [first, last] = [await under(0.001), await under(0.999)];
  assert.ok(first > start + 10 && last < end - 10, `${first} to ${last}`);
  assert.ok((await s.page.locator('.lane .mark').count()) < whole);
  await s.page.mouse.click(...at(0.9));
  const there = await time();
  assert.ok(there > middle && there < last + 1, String(there));
  // The playhead stays in the part that is shown.
  await s.page.evaluate((to) => {
    window.ghostreel.seek(to - 0.5);
    window.ghostreel.play();
    window.ghostreel.step(2);
  }, last);
  await s.page.waitForFunction(() => !document.querySelector('.thumb').hidden);
  await press('k');
  await s.page.getByRole('button', { name: 'Show all' }).click();
  assert.equal(await under(0.001), Math.floor(start));
});

test('keys zoom into the bar around what is shown, and back out; the help names them and the wheel', async () => {
  await s.open(`${SAMPLE}&t=20`);
  const zoomed = s.page.locator('.bar[data-zoomed=true]');
  const thumb = () => s.page.locator('.thumb').evaluate((thumb) => parseFloat(thumb.style.left) / 100);
  const marks = () => s.page.locator('.lane .mark').count();
  const [place, whole] = [await thumb(), await marks()];
  await press('z');
  await zoomed.waitFor();
  assert.ok((await marks()) < whole);
  near(await thumb(), place, 0.001);
  near(await time(), 20);
  // From elsewhere it zooms to where that is.
  await press('End');
  assert.ok(await s.page.locator('.thumb').isHidden());
  await press('z');
  await s.page.waitForFunction(() => !document.querySelector('.thumb').hidden);
  for (let i = 0; i < 3; i++) await press('Shift+Z');
  await zoomed.waitFor({ state: 'detached' });
  assert.equal(await marks(), whole);
  await press('?');
  await s.page.getByRole('dialog', { name: 'Keys' }).getByText('Zoom into the bar or out, like the wheel over it').waitFor();
});

test('resting on the bar shows a small picture of that moment, and changes nothing of the one on the stage', async () => {
  await s.open(`${SAMPLE}&t=10`);
  await s.settled();
  const before = await picture(s.page, '', { clip: { x: 0, y: 0, width: 1280, height: 360 } });
  await watch(s.page);
  const state = await s.state();
  const box = await s.page.getByRole('slider', { name: 'Time' }).boundingBox();
  await s.page.mouse.move(box.x + box.width * 0.7, box.y + box.height * 0.65);
  const preview = s.page.locator('.preview[data-time]');
  await preview.waitFor();
  const shown = await preview.evaluate((canvas) => {
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    return new Set(
      Array.from({ length: data.length / 4 }, (_, i) => (data[4 * i] >> 3) * 1024 + (data[4 * i + 1] >> 3) * 32 + (data[4 * i + 2] >> 3)),
    ).size;
  });
  assert.ok(shown > 40, `${shown} colours`);
  const { time: now, score, visible } = await s.state();
  assert.deepEqual([now, score, visible], [state.time, state.score, state.visible]);
  await keep(s.page, 'preview');
  await s.page.mouse.move(640, 40);
  await s.settled();
  assert.ok((await difference(s.context, before, await picture(s.page, '', { clip: { x: 0, y: 0, width: 1280, height: 360 } }))) < 0.01);
});

test('the lane shows every event, and says what it is', async () => {
  await s.open(`${SAMPLE}&t=0`);
  const marks = s.page.locator('.lane .mark');
  const { markers } = await s.state();
  assert.ok(markers > 5);
  assert.ok((await marks.count()) > 3 && (await marks.count()) <= markers);
  const kinds = await marks.evaluateAll((all) => [...new Set(all.map((mark) => mark.classList[1]))]);
  for (const kind of ['miss', 'bad', 'bomb', 'wall', 'pause']) assert.ok(kinds.includes(kind), `${kind} in ${kinds}`);
  const box = await s.page.locator('.lane .mark.bomb').first().boundingBox();
  await s.page.mouse.move(box.x + 1, box.y + 4);
  assert.match(await s.page.locator('.tip').innerText(), /Bomb hit/);
});

test('the address says what is shown, and brings it back', async () => {
  await s.open(SAMPLE);
  await s.page.evaluate(() => {
    window.ghostreel.seek(17.25);
    window.ghostreel.setSpeed(0.5);
    window.ghostreel.setCamera('side');
    window.ghostreel.setLoop(15, 19.5);
  });
  await s.page.waitForFunction(() => location.search.includes('t=17.25') && location.search.includes('loop='));
  const search = await s.page.evaluate(() => location.search);
  assert.match(search, /^\?sample&/);
  assert.match(search, /speed=0\.5/);
  assert.match(search, /cam=side/);
  assert.match(search, /loop=15,19\.5/);
  await s.page.reload();
  await s.page.evaluate(() => window.ghostreel.ready);
  const state = await s.state();
  assert.deepEqual([state.time, state.speed, state.camera, state.loop], [17.25, 0.5, 'side', { a: 15, b: 19.5 }]);
});

test('a link to this moment can be copied', async () => {
  await s.context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: s.server.origin });
  await s.open(`${SAMPLE}&t=21.5&cam=top`);
  await s.page.getByRole('button', { name: /^Copy a link/ }).click();
  await s.page.locator('.toast', { hasText: 'Link copied' }).waitFor();
  const link = await s.page.evaluate(() => navigator.clipboard.readText());
  assert.equal(link, `${s.server.origin}/player.html?sample&t=21.5&cam=top`);
});

test('help opens on ?, keeps the focus, and closes on Escape', async () => {
  await s.open(SAMPLE);
  await press('?');
  const dialog = s.page.getByRole('dialog', { name: 'Keys' });
  await dialog.waitFor();
  assert.ok((await dialog.locator('kbd').count()) > 15);
  await dialog.getByText('To 0 % … 90 %').waitFor();
  assert.equal(await dialog.getByText(/Frame data|follow the player/).count(), 0, 'keys of other games');
  for (let i = 0; i < 4; i++) {
    await press('Tab');
    const inside = await s.page.evaluate(() => document.activeElement === document.body || !!document.activeElement.closest('dialog'));
    assert.ok(inside, 'focus stays in the dialog');
  }
  const before = await time();
  await press('ArrowRight');
  assert.equal(await time(), before, 'keys do not reach through');
  await press('Escape');
  await dialog.waitFor({ state: 'detached' });
});

test('menus choose speed and camera by keys', async () => {
  await s.open(SAMPLE);
  await s.page.getByRole('button', { name: /^Camera:/ }).focus();
  await press('Enter');
  await s.page.getByRole('menu').waitFor();
  await press('ArrowDown');
  await press('ArrowDown');
  await press('ArrowDown');
  await press('Enter');
  assert.equal((await s.state()).camera, 'side');
  assert.equal(await s.page.getByRole('menu').count(), 0);
});

test('the controls go while it plays, and come back at a move or a key', async () => {
  await s.open('?sample&autoplay=1');
  const shown = (value) => s.page.locator(`.app[data-shown=${value}]`).waitFor({ timeout: 8000 });
  assert.equal((await s.state()).playing, true);
  await shown('false');
  await s.page.mouse.move(300, 300);
  await shown('true');
  await shown('false');
  await press('Tab');
  await shown('true');
  await shown('false').catch(() => undefined);
  await press(' ');
  await shown('true');
});

test('with reduced motion nothing starts by itself and nothing flies apart', async () => {
  await s.page.emulateMedia({ reducedMotion: 'reduce' });
  await s.open('?sample');
  assert.equal((await s.state()).playing, false);
  let debris = 0;
  let texts = 0;
  for (const { visible } of await s.states(times(5, 8, 0.1))) {
    debris += visible.debris;
    texts += visible.texts;
  }
  assert.equal(debris, 0);
  assert.ok(texts > 0);
  await s.page.emulateMedia({ reducedMotion: 'no-preference' });
});

for (const [game, headline] of [
  ['beat-saber', /^\w+ · [A-S]+ · \d+\.\d\d%$/],
  // By three stocks to one.
  ['melee', /^Reel wins$/],
  ['rocket-league', /^(Blue|Orange) wins, \d+ : \d+$/],
]) {
  test(`a replay that was watched to its end says how it ended: ${game}`, async () => {
    await s.open('?clock=manual');
    await drop(s.page, `sample.${game}`, await sampleBytes(7, game));
    await s.page.waitForFunction((game) => window.ghostreel.state().game === game, game);
    const { end } = await s.state();
    await s.seek(end);
    const card = s.page.getByRole('region', { name: 'Result' });
    assert.equal(await card.count(), 0, 'a jump to the end is not watching');
    await s.seek(end - 0.1);
    await s.page.evaluate(() => {
      window.ghostreel.play();
      window.ghostreel.step(1);
    });
    await card.waitFor();
    assert.match(await card.getByRole('heading').innerText(), headline);
    assert.ok((await card.locator('dd').count()) >= 2);
    await s.settled();
    await keep(s.page, `result-${game}`);
    await card.getByRole('button', { name: 'Watch again' }).click();
    await card.waitFor({ state: 'detached' });
    assert.equal((await s.state()).playing, true);
    assert.ok((await time()) < end);
  });
}

for (const colorScheme of ['dark', 'light']) {
  test(`no barriers that axe can find, ${colorScheme}`, async () => {
    await s.page.emulateMedia({ colorScheme });
    for (const [name, query] of [
      ['playing', `${SAMPLE}&t=12`],
      ['empty', '?clock=manual'],
    ]) {
      await s.open(query);
      await s.page.waitForTimeout(300);
      assert.deepEqual(await barriers(s.page), [], name);
    }
    await s.page.emulateMedia({ colorScheme: 'dark' });
  });
}

test('on a phone: tap for the controls, tap twice to jump, and all of it fits', async () => {
  const phone = await stage({ viewport: { width: 390, height: 844 }, hasTouch: true });
  try {
    await phone.open(`${SAMPLE}&t=20`);
    await keep(phone.page, 'phone');
    const overflow = await phone.page.evaluate(
      () =>
        [...document.querySelectorAll('button, .caption, .bs-hud *')].filter((element) => {
          const box = element.getBoundingClientRect();
          return box.width > 0 && (box.left < -1 || box.right > innerWidth + 1);
        }).length,
    );
    assert.equal(overflow, 0);
    const small = await phone.page.evaluate(
      () =>
        [...document.querySelectorAll('.dock button')].filter((button) => {
          const box = button.getBoundingClientRect();
          return box.width < 40 || box.height < 40;
        }).length,
    );
    assert.equal(small, 0, 'every button is big enough for a finger');
    await phone.page.touchscreen.tap(350, 400);
    await phone.page.touchscreen.tap(350, 400);
    near((await phone.state()).time, 25);
    await phone.page.waitForTimeout(400);
    await phone.page.touchscreen.tap(40, 400);
    await phone.page.touchscreen.tap(40, 400);
    near((await phone.state()).time, 20);
    assert.deepEqual(phone.failures, []);
  } finally {
    await phone.close();
  }
});
