// Things that stand before the notes that come next: halves, points, marks and the headset, in the picture that the player starts with.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { Quaternion, Vector3 } from 'three';
import { source } from './support/decoder.mjs';
import { keep, stage, times } from './support/pages.mjs';
import { corpus } from './support/places.mjs';

const folder = corpus('beat-saber/bsor');
const songs = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.bsor')) : [];
const skip = songs.length ? false : 'corpus absent';

const NEXT = 8;
/** Half the edge of a note, and of the headset's box. */
const NOTE = 0.22;
const HEAD = { kind: 'head', width: 0.21, height: 0.25, alpha: 1 };

let s;
let behind;
before(async () => {
  s = await stage({
    files: Object.fromEntries(songs.map((name) => [name, readFileSync(folder + name)])),
    viewport: { width: 960, height: 540 },
  });
  const { camerasOf } = await source('src/games/beat-saber/scene/cameras.ts');
  const { Lane } = await source('src/games/beat-saber/scene/lane.ts');
  behind = camerasOf(null, () => Lane.STRAIGHT).find(({ name }) => name === 'behind');
});
after(async () => {
  await s?.close();
  assert.deepEqual(s?.failures ?? [], []);
});

/** From the default camera: across, up and away of a point. */
function seen(point) {
  const position = new Vector3();
  const rotation = new Quaternion();
  behind.place(0, { position, rotation });
  const v = new Vector3(...point).sub(position).applyQuaternion(rotation.invert());
  return { x: v.x / -v.z, y: v.y / -v.z, far: -v.z };
}

/** The share of a note's face that something nearer hides. */
function hidden(note, covers) {
  const at = seen(note.position);
  let points = 0;
  let gone = 0;
  for (let i = -2; i <= 2; i++) {
    for (let j = -2; j <= 2; j++) {
      points++;
      const x = at.x + (i / 2) * (NOTE / at.far);
      const y = at.y + (j / 2) * (NOTE / at.far);
      const isHidden = covers.some((cover) => {
        const c = seen(cover.at);
        const [w, h] = [cover.width / 2 / c.far, cover.height / 2 / c.far];
        return c.far > 0.1 && c.far < at.far - 0.1 && cover.alpha > 0.25 && Math.abs(x - c.x) < w && Math.abs(y - c.y) < h;
      });
      if (isHidden) gone++;
    }
  }
  return gone / points;
}

/** How many of the next notes something hides a good part of, on the average and by what, at times evenly through a stretch. */
async function measured(from, to, steps) {
  const counts = { all: 0, half: 0, text: 0, mark: 0, head: 0 };
  let texts = 0;
  let overlaps = 0;
  for (const { visible } of await s.states(times(from, to, (to - from) / steps))) {
    const next = visible.notes
      .filter(({ state, kind }) => state === 'flying' && kind !== 'bomb')
      .sort((a, b) => b.position[2] - a.position[2])
      .slice(0, NEXT);
    const covers = [...visible.covers, { ...HEAD, at: visible.head }];
    for (const note of next) {
      if (hidden(note, covers) > 0.3) counts.all++;
      for (const kind of ['half', 'text', 'mark', 'head']) {
        const own = covers.filter((cover) => cover.kind === kind);
        if (hidden(note, own) > 0.3) counts[kind]++;
      }
    }
    const pops = visible.covers.filter(({ kind, alpha }) => kind === 'text' && alpha > 0.25);
    texts = Math.max(texts, pops.length);
    pops.forEach((a, k) => {
      const p = seen(a.at);
      for (const b of pops.slice(k + 1)) {
        const q = seen(b.at);
        const across = (a.width / p.far + b.width / q.far) / 2;
        const up = (a.height / p.far + b.height / q.far) / 2;
        // The digits are not as high as their cell.
        if (Math.abs(p.x - q.x) < across * 0.9 && Math.abs(p.y - q.y) < up * 0.6) overlaps++;
      }
    });
  }
  for (const kind of Object.keys(counts)) counts[kind] = Number((counts[kind] / steps).toFixed(2));
  return { ...counts, texts, overlaps: Number((overlaps / steps).toFixed(2)) };
}

test('hardly anything hides the next notes of a song, and points do not lie on each other', { skip }, async (t) => {
  for (const name of songs) {
    await s.open(`?replay=files/${name}&clock=manual`);
    const { start, end } = await s.state();
    const found = await measured(Math.max(start, 0), end, 80);
    t.diagnostic(`${name}: ${JSON.stringify(found)}`);
    assert.ok(found.all <= 0.4, `${name}: ${found.all} of the next ${NEXT} notes are hidden`);
    assert.ok(found.overlaps <= 0.05, `${name}: ${found.overlaps} pairs of points lie on each other`);
    await s.seek((start + end) / 2);
    await s.settled();
    await keep(s.page, `clutter-${name.slice(0, 8)}`);
  }
});
