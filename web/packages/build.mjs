// Builds the npm packages: each a program with its types and what it needs, in its folder `dist`. The page and its decoders are built before.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const here = fileURLToPath(new URL('.', import.meta.url));
const types = join(here, 'types');

/** The folders that a package has besides its program, where they come from, and which of their files. */
const PARTS = {
  replay: [
    // The pictures' own modules are of no use without a picture.
    ['decoders', '../public/decoders', (name) => !/-(flight|motion)\b/.test(name)],
    // What the page has no use for.
    ['decoders', 'replay/decoders', () => true],
  ],
  player: [['player', '../dist', (name) => !/(index|compare)\.html$/.test(name)]],
};

/** The games' manifests name what shows a replay. In a program without pictures there is none. */
const noPictures = {
  name: 'no-pictures',
  enforce: 'pre',
  resolveId: (id, importer) => (importer?.endsWith('/manifest.ts') && /^\.\/(scene|stats)/.test(id) ? '\0no-pictures' : null),
  load: (id) => (id === '\0no-pictures' ? 'export {}' : null),
};

/** Puts a file of types and all that it imports into a package. There their names are whole. */
async function take(file, folder, taken = new Set()) {
  if (taken.has(file)) return;
  taken.add(file);
  const text = await readFile(join(types, `${file}.d.ts`), 'utf8');
  const named = [];
  const whole = text.replace(/(from ')(\.[^']*)'/g, (_, before, path) => {
    const other = path === '.' ? './index' : path;
    named.push(normalize(join(dirname(file), other)));
    return `${before}${other}.js'`;
  });
  await mkdir(dirname(join(folder, file)), { recursive: true });
  await writeFile(join(folder, `${file}.d.ts`), whole);
  for (const other of named) await take(other, folder, taken);
}

execFileSync(process.execPath, [join(here, '../node_modules/typescript/bin/tsc'), '-p', here], { stdio: 'inherit' });
for (const [name, parts] of Object.entries(PARTS)) {
  const dist = join(here, name, 'dist');
  await build({
    configFile: false,
    // A Worker's program lies beside the package's own.
    base: './',
    worker: { format: 'es' },
    logLevel: 'warn',
    publicDir: false,
    plugins: [noPictures],
    build: {
      outDir: dist,
      emptyOutDir: true,
      target: 'es2022',
      minify: false,
      lib: { entry: join(here, name, 'src/index.ts'), formats: ['es'], fileName: 'index' },
      rollupOptions: { output: { codeSplitting: false } },
    },
  });
  await take(`packages/${name}/src/index`, join(dist, 'types'));
  for (const [part, from, isWanted] of parts) {
    // `cargo xtask web --verbs` makes the module that the page has no use for.
    if (existsSync(join(here, from))) await cp(join(here, from), join(dist, part), { recursive: true, filter: isWanted });
  }
  for (const licence of ['LICENSE-APACHE', 'LICENSE-MIT']) await cp(join(here, '../..', licence), join(dist, licence));
}
await rm(types, { recursive: true });
