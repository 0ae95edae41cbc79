import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** The games' manifests name what shows a replay. Nothing is shown here. */
const noPictures = {
  name: 'no-pictures',
  enforce: 'pre' as const,
  resolveId: (id: string, importer?: string) =>
    importer?.endsWith('/manifest.ts') && /^\.\/(scene|stats)/.test(id) ? '\0no-pictures' : null,
  load: (id: string) => (id === '\0no-pictures' ? 'export {}' : null),
};

export default defineConfig({
  plugins: [noPictures],
  publicDir: false,
  build: {
    outDir: here('dist'),
    emptyOutDir: true,
    target: 'es2022',
    minify: false,
    lib: { entry: here('src/index.ts'), formats: ['es'], fileName: 'index' },
    rollupOptions: { output: { codeSplitting: false } },
  },
});
