// Looking closely at one note: opened from the picture, the timeline and by keys, played slowly, and left as it was.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { PerspectiveCamera, Vector3 } from 'three';
import { source } from './support/decoder.mjs';
import { difference, keep, picture, stage, times } from './support/pages.mjs';

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const SAMPLE = '?sample&clock=manual';
const { camerasOf } = await source('src/games/beat-saber/scene/cameras.ts');
const { Lane } = await source('src/games/beat-saber/scene/lane.ts');
const { upright } = await source('src/stage/lens.ts');

let s;
before(async () => (s = await stage()));
after(async () => {
  await s?.close();
  assert.deepEqual(s.failures, []);
});

const card = () => s.page.locator('.close-up');
const closeUp = async () => (await s.state()).closeUp;
const button = (name) => card().getByRole('button', { name });

/** Where a point of the scene is on the page, in the camera that the player starts with. */
function onPage([x, y, z]) {
  const { width, height } = s.page.viewportSize();
  const spec = camerasOf(null, () => Lane.STRAIGHT).find(({ name }) => name === 'behind');
  const eye = new PerspectiveCamera(Math.max(spec.fov, upright(spec.across, width / height)), width / height);
  spec.place(0, { position: eye.position, rotation: eye.quaternion });
  eye.updateMatrixWorld();
  const at = new Vector3(x, y, z).project(eye);
  return [((at.x + 1) / 2) * width, ((1 - at.y) / 2) * height];
}
/** Whether nothing of another note is near to it on the page. */
function isAlone({ row, at }, { covers, notes }) {
  const [x, y] = onPage(at);
  const places = [...covers.map((cover) => [cover.row, cover.at]), ...notes.map((note) => [note.row, note.position])];
  return places.every(([other, place]) => {
    const [left, top] = onPage(place);
    return other === row || Math.hypot(left - x, top - y) > 80;
  });
}
const click = (point) => s.page.mouse.click(...onPage(point));

/** What is first found in the picture from a time on; the picture is then of that instant. */
async function when(from, find) {
  for (let start = from; start < from + 40; start += 2) {
    const all = times(start, start + 2, 0.05);
    const found = (await s.states(all)).map(find);
    const at = found.findIndex(Boolean);
    if (at < 0) continue;
    await s.seek(all[at]);
    return found[at];
  }
  return assert.fail('it is not seen');
}

test('a press on the points of a cut opens the card of its note, where the cut is drawn', async () => {
  await s.open(SAMPLE);
  const text = await when(4, ({ visible }) => visible.covers.find(({ kind, alpha }) => kind === 'text' && alpha === 1));
  const opens = () => s.page.locator('.stage').getAttribute('data-opens');
  await s.page.mouse.move(500, 90);
  assert.equal(await opens(), 'false');
  await s.page.mouse.move(...onPage(text.at));
  assert.equal(await opens(), 'true', 'the pointer says so');
  await click(text.at);
  await card().locator('.cut-parts').waitFor();
  const { closeUp: shown, time, playing } = await s.state();
  assert.equal(shown.id, text.row);
  assert.match(await card().innerText(), new RegExp(`${shown.title}[^]*${shown.outcome}`));
  assert.match(shown.outcome, /^\d+ of \d+$/);
  assert.equal(playing, false);
  await keep(s.page, 'close-up');
  // The note is still whole, and left of the card the picture has more in it than without.
  const clip = { x: 300, y: 100, width: 500, height: 400 };
  const { visible } = await s.state();
  assert.ok(visible.notes.some(({ row }) => row === text.row));
  const drawn = await picture(s.page, undefined, { clip });
  await button('Close (Esc)').click();
  await card().waitFor({ state: 'detached' });
  assert.equal(await closeUp(), null);
  assert.equal((await s.state()).time, time);
  const apart = await difference(s.context, drawn, await picture(s.page, undefined, { clip }));
  assert.ok(apart > 0.003, `${apart} of the picture differ`);
});

