import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

/** Where Chrome, Chromium and Edge are on people's machines. */
const USUAL = [
  '/usr/bin/chromium-headless-shell',
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

const START = { headless: true, args: FLAGS };

/** A browser for many test files, which `launch` uses where GHOSTREEL_WEB_BROWSER has its address. */
export const serveBrowser = () => chromium.launchServer({ executablePath: browserPath(), ...START });

/**
 * Pages and storage that are not shared; of the browser that serves all files, or of one of its own. `close` ends it.
 * Without a graphics card each pixel takes its time: there are few of them, unless pictures are to be `sharp`, and none while no test
 * looks, unless `isWatched`; `watch` and `picture` look.
 */
export async function launch({ sharp = false, isWatched = sharp, ...options } = {}) {
  const served = process.env.GHOSTREEL_WEB_BROWSER;
  const browser = served ? await chromium.connect(served) : await chromium.launch({ executablePath: browserPath(), ...START });
  const context = await browser.newContext({
    viewport: { width: 1280, height: 720 },
    deviceScaleFactor: sharp ? 1 : 0.5,
    colorScheme: 'dark',
    ...options,
  });
  if (!sharp) await context.addInitScript(drawCoarsely);
  if (!isWatched) await context.addInitScript(drawForWatchers);
  context.on('page', waitForPictures);
  return {
    context,
    async close() {
      await context.close();
      await browser.close();
    },
  };
}

/** In the page, before its scripts: it draws as if there were a graphics card, so as few pixels as its window has, and none of them twice. */
function drawCoarsely() {
  const [RENDERER, UNMASKED_RENDERER] = [0x1f01, 0x9246];
  const GL = WebGL2RenderingContext.prototype;
  const { getParameter } = GL;
  GL.getParameter = function (name) {
    return name === RENDERER || name === UNMASKED_RENDERER ? 'few pixels' : getParameter.call(this, name);
  };
  const { getContext } = HTMLCanvasElement.prototype;
  HTMLCanvasElement.prototype.getContext = function (kind, options) {
    return getContext.call(this, kind, kind === 'webgl2' ? { ...options, antialias: false } : options);
  };
}

/** In the page, before its scripts: everything is placed and made ready, and triangles are drawn while `isWatched` says so. */
function drawForWatchers() {
  const GL = WebGL2RenderingContext.prototype;
  for (const name of ['clear', 'drawArrays', 'drawElements', 'drawArraysInstanced', 'drawElementsInstanced', 'drawRangeElements']) {
    const draw = GL[name];
    GL[name] = function (...of) {
      if (globalThis.isWatched) draw.apply(this, of);
    };
  }
}

/** From now on, or no longer, somebody looks at the page as it is: it draws what is on its stage, and goes on drawing. */
export async function watch(page, isWatched = true) {
  const look = (isWatched) => {
    globalThis.isWatched = isWatched;
    if (isWatched) globalThis.ghostreel?.step(0);
  };
  for (const frame of page.frames()) await frame.evaluate(look, isWatched);
}

const ACTIONS = {
  keyboard: ['press', 'down', 'up', 'type'],
  mouse: ['click', 'dblclick', 'move', 'down', 'up', 'wheel'],
  locator: ['click', 'press', 'fill', 'hover', 'focus', 'check', 'uncheck', 'selectOption', 'dispatchEvent', 'setInputFiles'],
};

/** An action on `page` is over when the page has drawn its result: on a busy machine that takes a while. */
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
