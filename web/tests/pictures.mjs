// `npm run pictures`: takes the pictures that the documents show, of replays that the project makes itself, and writes them to docs/images.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { dial, sampleMap } from './support/maps.mjs';
import { drop, sampleBytes, stage } from './support/pages.mjs';
import { swapHands } from './support/swapped.mjs';
import { ghostreel, skip } from './support/places.mjs';

const images = fileURLToPath(new URL('../../docs/images/', import.meta.url));

const { map, replay } = sampleMap({ song: dial(60) });
const files = { 'swapped.bsor': swapHands(await sampleBytes(1)) };
for (const seed of [7, 8, 9]) files[`${seed}.bsor`] = await sampleBytes(seed);
files['match.replay'] = await sampleBytes(7, 'rocket-league');
files['four.slp'] = fourFighters();

/** A sample that only the program makes: two teams of two, with items. */
function fourFighters() {
  assert.ok(ghostreel, String(skip));
  const folder = mkdtempSync(join(tmpdir(), 'ghostreel-pictures-'));
  const path = join(folder, 'four.slp');
  execFileSync(ghostreel, ['sample', 'melee', path, '--variant', 'everything']);
  const bytes = readFileSync(path);
  rmSync(folder, { recursive: true });
  return bytes;
}

const s = await stage({ files, viewport: { width: 1280, height: 720 } });

/** `name`: that of the picture. */
async function take(name) {
  await s.settled();
  await s.page.mouse.move(640, 5);
  await s.page.screenshot({ path: `${images}${name}.jpg`, type: 'jpeg', quality: 84 });
  console.log(`docs/images/${name}.jpg`);
}

const ready = () => s.page.waitForFunction(() => globalThis.ghostreel.state().status === 'ready');

const statistics = async (part) => {
  await s.page.keyboard.press('s');
  await s.page.getByText(part).click();
};

try {
  await s.open('?replay=files/7.bsor&clock=manual&t=12.5');
  await take('player');

  await s.open('?replay=files/match.replay&clock=manual&t=10.6');
  await take('rocket-league');

  await s.open('?replay=files/four.slp&clock=manual&t=3.1');
  await take('melee');

  await s.open('?clock=manual');
  await drop(s.page, 'a.bsor', replay, { 'map.zip': map });
  await ready();
  await s.seek(3.4);
  await take('map');

  await s.open('?replay=files/7.bsor&with=files/8.bsor&with=files/9.bsor&clock=manual');
  await s.seek(12.5);
  await take('ghosts');

  await s.open('?replay=files/7.bsor&clock=manual');
  await statistics('Where points are lost, to practise');
  await s.page.getByRole('button', { name: 'Down', exact: true }).click();
  await s.page.getByRole('button', { name: 'Next note' }).click();
  await s.page.getByRole('button', { name: 'Next note' }).click();
  await s.page.getByRole('table', { name: 'Patterns' }).scrollIntoViewIfNeeded();
  await take('lost-points');

  await s.open('?replay=files/swapped.bsor&clock=manual');
  await statistics('Does the motion fit the cuts?');
  await s.page.getByRole('list', { name: 'Notes that are off' }).getByRole('button').nth(3).click();
  await s.page.locator('.motion-found [aria-current=true]').waitFor();
  await take('motion');
  assert.deepEqual(s.failures, [], 'no error was thrown on the page');
} finally {
  await s.close();
}