test('a press on a mark or on its word, on a note that comes and on a cut one opens theirs', async () => {
  await s.open(SAMPLE);
  const find = {
    mark: ({ visible }) => visible.covers.find(({ kind, row, alpha }) => kind === 'mark' && row !== null && alpha === 1),
    half: ({ visible }) => visible.covers.find((cover) => cover.kind === 'half' && isAlone(cover, visible)),
    note: ({ visible }) => visible.notes.find(({ position: [, , z] }) => z < -4 && z > -9),
  };
  for (const [what, above] of [
    ['mark', 0],
    ['mark', 0.45],
    ['half', 0],
    ['note', 0],
  ]) {
    const found = await when(1, find[what]);
    const [x, y, z] = found.at ?? found.position;
    await click([x, y + above, z]);
    assert.equal((await closeUp())?.id, found.row, what);
    if (what === 'mark') assert.match((await closeUp()).outcome, /^(Miss|Bad cut|Bomb hit)$/);
    await s.page.keyboard.press('Escape');
    assert.equal(await closeUp(), null);
  }
});

test('a press beside everything plays, as ever, and over a picture without controls nothing opens', async () => {
  await s.open(SAMPLE);
  await s.seek(6);
  await s.page.mouse.click(500, 90);
  assert.deepEqual([(await s.state()).playing, await closeUp()], [true, null]);
  await s.open(`${SAMPLE}&ui=hud`);
  const text = await when(4, ({ visible }) => visible.covers.find(({ kind, alpha }) => kind === 'text' && alpha === 1));
  await click(text.at);
  assert.deepEqual([(await s.state()).playing, await closeUp()], [true, null]);
});

test('a press on a mark of the timeline opens the card of the note that went wrong', async () => {
  await s.open(SAMPLE);
  await s.page.locator('.bar .lane .mark').first().waitFor();
  const marks = await s.page.locator('.bar .lane .mark.miss').all();
  const { x, y, width, height } = await marks[0].boundingBox();
  await s.page.mouse.click(x + width / 2, y + height / 2);
  await card().getByText('No saber cut it.').waitFor();
  assert.equal((await closeUp()).outcome, 'Miss');
  await keep(s.page, 'close-up-miss');
  // Below the marks and where nothing is marked, it seeks and no more.
  await s.page.keyboard.press('Escape');
  const bar = await s.page.locator('.bar').boundingBox();
  await s.page.mouse.click(bar.x + 3, bar.y + bar.height / 2);
  assert.equal(await closeUp(), null);
  await s.page.mouse.click(x + width / 2, bar.y + 0.65 * bar.height);
  assert.equal(await closeUp(), null);
});

test('a finger opens a card near to a mark on the timeline, goes on and closes it', async () => {
  const phone = await stage({ viewport: { width: 390, height: 844 }, hasTouch: true });
  try {
    await phone.open(SAMPLE);
    const mark = phone.page.locator('.bar .lane .mark.miss').first();
    await mark.waitFor();
    const { x, y, height } = await mark.boundingBox();
    await phone.page.touchscreen.tap(x + 6, y + height / 2);
    await phone.page.locator('.close-up').getByText('No saber cut it.').waitFor();
    await keep(phone.page, 'close-up-phone-miss');
    const { closeUp: first } = await phone.state();
    await phone.page.getByRole('button', { name: 'Next note' }).tap();
    const { closeUp: second } = await phone.state();
    assert.notEqual(second.id, first.id);
    await phone.page.getByRole('button', { name: 'Close (Esc)' }).tap();
    assert.equal((await phone.state()).closeUp, null);
  } finally {
    await phone.close();
  }
});

