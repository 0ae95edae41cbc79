import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const web = fileURLToPath(new URL('../..', import.meta.url));

/** The folder of an npm package. */
export const source = (name) => join(web, 'packages', name);

/** What a program prints. */
export const run = (program, args, cwd) => execFileSync(program, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

/** The example of the README of `@ghostreel/replay`. */
export const example = () => /```js\n([\s\S]*?)```/.exec(readFileSync(join(source('replay'), 'README.md'), 'utf8'))[1];

/** A plain project that has installed the packages as they would be published, and `others` from the registry. */
export function plainProject(others = []) {
  run('npm', ['run', '--silent', 'package'], web);
  const folder = mkdtempSync(join(tmpdir(), 'ghostreel-package-'));
  const packed = ['replay', 'player'].map((name) => {
    const [{ filename }] = JSON.parse(run('npm', ['pack', '--json', '--pack-destination', folder], source(name)));
    return `./${filename}`;
  });
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const offline = others.length > 0 ? [] : ['--offline'];
  run('npm', ['install', '--silent', '--no-audit', '--no-fund', ...offline, ...packed, ...others], folder);
  return {
    folder,
    /** What a program of the project prints. */
    printed(code, program = [process.execPath]) {
      const file = join(folder, 'program.mjs');
      writeFileSync(file, code);
      return run(program[0], [...program.slice(1), file], folder);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
