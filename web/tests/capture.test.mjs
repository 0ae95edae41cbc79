// Pictures and clips of a moment, as files.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ALL_FORMATS, BufferSource, Input } from 'mediabunny';
import { source } from './support/decoder.mjs';
import { drop, saved as bytesOf, keep, sampleBytes, stage } from './support/pages.mjs';

const { partsAround, partsAsked, shortened, timesOf } = await source('src/player/clip/parts.ts');

let s;
before(async () => {
  s = await stage({ sharp: true });
});
after(() => s?.close());

/** The file that the page saves when `ask` is done. */
async function saved(from, ask) {
  const download = from.page.waitForEvent('download');
  await ask();
  const file = await download;
  return { name: file.suggestedFilename(), bytes: await bytesOf(file) };
}

test('moments are shown with what leads to them, and nothing twice', () => {
  const span = { start: 0, end: 60 };
  assert.deepEqual(partsAround([30, 1, 33], span), [
    { from: 0, until: 3.5 },
    { from: 27, until: 35.5 },
  ]);
  assert.deepEqual(partsAround([], span), []);
  const long = [
    { from: 0, until: 500 },
    { from: 600, until: 900 },
    { from: 950, until: 960 },
  ];
  assert.deepEqual(shortened(long, 600), [long[0], { from: 600, until: 700 }], 'no more than that');
  assert.deepEqual(shortened(long, 1200), long);
  const times = timesOf(
    [
      { from: 1, until: 2 },
      { from: 5, until: 5.5 },
    ],
    0.5,
  );
  assert.equal(times.length, 180);
  assert.ok(Math.abs(times[119] - 2) < 0.01 && times[120] === 5);
});

test('a picture of the moment is saved, with its size and a line under it', async () => {
  await s.open('?sample&clock=manual&t=10');
  const { name, bytes } = await saved(s, () => s.page.keyboard.press('p'));
  assert.match(name, /0-10\.png$/);
  assert.deepEqual([...bytes.subarray(0, 4)], [0x89, 0x50, 0x4e, 0x47]);
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  assert.ok(width >= 1000 && height >= 500, `${width} by ${height}`);
  // A picture of nothing is small.
  assert.ok(bytes.length > 50_000, `${bytes.length} bytes`);
  const other = await saved(s, () => s.page.getByRole('button', { name: 'Save a picture (P)' }).click());
  assert.ok(other.bytes.equals(bytes), 'the same moment is the same picture');
});

/** The file that came of a clip, as a program that plays it sees it. */
async function played(bytes) {
  const input = new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS });
  const track = await input.getPrimaryVideoTrack();
  const sound = await input.getPrimaryAudioTrack();
  const { packetCount } = await track.computePacketStats();
  return {
    pictures: packetCount,
    seconds: await track.computeDuration(),
    width: track.displayWidth,
    sound: await sound?.computeDuration(),
  };
}

test('a clip of a loop has each of its pictures, and the replay stays where it is meanwhile', async () => {
  // Without a graphics card each pixel takes its time.
  await s.page.setViewportSize({ width: 480, height: 270 });
  await s.open('?sample&t=7&clock=manual');
  await s.page.evaluate(() => globalThis.ghostreel.setLoop(5, 6));
  const { name, bytes } = await saved(s, () => s.page.keyboard.press('r'));
  assert.match(name, /0-05\.(webm|mp4)$/);
  const { pictures, seconds, width } = await played(bytes);
  // The song was played 1.2 times as fast.
  assert.equal(pictures, 50);
  assert.ok(Math.abs(seconds - 1 / 1.2) < 0.02, `${seconds} s`);
  assert.ok(width >= 480, `${width} wide`);
  assert.ok(bytes.length > 10_000, `${bytes.length} bytes`);
  assert.equal((await s.state()).time, 7);
  assert.equal(await s.page.getByRole('button', { name: 'Save a clip (R)' }).getAttribute('aria-pressed'), 'false');
});

test('a clip that is given up is not saved', async () => {
  await s.open('?sample&t=5&clock=manual');
  const downloads = [];
  s.page.on('download', (download) => downloads.push(download));
  await s.page.keyboard.press('r');
  const card = s.page.getByRole('region', { name: 'Clip' });
  await card.getByRole('progressbar').waitFor();
  await keep(s.page, 'clip-in-the-making');
  await card.getByRole('button', { name: 'Cancel the clip' }).click();
  await s.page.locator('.toast', { hasText: 'No clip was made' }).waitFor();
  await card.waitFor({ state: 'detached' });
  s.page.removeAllListeners('download');
  assert.equal(downloads.length, 0);
});

