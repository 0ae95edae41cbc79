import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const page = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** A shader without what only its reader needs: minifiers leave texts alone. */
const minified = (shader: string) =>
  shader
    .replace(/\/\/.*$/gm, '')
    .replace(/\s*\n\s*/g, '\n')
    // Lines of the preprocessor need their spaces.
    .replace(/^[^#\n].*$/gm, (line) => line.replace(/ *([-+*/=<>?:;,(){}|&!]) */g, '$1'));

/** Parts of three.js's shaders that only its physical materials have, and those materials, of which the page has none. */
const PHYSICAL_PARTS = /\bvar ((lights|envmap)_physical|transmission|iridescence)\w* = "[^"\n]*"/g;
const PHYSICAL = /\bMesh(Standard|Physical)Material\b/;

const shaders = {
  name: 'shaders',
  enforce: 'pre' as const,
  transform(code: string, id: string) {
    if (id.includes('/src/') && PHYSICAL.test(code))
      throw new Error(`${id}: the shaders of physical materials are left out (vite.config.ts)`);
    if (id.endsWith('.ts') && code.includes('/* glsl */')) return code.replace(/\/\* glsl \*\/\s*`[^`]*`/g, minified);
    if (!id.endsWith('/three.module.js')) return null;
    const texts = code.replace(PHYSICAL_PARTS, (text) => text.replace(/".*"/, '""'));
    // Here they are texts in one line each.
    return texts.replace(/"[^"\n]*\\n[^"\n]*"/g, (text) => JSON.stringify(minified(JSON.parse(text))));
  },
};

export default defineConfig({
  plugins: [shaders],
  // Relative addresses let one build serve from our server's root and from a static host's subfolder alike.
  base: './',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    modulePreload: { polyfill: false },
    // A font inlined as data: would need a wider content security policy.
    assetsInlineLimit: 0,
    // three.js is what it is; the budget for all of it is asserted in tests/size.test.mjs.
    chunkSizeWarningLimit: 700,
    rollupOptions: {
      input: { index: page('index.html'), player: page('player.html'), compare: page('compare.html') },
      output: {
        // Of a game's scene the name of the game, as its statistics' says it: three files called scene tell nothing.
        chunkFileNames: ({ facadeModuleId }) => `assets/${facadeModuleId?.match(/\/games\/([^/]+)\/scene\//)?.[1] ?? '[name]'}-[hash].js`,
      },
    },
  },
});
