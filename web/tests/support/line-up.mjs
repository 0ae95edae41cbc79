import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { launch } from './browser.mjs';
import { serve } from './serve.mjs';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** A page that draws figures of Melee without a replay: `window.lineUp` in line-up.ts. */
export async function lineUp() {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    root: here('.'),
    build: { write: false, target: 'es2022', lib: { entry: here('line-up.ts'), formats: ['es'], fileName: 'line-up' } },
  });
  const [{ code }] = built[0].output;
  const server = await serve({
    '/': { 'index.html': '<!doctype html><script type="module" src="line-up.js"></script>', 'line-up.js': code },
  });
  const browser = await launch({ isWatched: true });
  const page = await browser.context.newPage();
  const failures = [];
  page.on('pageerror', (error) => failures.push(error.message));
  page.on('console', (message) => message.type() === 'error' && failures.push(message.text()));
  await page.goto(`${server.origin}/index.html`);
  await page
    .waitForFunction(() => window.lineUp, null, { timeout: 10_000 })
    .catch((error) => {
      throw new Error(failures.join('\n') || error.message);
    });
  return {
    page,
    failures,
    /** A picture as a PNG. */
    async picture(wanted) {
      const url = await page.evaluate((wanted) => window.lineUp({ ...wanted, url: true }).url, wanted);
      return Buffer.from(url.split(',')[1], 'base64');
    },
    async close() {
      await browser.close();
      await server.close();
    },
  };
}
