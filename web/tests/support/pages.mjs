import { mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { launch, watch } from './browser.mjs';
import { sample } from './decoder.mjs';
import { serve } from './serve.mjs';

export const dist = fileURLToPath(new URL('../../dist', import.meta.url));
export const results = fileURLToPath(new URL('../../test-results/', import.meta.url));
await mkdir(results, { recursive: true });

/** A browser and the built page on a server. `files`: made-up files, served under /files/. */
export async function stage({ files = {}, folders = {}, ...options } = {}) {
  const server = await serve({ '/': dist, '/files/': files, ...folders });
  const browser = await launch(options);
  const page = await browser.context.newPage();
  const failures = [];
  page.on('pageerror', (error) => failures.push(error.message));
  // Among other things this is where a breach of the content security policy shows.
  page.on('console', (message) => (message.type() === 'error' || isOfDrawing(message)) && failures.push(message.text()));
  return {
    server,
    page,
    context: browser.context,
    /** Errors that the page did not handle; a test that ends with any has failed. */
    failures,
    async open(query) {
      await page.goto(`${server.origin}/player.html${query}`);
      await page.evaluate(() => window.ghostreel.ready.catch(() => undefined));
      await page.evaluate(() => document.fonts.ready);
    },
    state: () => page.evaluate(() => window.ghostreel.state()),
    seek: (time) => page.evaluate((to) => window.ghostreel.seek(to), time),
    /** The state at each of many times; nothing waits for a picture between them. */
    states: (times) =>
      page.evaluate(
        (times) =>
          times.map((time) => {
            window.ghostreel.seek(time);
            return window.ghostreel.state();
          }),
        times,
      ),
    /** Until the picture stands still at its sharpest. */
    settled: () => page.waitForFunction(() => window.ghostreel.state().settled),
    async close() {
      await browser.close();
      await server.close();
    },
  };
}

/** What is asked for in a page's address, as the page has it: `page.url()` hears of a change a little later. */
export const searchOf = (page) => page.evaluate(() => location.search);

/** Whether a warning is of a call of WebGL that drew nothing. */
const isOfDrawing = (message) => message.type() === 'warning' && /INVALID_|no buffer is bound|GL ERROR/.test(message.text());

/** A picture of a page or of a part of it, drawn for this and at its sharpest. It is kept in test-results/ if it has a name. */
export async function picture(part, name, options = {}) {
  const page = part.page?.() ?? part;
  await watch(page);
  for (const frame of page.frames()) {
    await frame.waitForFunction(() => !('ghostreel' in globalThis) || !(globalThis.ghostreel.state().settled === false));
  }
  const png = await part.screenshot({ ...(name && { path: `${results}${name}.png` }), ...options });
  await watch(page, false);
  return png;
}

/** Keeps a picture for somebody to look at, when pictures are asked for: `npm test -- --pictures`. */
export const keep = async (part, name) => process.env.GHOSTREEL_WEB_PICTURES && picture(part, name);

/** Times from one to before another. */
export const times = (from, to, step) => Array.from({ length: Math.ceil((to - from) / step) }, (_, i) => from + i * step);

/** The bytes of a game's built-in sample. */
export const sampleBytes = async (seed = 7, game = 'beat-saber') => Buffer.from(await sample(seed, game));

/** Drops files on the page the way a hand does: over it, then let go. `more`: further names and bytes. */
export async function drop(page, name, bytes, more = {}) {
  const files = Object.entries({ [name]: bytes, ...more });
  const transfer = await page.evaluateHandle(
    (files) => {
      const data = new DataTransfer();
      for (const [name, base64] of files) {
        const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
        data.items.add(new File([bytes], name));
      }
      return data;
    },
    files.map(([name, bytes]) => [name, Buffer.from(bytes).toString('base64')]),
  );
  for (const type of ['dragenter', 'dragover', 'drop']) await page.dispatchEvent('body', type, { dataTransfer: transfer });
}

/** Answers where a play is shown that was dropped on another one of its map: `Beside it` or `Instead of it`. */
export const answer = (page, where) => page.getByRole('dialog').getByRole('button', { name: where }).click();

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The barriers that axe finds on a page, in words. */
export async function barriers(page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa'] }));
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
}

/** How far two pictures are apart: the share of pixels with a channel that differs by more than 12 of 255. */
export const difference = (context, a, b) =>
  ofPixels(context, [a, b], ([one, two]) => {
    let differing = 0;
    for (let i = 0; i < one.length; i += 4) {
      if ([0, 1, 2].some((c) => Math.abs(one[i + c] - two[i + c]) > 12)) differing++;
    }
    return differing / (one.length / 4);
  });

/** The share of pixels with a channel over 170 of 255: in the dark theme what is written, and little else. */
export const bright = (context, picture) =>
  ofPixels(context, [picture], ([pixels]) => {
    let bright = 0;
    for (let i = 0; i < pixels.length; i += 4) {
      if ([0, 1, 2].some((c) => pixels[i + c] > 170)) bright++;
    }
    return bright / (pixels.length / 4);
  });

/** What `measure` says of the pixels of pictures, in a page that can read them: red, green, blue and opacity, row after row. */
async function ofPixels(context, pictures, measure) {
  const page = await context.newPage();
  try {
    const pixels = await page.evaluateHandle(
      (pictures) =>
        Promise.all(
          pictures.map(async (base64) => {
            const image = new Image();
            image.src = `data:image/png;base64,${base64}`;
            await image.decode();
            const canvas = new OffscreenCanvas(image.width, image.height);
            const context = canvas.getContext('2d');
            context.drawImage(image, 0, 0);
            return context.getImageData(0, 0, image.width, image.height).data;
          }),
        ),
      pictures.map((picture) => picture.toString('base64')),
    );
    return await pixels.evaluate(measure);
  } finally {
    await page.close();
  }
}

/** The bytes of a file that a page saved; a browser that serves many has it where others cannot read it. */
export async function saved(download) {
  const path = `${results}${process.pid}-${download.suggestedFilename()}`;
  await download.saveAs(path);
  return readFile(path);
}
