// The player in somebody else's page: docs/embedding.md, tried out.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { stage } from './support/pages.mjs';

/** The example of the documentation, run as it stands but for the player's address. */
const documentation = await readFile(fileURLToPath(new URL('../../docs/embedding.md', import.meta.url)), 'utf8');
const example = /```html\n([\s\S]*?)```/.exec(documentation)[1];
const script = /<script type="module">\n([\s\S]*?)<\/script>/.exec(example)[1];

let s;
before(async () => {
  s = await stage({
    files: {
      // Scripts of their own, since the test server forbids inline ones.
      'host.html': example
        .replace(/src="[^"]*player[^"]*"/, 'src="/player.html?sample&amp;clock=manual"')
        .replace(/<script type="module">[\s\S]*<\/script>/, '<script type="module" src="host.js"></script>'),
      'host.js': `${script}\nwindow.connect = connect;`,
    },
  });
});
after(async () => {
  await s?.close();
  assert.deepEqual(s.failures, []);
});

test('the documented example works: calls are answered, events arrive', async () => {
  await s.page.goto(`${s.server.origin}/files/host.html`);
  const outcome = await s.page.evaluate(async () => {
    const heard = [];
    const player = window.connect(document.querySelector('iframe'), (event, detail) => heard.push([event, detail]));
    await player.call('seek', 12.5);
    const state = await player.call('state');
    await player.call('setCamera', 'top');
    await player.call('setSpeed', 2);
    await player.call('play');
    await player.call('step', 0.5);
    const later = await player.call('state');
    const failed = await player.call('load', 'https://example.com/x').catch((error) => error.message);
    return { state, later, heard, failed };
  });
  assert.equal(outcome.state.time, 12.5);
  assert.equal(outcome.state.game, 'beat-saber');
  assert.ok(outcome.state.score > 0);
  assert.ok(Array.isArray(outcome.state.visible.notes));
  assert.equal(outcome.later.camera, 'top');
  assert.equal(outcome.later.playing, true);
  assert.ok(outcome.later.time > 13.4);
  assert.match(outcome.failed, /only opened from/);
  const names = outcome.heard.map(([event]) => event);
  for (const name of ['seek', 'camera', 'speed', 'play', 'time', 'error']) assert.ok(names.includes(name), `${name} in ${names}`);
});

test('nothing but documented calls is answered', async () => {
  await s.page.goto(`${s.server.origin}/files/host.html`);
  const answers = await s.page.evaluate(async () => {
    const frame = document.querySelector('iframe');
    const player = window.connect(frame, () => undefined);
    await player.call('state');
    const seen = [];
    window.addEventListener('message', ({ data }) => 'reply' in data && seen.push(data));
    for (const message of [
      { ghostreel: 1, call: 'constructor', id: 'x' },
      { call: 'play', id: 'x' },
      { ghostreel: 2, call: 'play', id: 'x' },
      'play',
    ]) {
      frame.contentWindow.postMessage(message, '*');
    }
    await player.call('state');
    return seen.filter(({ reply }) => reply === 'x').length;
  });
  assert.equal(answers, 0);
});