test('beside the statistics the card lies over them, and leaves the picture alone', async () => {
  await s.open(SAMPLE);
  await s.seek(10);
  await s.page.keyboard.press('s');
  await s.page.locator('.stats h3').first().waitFor();
  await s.page.keyboard.press('i');
  await card().locator('.cut-card').waitFor();
  const [at, sheet] = [await card().boundingBox(), await s.page.locator('.sheet').boundingBox()];
  assert.ok(at.x >= sheet.x - 1 && at.height < 0.7 * sheet.height, JSON.stringify([at, sheet]));
  // One thing at a time.
  await s.page.keyboard.press('Escape');
  assert.deepEqual([await card().count(), await s.page.locator('.sheet').count()], [0, 1]);
  await s.page.keyboard.press('Escape');
  assert.equal(await s.page.locator('.sheet').count(), 0);
});

test('slow motion goes round and round the cut, and is left as it was before', async () => {
  await s.open(`${SAMPLE}&speed=1.5&loop=3,20`);
  await s.seek(8);
  await s.page.keyboard.press('i');
  await card().locator('.cut-card').waitFor();
  const { time } = await s.state();
  await button('Slow motion').click();
  const slow = await s.state();
  assert.deepEqual([slow.speed, slow.playing, slow.closeUp.slow], [0.25, true, true]);
  assert.ok(slow.loop.a < time - 0.3 && slow.loop.b > time + 0.2 && slow.loop.b - slow.loop.a < 0.7, JSON.stringify(slow.loop));
  const seen = [];
  for (let i = 0; i < 12; i++) {
    await s.page.evaluate(() => globalThis.ghostreel.step(0.5));
    seen.push((await s.state()).time);
  }
  assert.ok(seen.every((at) => at >= slow.loop.a && at <= slow.loop.b));
  assert.ok(seen.filter((at, i) => at < seen[i - 1]).length >= 2, 'it began anew');
  // The next note takes it along.
  await button('Next note').click();
  const next = await s.state();
  assert.ok(next.closeUp.id !== slow.closeUp.id && next.closeUp.slow && next.loop.b > slow.loop.b);
  await s.page.keyboard.press('v');
  const still = await s.state();
  assert.deepEqual([still.speed, still.loop, still.playing, still.closeUp.slow], [1.5, { a: 3, b: 20 }, false, false]);
  await s.page.keyboard.press('v');
  assert.equal((await s.state()).speed, 0.25);
  await s.page.keyboard.press('Escape');
  const left = await s.state();
  assert.deepEqual([left.speed, left.loop, left.playing, left.closeUp], [1.5, { a: 3, b: 20 }, false, null]);
});

test('a loop or a speed that somebody chooses meanwhile stays', async () => {
  await s.open(SAMPLE);
  await s.seek(8);
  await s.page.keyboard.press('v');
  assert.equal((await closeUp()).slow, true);
  await s.page.evaluate(() => {
    globalThis.ghostreel.setLoop(5, 9);
    globalThis.ghostreel.setSpeed(0.5);
  });
  assert.equal((await closeUp()).slow, false);
  await s.page.keyboard.press('Escape');
  const { speed, loop } = await s.state();
  assert.deepEqual([speed, loop], [0.5, { a: 5, b: 9 }]);
});

test('another replay leaves what was looked at', async () => {
  await s.open(SAMPLE);
  await s.seek(8);
  await s.page.keyboard.press('v');
  await s.page.evaluate(() => globalThis.ghostreel.load(new URL('player.html?x', location.href)).catch(() => undefined));
  assert.notEqual(await closeUp(), null, 'one that cannot be opened changes nothing');
  const bytes = [...(await import('./support/decoder.mjs').then(({ sample }) => sample(3)))];
  await s.page.evaluate((bytes) => globalThis.ghostreel.load(new Blob([Uint8Array.from(bytes)])), bytes);
  const { closeUp: shown, speed, loop } = await s.state();
  assert.deepEqual([shown, speed, loop], [null, 1, null]);
});

