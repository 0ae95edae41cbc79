// Titles, numbers and buttons stand beside each other at every size, however long the names are.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { drop, keep, sampleBytes, stage } from './support/pages.mjs';
import { all, bytesOf } from './support/rocket-league.mjs';
import { ghostreel, skip } from './support/places.mjs';

/** Fifteen players come and go in it. */
const crowd = all.find((name) => name.startsWith('6904e161'));

const SIZES = [
  [1280, 720],
  [960, 540],
  [700, 500],
  [844, 390],
  [390, 844],
];
const LONG = 'A title that goes on and on, by players with names of forty characters and more, all four of them in one line';

let s;
before(async () => (s = await stage()));
after(async () => {
  await s?.close();
  assert.deepEqual(s.failures, []);
});

/** Titles that lie over anything, and players’ cards that lie over controls, each by its text. */
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
    const title = ['.caption h1', '.caption p', '.caption .proof', '.caption .caption-chip'].flatMap((name) => [
      ...document.querySelectorAll(name),
    ]);
    // Nor does anything stick out of the dock.
    const dock = document.querySelector('.dock').getBoundingClientRect();
    const out = [...document.querySelectorAll('.dock :is(button, ol):not(.strip *)')].filter(
      (button) => button.getBoundingClientRect().right > dock.right,
    );
    if (out.length > 0) return out.map((button) => `${button.ariaLabel} outside of the dock`);
    const inside = (element) => element.closest('.sr-only, [hidden], .melee-bubble');
    const found = [];
    const controls = [...document.querySelectorAll('.header-tools, .dock, .sheet')];
    const cards = [...document.querySelectorAll('.melee-card, .rl-side li')];
    for (const [ones, others] of [
      [title, [...texts('.hud'), ...controls]],
      [cards, controls],
    ])
      for (const one of ones)
        for (const other of others) {
          const [a, b] = [seen(one), seen(other)];
          if (!a || !b || inside(other)) continue;
          const [wide, tall] = [
            Math.min(a.right, b.right) - Math.max(a.left, b.left),
            Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top),
          ];
          if (wide > 1 && tall > 1) found.push(`${one.className || one.tagName} over ${other.className || other.textContent.slice(0, 20)}`);
        }
    return found;
  });

/** A sample of four fighters in two teams. */
function fourFighters() {
  const folder = mkdtempSync(join(tmpdir(), 'ghostreel-titles-'));
  const path = join(folder, 'four.slp');
  execFileSync(ghostreel, ['sample', 'melee', path, '--variant', 'everything']);
  const bytes = readFileSync(path);
  rmSync(folder, { recursive: true });
  return bytes;
}

for (const [name, game, at, bytes, isSkipped] of [
  ['beat-saber', 'beat-saber', 8, () => sampleBytes(7, 'beat-saber')],
  ['melee', 'melee', 8, () => sampleBytes(7, 'melee')],
  ['melee-four', 'melee', 2, fourFighters, skip],
  ['rocket-league', 'rocket-league', 8, () => sampleBytes(7, 'rocket-league')],
  // When nine of them have a card.
  ['rocket-league-fifteen', 'rocket-league', 275.3, () => bytesOf(crowd), crowd ? false : 'corpus absent'],
]) {
  test(`titles run through nothing: ${name}`, { skip: isSkipped }, async () => {
    await s.open('?clock=manual');
    await drop(s.page, `sample.${game}`, await bytes());
    await s.page.waitForFunction((game) => window.ghostreel.state().game === game, game);
    await s.seek(at);
    const found = [];
    const PARTS = ['.caption h1', '.caption p > span'];
    const own = await s.page.evaluate((parts) => parts.map((part) => document.querySelector(part).textContent), PARTS);
    const entitle = (texts) =>
      s.page.evaluate(
        ([parts, texts]) => parts.forEach((part, i) => (document.querySelector(part).textContent = texts[i])),
        [PARTS, texts],
      );
    for (const [width, height] of SIZES) {
      await s.page.setViewportSize({ width, height });
      for (const panel of width >= 960 ? [false, true] : [false]) {
        if (panel) await s.page.keyboard.press('s');
        for (const isLong of [false, true]) {
          await entitle(isLong ? [LONG, LONG] : own);
          await s.page.waitForTimeout(150);
          for (const pair of await overlaps())
            found.push(`${width}×${height}${panel ? ' with statistics' : ''}${isLong ? ', long' : ''}: ${pair}`);
          await keep(s.page, `titles-${name}-${width}${panel ? '-stats' : ''}${isLong ? '-long' : ''}`);
        }
        if (panel) await s.page.keyboard.press('s');
      }
    }
    await s.page.setViewportSize({ width: 1280, height: 720 });
    assert.deepEqual(found, []);
  });
}
