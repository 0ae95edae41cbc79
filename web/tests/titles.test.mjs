// Titles, numbers and buttons stand beside each other at every size, however long the names are.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { drop, results, sampleBytes, stage } from './support/pages.mjs';

const SIZES = [
  [1280, 720],
  [960, 540],
  [700, 500],
  [390, 844],
];
const LONG = 'A title that goes on and on, by players with names of forty characters and more, all four of them in one line';

let s;
before(async () => (s = await stage()));
after(async () => {
  await s?.close();
  assert.deepEqual(s.failures, []);
});

/** Pairs of things on the page that lie over each other, each by its text. */
const overlaps = () =>
  s.page.evaluate(() => {
    const seen = (element) => {
      const box = element.getBoundingClientRect();
      const style = getComputedStyle(element);
      return box.width > 0 && box.height > 0 && style.visibility !== 'hidden' && Number(style.opacity) > 0.1 ? box : null;
    };
    const texts = (root) =>
      [...document.querySelectorAll(`${root} *`)].filter((element) =>
        [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim() !== ''),
      );
    const title = ['.caption h1', '.caption p', '.caption .proof'].flatMap((name) => [...document.querySelectorAll(name)]);
    const others = [...texts('.hud'), ...document.querySelectorAll('.header-tools, .dock, .sheet')];
    // Nor does anything stick out of the dock.
    const dock = document.querySelector('.dock').getBoundingClientRect();
    const out = [...document.querySelectorAll('.dock button')].filter((button) => button.getBoundingClientRect().right > dock.right);
    if (out.length > 0) return out.map((button) => `${button.ariaLabel} outside of the dock`);
    const inside = (element) => element.closest('.sr-only, [hidden], .melee-bubble');
    const found = [];
    for (const one of title) {
      for (const other of others) {
        const [a, b] = [seen(one), seen(other)];
        if (!a || !b || inside(other)) continue;
        const [wide, tall] = [Math.min(a.right, b.right) - Math.max(a.left, b.left), Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)];
        if (wide > 1 && tall > 1) found.push(`${one.className || one.tagName} over ${other.className || other.textContent.slice(0, 20)}`);
      }
    }
    return found;
  });

for (const game of ['beat-saber', 'melee', 'rocket-league']) {
  test(`titles run through nothing: ${game}`, async () => {
    await s.open('?clock=manual');
    await drop(s.page, `sample.${game}`, await sampleBytes(7, game));
    await s.page.waitForFunction((game) => window.ghostreel.state().game === game, game);
    await s.seek(8);
    const found = [];
    for (const [width, height] of SIZES) {
      await s.page.setViewportSize({ width, height });
      for (const panel of width >= 960 ? [false, true] : [false]) {
        if (panel) await s.page.keyboard.press('s');
        for (const isLong of [false, true]) {
          if (isLong) {
            await s.page.evaluate((text) => {
              document.querySelector('.caption h1').textContent = text;
              document.querySelector('.caption p > span').textContent = text;
            }, LONG);
          }
          await s.page.waitForTimeout(150);
          for (const pair of await overlaps()) found.push(`${width}×${height}${panel ? ' with statistics' : ''}: ${pair}`);
          if (isLong) await s.page.screenshot({ path: `${results}titles-${game}-${width}${panel ? '-stats' : ''}.png` });
        }
        if (panel) await s.page.keyboard.press('s');
      }
    }
    await s.page.setViewportSize({ width: 1280, height: 720 });
    assert.deepEqual(found, []);
  });
}
