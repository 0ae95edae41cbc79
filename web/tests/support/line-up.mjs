import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { launch } from './browser.mjs';
import { serve } from './serve.mjs';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** A page that draws figures of Melee, without a replay. `draw(rows, theme, cell, pixels)`: the picture as a PNG. */
export async function lineUp() {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    root: here('.'),
    build: {
      write: false,
      target: 'es2022',
      lib: { entry: here('line-up.ts'), formats: ['es'], fileName: 'line-up' },
    },
  });
  const { code } = built[0].output[0];
  const files = { 'index.html': '<!doctype html><script type="module" src="line-up.js"></script>', 'line-up.js': code };
  const server = await serve({ '/': files });
  const browser = await launch();
  const page = await browser.context.newPage();
  const failures = [];
  page.on('pageerror', (error) => failures.push(error.message));
  page.on('console', (message) => message.type() === 'error' && failures.push(message.text()));
  await page.goto(`${server.origin}/index.html`);
  await page
    .waitForFunction(() => window.lineUp)
    .catch((error) => {
      throw new Error(`${error.message}\n${failures.join('\n')}`);
    });
  return {
    page,
    failures,
    async draw(...wanted) {
      const url = await page.evaluate((wanted) => window.lineUp(...wanted), wanted);
      return Buffer.from(url.split(',')[1], 'base64');
    },
    async close() {
      await browser.close();
      await server.close();
    },
  };
}
