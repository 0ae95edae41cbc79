import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { example, plainProject, run, source } from './support/package.mjs';

let project;
const program = (name) => join(project.folder, 'node_modules/.bin', name);

before(() => {
  project = plainProject(['bun@1.4.5', 'deno@2.9.6', 'publint@0.3.25', '@arethetypeswrong/cli@0.18.5']);
});

after(() => project.remove());

test('the package runs in Deno and Bun as it does in Node', () => {
  // Each prints arrays in its own way: names and times are alike.
  const code = example().replace(/console\.log\((frames.*)\)/, 'console.log(frames.length)');
  const lines = (of) => project.printed(code, of).replace(/\s+/g, ' ').replace(/['"]/g, '');
  const inNode = lines([process.execPath]);
  assert.match(inNode, /^melee \[ .* 1200 /);
  assert.equal(lines([program('bun')]), inNode);
  assert.equal(lines([program('deno'), 'run', '--allow-read']), inNode);
});

test('publint and arethetypeswrong find nothing', () => {
  for (const name of ['replay', 'player']) {
    assert.match(run(program('publint'), ['--strict'], source(name)), /All good/);
    run(program('attw'), ['--pack', '.', '--profile', 'esm-only', '--format', 'ascii'], source(name));
  }
});
