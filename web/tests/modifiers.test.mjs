// Notes as the player saw them: without cubes with Ghost Notes, and with arrows that fade with these and with Disappearing Arrows.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { difference, picture, sampleBytes, stage } from './support/pages.mjs';

/** A Beat Saber replay as if it had been played with other modifiers (docs/spec/bsor.md). */
function withModifiers(file, modifiers) {
  let at = 6;
  const skipTexts = (count) => {
    for (let i = 0; i < count; i++) at += 4 + file.readInt32LE(at);
  };
  skipTexts(13); // version to difficulty
  at += 4; // score
  skipTexts(2); // mode, environment
  const text = Buffer.concat([Buffer.alloc(4), Buffer.from(modifiers)]);
  text.writeInt32LE(modifiers.length);
  return Buffer.concat([file.subarray(0, at), text, file.subarray(at + 4 + file.readInt32LE(at))]);
}

const files = {};
let s;
before(async () => {
  const sample = await sampleBytes();
  for (const [name, modifiers] of Object.entries({ plain: '', ghosts: 'GN', arrows: 'DA', faster: 'FS' })) {
    files[`${name}.bsor`] = withModifiers(sample, modifiers);
  }
  s = await stage({ files });
});
after(async () => {
  await s?.close();
  assert.deepEqual(s?.failures ?? [], []);
});

const open = (name, more = '') => s.open(`?replay=files/${name}.bsor&clock=manual${more}`);
const choice = (name) => s.page.getByRole('button', { name });
const [WHOLE, PLAYED] = ['Show notes whole', 'Show notes as the player saw them'];

/** The picture at times all over the replay. */
const looks = () =>
  s.page.evaluate(() => {
    const { start, end } = window.ghostreel.state();
    const seen = [];
    for (let time = start; time < end; time += 0.73) {
      window.ghostreel.seek(time);
      const { notes, head } = window.ghostreel.state().visible;
      for (const note of notes) seen.push({ ...note, time, ahead: head[2] - note.position[2] });
    }
    return seen;
  });

/** How much of an arrow is to be seen, by metres before the head. The jump of the sample begins 9 m and 0.9 m before it. */
const fading = (ahead) => Math.min(1, Math.max(0, (0.7 - (1 - ahead / 9.9)) / 0.4));

test('with Ghost Notes there are no cubes but the first, and arrows and dots fade', async () => {
  await open('ghosts');
  const seen = await looks();
  const first = Math.min(...seen.filter(({ kind }) => kind !== 'bomb').map(({ row }) => row));
  const kinds = new Set();
  for (const { row, kind, body, sign, ahead, state } of seen) {
    if (kind === 'bomb' || row === first) {
      assert.deepEqual([body, sign], [true, 1], `${kind} ${row}`);
      continue;
    }
    kinds.add(kind);
    assert.equal(body, false, `${kind} ${row}`);
    assert.ok(Math.abs(sign - fading(ahead)) < 1e-3, `${kind} ${row}, ${ahead} m away: ${sign}, ${state}`);
  }
  assert.deepEqual([...kinds].sort(), ['head', 'link', 'note']);
  assert.ok(seen.some(({ sign }) => sign === 0) && seen.some(({ sign }) => sign > 0.2 && sign < 0.8));
});

test('with Disappearing Arrows cubes stay', async () => {
  await open('arrows');
  const seen = await looks();
  assert.ok(seen.every(({ body }) => body));
  for (const { kind, sign, ahead } of seen) assert.ok(Math.abs(sign - (kind === 'bomb' ? 1 : fading(ahead))) < 1e-3);
});

test('cuts are seen all the same', async () => {
  const effects = async (name) => {
    await open(name);
    return s.page.evaluate(() => {
      const found = [];
      for (let time = 2; time < 12; time += 0.35) {
        window.ghostreel.seek(time);
        const { debris, texts, mistakes } = window.ghostreel.state().visible;
        found.push([debris, texts, mistakes.length]);
      }
      return found;
    });
  };
  const whole = await effects('plain');
  assert.ok(whole.some(([debris]) => debris > 0));
  assert.deepEqual(await effects('ghosts'), whole);
});

test('a button shows notes whole, in every replay until it is pressed again', async () => {
  const shot = async (name) => {
    await s.seek(8.3);
    return picture(s.page.locator('canvas.stage'), `modifiers-${name}`);
  };
  await open('plain');
  assert.equal(await choice(WHOLE).count(), 0, 'there is nothing to choose');
  const plain = await shot('plain');
  await open('faster');
  assert.equal(await choice(WHOLE).count(), 0);
  for (const name of ['ghosts', 'arrows']) {
    await open(name);
    const { drawn } = await s.state();
    assert.ok(drawn.calls <= 40, `${drawn.calls} calls`);
    const played = await shot(name);
    assert.ok((await difference(s.context, plain, played)) > 0.0005, `${name} look another way`);
    await choice(WHOLE).click();
    const { visible } = await s.state();
    assert.ok(visible.notes.length > 0 && visible.notes.every(({ body, sign }) => body && sign === 1));
    const shown = await shot(`${name}-whole`);
    assert.ok((await difference(s.context, plain, shown)) < 0.005, 'but for the button, the same picture');
    await s.page.evaluate(() => window.ghostreel.load('files/ghosts.bsor'));
    await choice(PLAYED).click();
    await s.seek(8.3);
    assert.ok((await s.state()).visible.notes.some(({ sign }) => sign < 1));
  }
});
