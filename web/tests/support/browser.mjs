import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

/** Where Chrome, Chromium and Edge are on people's machines. */
const USUAL = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/microsoft-edge',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  'C:/Program Files/Google/Chrome/Application/chrome.exe',
  'C:/Program Files (x86)/Google/Chrome/Application/chrome.exe',
  'C:/Program Files (x86)/Microsoft/Edge/Application/msedge.exe',
];

export function browserPath() {
  const path = process.env.GHOSTREEL_BROWSER ?? USUAL.find((candidate) => existsSync(candidate));
  if (!path) throw new Error('No Chrome, Chromium or Edge found. Set GHOSTREEL_BROWSER to one.');
  return path;
}

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--enable-unsafe-swiftshader',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A browser with a profile of its own; `close` takes the profile along. */
export async function launch(options = {}) {
  const profile = await mkdtemp(join(tmpdir(), 'ghostreel-browser-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: browserPath(),
    headless: true,
    args: FLAGS,
    viewport: { width: 1280, height: 720 },
    colorScheme: 'dark',
    ...options,
  });
  context.pages().forEach(waitForPictures);
  context.on('page', waitForPictures);
  return {
    context,
    async close() {
      await context.close();
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

const ACTIONS = {
  keyboard: ['press', 'down', 'up', 'type'],
  mouse: ['click', 'dblclick', 'move', 'down', 'up', 'wheel'],
  locator: ['click', 'press', 'fill', 'hover', 'focus', 'check', 'uncheck', 'selectOption', 'dispatchEvent', 'setInputFiles'],
};

/** What a hand does on `page` is over when the page has drawn what comes of it: on a busy machine that takes a while. */
function waitForPictures(page) {
  const thenDrawn = (hand, actions, pageOf) => {
    if (Object.hasOwn(hand, 'waitsForPictures')) return;
    Object.defineProperty(hand, 'waitsForPictures', { value: true });
    for (const action of actions) {
      const act = hand[action];
      hand[action] = async function (...args) {
        const done = await act.apply(this, args);
        await drawn(pageOf(this));
        return done;
      };
    }
  };
  thenDrawn(page.keyboard, ACTIONS.keyboard, () => page);
  thenDrawn(page.mouse, ACTIONS.mouse, () => page);
  thenDrawn(Object.getPrototypeOf(page.locator('body')), ACTIONS.locator, (locator) => locator.page());
}

/** Until two pictures are drawn: the first one may have been begun before. A page that is left or draws nothing is not waited for. */
const drawn = (page) =>
  page
    .evaluate(
      () =>
        new Promise((resolve) => {
          setTimeout(resolve, 1000);
          requestAnimationFrame(() => requestAnimationFrame(resolve));
        }),
    )
    .catch(() => undefined);
