// After the build: the types that the package gives, the decoders, and the licences.
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const [built, types] = [join(here, 'dist/all-types'), join(here, 'dist/types')];

/** A file of types and all that it imports. In a package their names are whole. */
async function take(file, taken) {
  if (taken.has(file)) return;
  taken.add(file);
  const text = await readFile(join(built, `${file}.d.ts`), 'utf8');
  const named = [];
  const whole = text.replace(/(from ')(\.[^']*)'/g, (_, before, path) => {
    const other = normalize(join(dirname(file), path === '.' ? './index' : path));
    named.push(other);
    return `${before}${path === '.' ? './index' : path}.js'`;
  });
  await mkdir(dirname(join(types, file)), { recursive: true });
  await writeFile(join(types, `${file}.d.ts`), whole);
  for (const other of named) await take(other, taken);
}

await rm(types, { recursive: true, force: true });
await take('packages/replay/src/index', new Set());
await rm(built, { recursive: true });

const decoders = join(here, '../../public/decoders');
for (const name of await readdir(decoders)) {
  // The picture's own module is of no use without a picture.
  if (name.endsWith('.wasm') && !name.includes('-flight')) await cp(join(decoders, name), join(here, 'dist/decoders', name));
}
for (const name of ['LICENSE-APACHE', 'LICENSE-MIT']) await cp(join(here, '../../..', name), join(here, 'dist', name));