test('by keys: the card has the focus and gives it back, notes follow each other, also those of one hand', async () => {
  await s.open(SAMPLE);
  await s.seek(10);
  const play = s.page.getByRole('button', { name: 'Play (Space)' });
  await play.focus();
  await s.page.keyboard.press('i');
  await card().locator('.cut-card').waitFor();
  assert.ok(await card().evaluate((element) => element === document.activeElement));
  const said = s.page.getByRole('status');
  const first = await closeUp();
  assert.equal(await said.textContent(), `${first.title}: ${first.outcome}`);
  await card().getByRole('button', { name: 'Next note' }).focus();
  const hand = (title) => title.split(' ')[0];
  await s.page.keyboard.press('Enter');
  assert.notEqual((await closeUp()).id, first.id);
  await card().getByRole('button', { name: 'Previous note' }).focus();
  await s.page.keyboard.press('Enter');
  assert.equal((await closeUp()).id, first.id);
  await card()
    .getByRole('button', { name: / hand only$/ })
    .click();
  for (let i = 0; i < 6; i++) {
    await button('Next note').click();
    assert.equal(hand((await closeUp()).title), hand(first.title));
  }
  await s.page.keyboard.press('i');
  await card().waitFor({ state: 'detached' });
  assert.ok(await play.evaluate((element) => element === document.activeElement));
});

for (const colorScheme of ['dark', 'light']) {
  test(`no barriers that axe can find in cards, ${colorScheme}`, async () => {
    await s.page.emulateMedia({ colorScheme });
    await s.open(SAMPLE);
    await s.page.evaluate(axe);
    await s.seek(10);
    await s.page.keyboard.press('i');
    for (const [what, key] of [
      ['cut', null],
      ['mistake', ']'],
    ]) {
      if (key) {
        await s.page.keyboard.press('Escape');
        await s.page.keyboard.press(key);
        await s.page.keyboard.press('i');
      }
      await card().locator('.cut-card').waitFor();
      const { violations } = await s.page.evaluate(() => globalThis.axe.run('.close-up', { resultTypes: ['violations'] }));
      assert.deepEqual(
        violations.map(({ id, nodes }) => `${what}: ${id}: ${nodes.map((node) => node.html).join(' ')}`),
        [],
      );
      await keep(s.page, `close-up-${what}-${colorScheme}`);
    }
    await s.page.emulateMedia({ colorScheme: 'dark' });
  });
}

/** Width and height of the page, and the most of the middle third of the picture that the card may cover. */
const SIZES = [
  [390, 844, 0.45],
  [844, 390, 0.1],
  [1280, 720, 0],
  [480, 270, 0],
];
for (const [width, height, most] of SIZES) {
  test(`at ${width} × ${height} the card is whole, over no controls, and beside the play`, async () => {
    const sized = await stage({ viewport: { width, height }, hasTouch: width < 900 });
    try {
      await sized.open(SAMPLE);
      await sized.seek(10);
      await sized.page.keyboard.press('i');
      await sized.page.locator('.cut-parts').waitFor();
      await keep(sized.page, `close-up-${width}`);
      const box = (name) => sized.page.locator(name).boundingBox();
      const [at, dock] = [await box('.close-up'), await box('.dock')];
      const isWhole = at.x >= 0 && at.y >= 0 && at.x + at.width <= width && at.y + at.height <= height;
      const isBeside = at.y + at.height <= dock.y + 1 || dock.x + dock.width <= at.x;
      assert.ok(isWhole && isBeside, JSON.stringify([at, dock]));
      const third = (await box('.stage')).width / 3;
      const [left, right] = [Math.max(at.x, third), Math.min(at.x + at.width, 2 * third)];
      const share = (Math.max(0, right - left) * at.height) / (third * height);
      assert.ok(share <= most, `${share} of the middle is covered`);
      for (const one of await sized.page.locator('.close-up button').all()) {
        const least = width < 640 && height > 480 ? 41 : 32;
        const { width: across, height: up } = await one.boundingBox();
        assert.ok(across >= least && up >= least, `${await one.textContent()}: ${across} × ${up}`);
      }
    } finally {
      await sized.close();
    }
  });
}
