// The player in somebody else's page: docs/embedding.md, tried out.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { difference, drop, picture, sampleBytes, stage } from './support/pages.mjs';

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

test('links of an embedded player lead to pages of their own', async () => {
  await s.page.goto(`${s.server.origin}/files/host.html`);
  const frame = s.page.frameLocator('iframe');
  await frame.getByRole('button', { name: 'Play (Space)' }).waitFor();
  assert.equal(await frame.getByRole('link', { name: 'All replays' }).count(), 0);
  const [opened] = await Promise.all([
    s.context.waitForEvent('page'),
    frame.getByRole('link', { name: 'Watch on a page of its own' }).click(),
  ]);
  await opened.waitForLoadState();
  assert.match(opened.url(), /\/player\.html\?sample/);
  await opened.close();
  assert.match(s.page.frames()[1].url(), /player\.html/);
});

test('a camera that is changed while paused arrives, also after a seek', async () => {
  await s.open('?sample&t=12');
  const state = await s.page.evaluate(() => {
    window.ghostreel.setCamera('top');
    window.ghostreel.seek(13);
    return window.ghostreel.state();
  });
  assert.equal(state.settled, false);
  await s.settled();
  const arrived = await picture(s.page);
  await s.open('?sample&t=13&cam=top');
  await s.settled();
  assert.ok((await difference(s.context, arrived, await picture(s.page))) < 0.01);
});

/** Names in a state, at any depth. */
const namesIn = (value) =>
  typeof value !== 'object' || value === null
    ? []
    : Array.isArray(value)
      ? value.flatMap(namesIn)
      : Object.entries(value).flatMap(([name, inner]) => [name, ...namesIn(inner)]);

for (const game of ['beat-saber', 'melee', 'rocket-league']) {
  test(`the documentation names every camera and every part of the state: ${game}`, async () => {
    await s.open('');
    await drop(s.page, `sample.${game}`, await sampleBytes(7, game));
    await s.page.waitForFunction((game) => window.ghostreel.state().game === game, game);
    const state = await s.state();
    // A player's camera has the player's name or number after a dash.
    const named = (name) => documentation.includes(`\`${name}\``) || documentation.includes(`\`${name.replace(/-.+$/, '-…')}\``);
    const absent = [...new Set([...namesIn(state), ...state.cameras])].filter((name) => !named(name));
    assert.deepEqual(absent, []);
  });
}

test('an embedded player is the picture alone, or with the numbers and names of its game', async () => {
  const shown = async () => [await s.page.locator('.hud').count(), await s.page.locator('.app').getAttribute('data-shown')];
  await s.open('?sample&clock=manual');
  assert.deepEqual(await shown(), [1, 'true']);
  await s.open('?sample&clock=manual&ui=hud');
  assert.deepEqual(await shown(), [1, 'false']);
  await s.page.mouse.move(300, 200);
  assert.deepEqual(await shown(), [1, 'false'], 'also under a pointer that moves');
  await s.open('?sample&clock=manual&ui=none');
  assert.deepEqual(await shown(), [0, 'false']);
  await s.page.keyboard.press('h');
  assert.deepEqual(await shown(), [1, 'true']);
  await s.page.keyboard.press('h');
  assert.deepEqual(await shown(), [0, 'false']);
});

test('an unknown call is answered with the list of calls, and messages for others not at all', async () => {
  await s.page.goto(`${s.server.origin}/files/host.html`);
  const { known, unknown, others } = await s.page.evaluate(async () => {
    const frame = document.querySelector('iframe');
    const player = window.connect(frame, () => undefined);
    await player.call('state');
    const seen = [];
    window.addEventListener('message', ({ data }) => 'reply' in data && seen.push(data));
    for (const message of [
      { ghostreel: 1, call: 'constructor', id: 'unknown' },
      { ghostreel: 1, call: 'play', args: 'fast', id: 'unknown' },
      { call: 'play', id: 'x' },
      { ghostreel: 2, call: 'play', id: 'x' },
      'play',
    ]) {
      frame.contentWindow.postMessage(message, '*');
    }
    const known = await player.call('state');
    return { known, unknown: seen.filter(({ reply }) => reply === 'unknown'), others: seen.filter(({ reply }) => reply === 'x') };
  });
  assert.equal(known.playing, false);
  assert.deepEqual(
    unknown.map(({ error }) => /^There is no call (\w+) .*state, load, seek/.exec(error)?.[1]),
    ['constructor', 'play'],
  );
  assert.deepEqual(others, []);
});