test('events that are asked for are one clip, with what is heard', async (t) => {
  // Of pictures that nobody looks at, there are as many.
  const quick = await stage({ files: { match: await sampleBytes(1, 'rocket-league') } });
  t.after(() => quick.close());
  await quick.open('?replay=/files/match&clock=manual');
  await quick.page.evaluate(() => localStorage.setItem('ghostreel.song', JSON.stringify({ hits: true })));
  await quick.page.reload();
  await quick.page.evaluate(() => window.ghostreel.ready);
  await quick.page.evaluate(() => window.ghostreel.setSpeed(4));
  await quick.page.keyboard.press('s');
  await quick.page
    .getByRole('group', { name: 'Which moments' })
    .getByRole('button', { name: /^Goals/ })
    .click();
  await quick.page.keyboard.press('s');
  await keep(quick.page, 'clip-of-all');
  const { bytes } = await saved(quick, () => quick.page.getByRole('button', { name: 'Clip of all 2' }).click());
  // Two goals, 3 seconds before each to 2.5 after, four times as fast.
  const { pictures, seconds, sound } = await played(bytes);
  assert.ok(Math.abs(pictures - 165) <= 1, `${pictures} pictures`);
  assert.ok(Math.abs(seconds - 11 / 4) < 0.05, `${seconds} s`);
  assert.ok(Math.abs(sound - 11 / 4) < 0.2, `${sound} s of sound`);
});

test('events that are asked for in one game are one clip of all games that were dropped together', async (t) => {
  const quick = await stage();
  t.after(() => quick.close());
  await quick.open('?clock=manual');
  const match = await sampleBytes(1, 'rocket-league');
  await drop(quick.page, 'Game 1.replay', match, { 'Game 2.replay': match, 'Game 3.replay': Buffer.from('no replay') });
  await quick.page.waitForFunction(() => globalThis.ghostreel.state().game === 'rocket-league');
  await quick.page.evaluate(() => window.ghostreel.setSpeed(4));
  assert.equal(await quick.page.getByRole('button', { name: '… of 3 games' }).count(), 0, 'nothing is asked for yet');
  await quick.page.keyboard.press('s');
  await quick.page
    .getByRole('group', { name: 'Which moments' })
    .getByRole('button', { name: /^Goals/ })
    .click();
  await quick.page.keyboard.press('s');
  await keep(quick.page, 'clip-of-series');
  const { bytes } = await saved(quick, () => quick.page.getByRole('button', { name: '… of 3 games' }).click());
  const { pictures, seconds } = await played(bytes);
  assert.ok(Math.abs(pictures - 330) <= 2, `${pictures} pictures`);
  assert.ok(Math.abs(seconds - 22 / 4) < 0.1, `${seconds} s`);
  await quick.page.locator('.toast', { hasText: 'Clip saved, 1 could not be opened' }).waitFor();
  assert.equal((await quick.state()).time, 0, 'the game on the stage stays where it is');
});

test('moments of a person are found in the other game by the same id or name, and of nobody else', () => {
  const kind = { name: 'goal' };
  const scene = { span: { start: 0, end: 100 }, markers: [0, 1, 0].map((player, i) => ({ time: 10 + 20 * i, moment: { kind, player } })) };
  const has = ({ player }, whose) => whose === null || player === whose.player;
  const shown = {
    players: [
      { id: 'a', name: 'Ghost' },
      { id: 'b', name: 'Reel' },
    ],
  };
  const asked = (whose, players) => partsAsked({ has, whose }, shown, { meta: { players } }, scene).map(({ from }) => from + 3);
  assert.deepEqual(
    asked({ player: 1 }, [
      { id: 'b', name: 'Renamed' },
      { id: 'a', name: 'Reel' },
    ]),
    [10, 50],
  );
  assert.deepEqual(asked({ player: 1 }, [{ id: 'c', name: 'Reel' }]), [], 'another of that name');
  assert.deepEqual(asked(null, []), [10, 30, 50], 'anybody');
});

test('where a browser encodes no pictures, a clip is recorded while it is played, to the key that ends it', async () => {
  await s.context.addInitScript(() => delete globalThis.VideoEncoder);
  await s.open('?sample&t=5');
  const { name, bytes } = await saved(s, async () => {
    await s.page.keyboard.press('r');
    const end = s.page.getByRole('button', { name: 'End the clip (R)' });
    await end.waitFor();
    await s.page.waitForFunction(() => globalThis.ghostreel.state().time > 5.3);
    await s.page.keyboard.press('r');
  });
  assert.match(name, /0-05\.(webm|mp4)$/);
  assert.ok(bytes.length > 5_000, `${bytes.length} bytes`);
});
