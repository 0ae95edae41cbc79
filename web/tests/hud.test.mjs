// The numbers of Beat Saber's scene: where players know them from, at every size of the picture, and clear of the controls.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { keep, stage } from './support/pages.mjs';

let s;
before(async () => {
  s = await stage();
  await s.open('?sample&clock=manual');
});
after(async () => {
  await s?.close();
  assert.deepEqual(s.failures, []);
});

const PARTS = ['.bs-combo', '.bs-score', '.bs-multiplier', '.bs-song', '.bs-energy'];

async function boxes(width, height, camera = 'behind') {
  await s.page.setViewportSize({ width, height });
  await s.page.evaluate((name) => window.ghostreel.setCamera(name), camera);
  await s.seek(30);
  await s.settled();
  await keep(s.page, `hud-${width}x${height}-${camera}`);
  const found = await Promise.all([...PARTS, '.dock', '.header'].map((part) => s.page.locator(part).first().boundingBox()));
  return Object.fromEntries([...PARTS, 'dock', 'header'].map((part, i) => [part.replace('.bs-', ''), found[i]]));
}
const right = (box) => box.x + box.width;
const bottom = (box) => box.y + box.height;
const apart = (a, b) => right(a) <= b.x || right(b) <= a.x || bottom(a) <= b.y || bottom(b) <= a.y;

const SIZES = [
  [1280, 720],
  [960, 540],
  [1920, 800],
  [1000, 760],
  [844, 390],
  [390, 844],
  [320, 640],
];

for (const [width, height] of SIZES) {
  for (const camera of ['behind', 'side']) {
    test(`at ${width} × ${height} from ${camera}, all is in the picture and nothing covers another`, async () => {
      const all = await boxes(width, height, camera);
      for (const [name, box] of Object.entries(all)) {
        assert.ok(box.x >= 0 && box.y >= 0 && right(box) <= width && bottom(box) <= height, `${name}: ${JSON.stringify(box)}`);
        for (const [other, one] of Object.entries(all)) {
          assert.ok(name === other || apart(box, one), `${name} ${JSON.stringify(box)}, ${other} ${JSON.stringify(one)}`);
        }
      }
    });
  }
}

for (const [width, height] of SIZES.slice(0, 4)) {
  test(`at ${width} × ${height} beside open statistics, all is in the rest of the picture`, async () => {
    await s.page.setViewportSize({ width, height });
    await s.page.getByRole('button', { name: /^Statistics/ }).click();
    const { dock: _, header, ...all } = await boxes(width, height);
    const sheet = await s.page.locator('.sheet').boundingBox();
    await keep(s.page, `hud-${width}x${height}-statistics`);
    await s.page.getByRole('button', { name: /^Statistics/ }).click();
    for (const [name, box] of Object.entries(all)) {
      assert.ok(box.x >= 0 && right(box) <= sheet.x && bottom(box) <= height, `${name}: ${JSON.stringify(box)}`);
      for (const [other, one] of Object.entries({ ...all, header })) {
        assert.ok(name === other || apart(box, one), `${name} ${JSON.stringify(box)}, ${other} ${JSON.stringify(one)}`);
      }
    }
  });
}

test('combo and score are left of the lane, multiplier and song right of it, energy below', async () => {
  const { combo, score, multiplier, song, energy, dock } = await boxes(960, 540);
  const middle = 480;
  // The lane is so wide where notes are cut.
  const lane = 110;
  assert.ok(right(combo) < middle - lane && right(score) < middle - lane, 'left');
  assert.ok(multiplier.x > middle + lane && song.x > middle + lane, 'right');
  assert.ok(score.y > combo.y && song.y > multiplier.y);
  assert.ok(energy.y > 380 && bottom(energy) <= dock.y, 'below');
  const centre = energy.x + energy.width / 2;
  assert.ok(Math.abs(centre - middle) < 2);
});

test('the song’s time goes on', async () => {
  const song = s.page.locator('.bs-song');
  await s.seek(12.4);
  assert.equal(await song.textContent(), '0:12');
  await s.seek(31);
  assert.equal(await song.textContent(), '0:31');
});
