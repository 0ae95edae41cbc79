// Mistakes are found: marked in the picture by shape and word from their instant on, and named at the event lane while the player is paused on them.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { difference, picture, stage } from './support/pages.mjs';
import { source } from './support/decoder.mjs';

let s;
before(async () => {
  s = await stage({ viewport: { width: 960, height: 540 } });
  await s.open('?sample&clock=manual');
});
after(async () => {
  await s?.close();
  assert.deepEqual(s.failures, []);
});

const KINDS = { Miss: 'miss', 'Bad cut': 'bad', 'Bomb hit': 'bomb', 'Head in a wall': 'wall' };
const tip = () => s.page.locator('.timeline .tip');
/** To the next event, until the page shows it. */
async function next() {
  await s.page.keyboard.press(']');
  await s.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}
const shot = (name) => picture(s.page, name);

test('each event is named while the player is paused on it, and a mistake is marked there, for long enough', async () => {
  await s.seek(0);
  const found = new Map();
  for (let last = -1; ; ) {
    await next();
    const { time } = await s.state();
    if (time === last) break;
    last = time;
    const label = await tip().locator('.tip-mark').textContent();
    assert.ok(await tip().isVisible());
    const kind = Object.entries(KINDS).find(([name]) => label.startsWith(name))?.[1];
    if (!kind) continue;
    const mark = async () => (await s.state()).visible.mistakes.find((mistake) => mistake.kind === kind);
    assert.equal((await mark())?.alpha, 1, `${label} at ${time}`);
    if (!found.has(kind)) await shot(`mistake-${kind}`);
    found.set(kind, (found.get(kind) ?? 0) + 1);
    await s.seek(time + 0.9);
    assert.ok((await mark())?.alpha > 0.9, `${label} at ${time} is still seen`);
    await s.seek(time);
  }
  assert.deepEqual([...found.keys()].sort(), Object.values(KINDS).sort(), 'the sample has one of each');
});

test('nothing is named between events, nor while it plays', async () => {
  await s.seek(4);
  assert.ok(!(await tip().isVisible()));
  await s.seek(0);
  await next();
  assert.ok(await tip().isVisible());
  await s.page.evaluate(() => window.ghostreel.play());
  await tip().waitFor({ state: 'hidden' });
  await s.page.evaluate(() => window.ghostreel.pause());
});

test('kinds of mistakes differ in shape, not in colour alone', async () => {
  const { SHAPES } = await source('src/games/beat-saber/scene/mistakes.ts');
  assert.equal(new Set(Object.values(SHAPES)).size, 4);
});

test('a mark is seen in the picture without its colours', async () => {
  await s.seek(0);
  await s.page.emulateMedia({ reducedMotion: 'reduce' });
  const eyes = await s.context.newCDPSession(s.page);
  await eyes.send('Emulation.setEmulatedVisionDeficiency', { type: 'achromatopsia' });
  for (const theme of ['dark', 'light']) {
    await s.page.emulateMedia({ colorScheme: theme });
    await s.seek(0);
    await next();
    const { time } = await s.state();
    const marked = await shot(`mistake-grey-${theme}`);
    // The same instant, but for the mark.
    await s.seek(time - 1e-4);
    assert.equal((await s.state()).visible.mistakes.length, 0);
    const apart = await difference(s.context, marked, await shot(`mistake-grey-before-${theme}`));
    assert.ok(apart > 0.004, `${apart} of the picture differ`);
  }
  await eyes.send('Emulation.setEmulatedVisionDeficiency', { type: 'none' });
});

test('with less to look at, mistakes are marked all the same, and the choice is kept', async () => {
  await s.page.emulateMedia({ reducedMotion: 'no-preference', colorScheme: 'dark' });
  await s.open('?sample&clock=manual');
  const size = () => s.page.locator('[data-hud=score]').evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
  await s.seek(12.5);
  const { visible } = await s.state();
  assert.ok(visible.texts > 0 && visible.debris > 0);
  const [before, whole] = [await shot('plain-off'), await size()];
  const button = s.page.locator('.bs-plain');
  await button.click();
  const plain = async () => {
    await s.seek(12.5);
    const { visible } = await s.state();
    assert.deepEqual([visible.texts, visible.debris], [0, 0]);
    assert.ok((await size()) < whole * 0.75);
    assert.equal(await button.getAttribute('aria-pressed'), 'true');
  };
  await plain();
  assert.ok((await difference(s.context, before, await shot('plain-on'))) > 0.01);
  await s.open('?sample&clock=manual');
  await plain();
  await s.seek(0);
  await next();
  assert.equal((await s.state()).visible.mistakes.length, 1);
  await button.click();
  await s.seek(12.5);
  assert.ok((await s.state()).visible.texts > 0);
});
