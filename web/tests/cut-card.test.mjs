// What the card of a note says of its cut: its points as the decoder counts them, and what the file knows; nothing that it does not.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { PerspectiveCamera, Vector3 } from 'three';
import { sample, source } from './support/decoder.mjs';
import { columnsOf, opened, sceneOf } from './support/flights.mjs';
import { corpus } from './support/places.mjs';

const { factsOf, WANTED } = await source('src/games/beat-saber/cut/facts.ts');
const { cutLines, turnOf } = await source('src/games/beat-saber/cut/lines.ts');
const { NoteCloseUps } = await source('src/games/beat-saber/scene/close-ups.ts');
const { cutsOf } = await source('src/games/beat-saber/scene/cuts.ts');
const { hitAt } = await source('src/games/beat-saber/scene/hit-test.ts');
const { CUT_RULES, EVENTS } = await source('src/games/beat-saber/rules.ts');

const folder = corpus('beat-saber/bsor');
const names = existsSync(folder) ? readdirSync(folder) : [];
const skip = names.length === 0 && 'corpus absent';

/** A replay with all notes, and what the card is told and says of each. */
async function cardsOf(bytes) {
  const replay = await opened(bytes, null, { ofAny: true });
  const scene = await sceneOf(replay);
  const notes = columnsOf(replay, 'notes');
  assert.deepEqual(
    WANTED.filter((name) => !notes[name]),
    [],
    'the columns are there',
  );
  const cutOf = cutsOf(scene.data.notes);
  const facts = (row) => factsOf(notes, row, cutOf(row) !== null);
  const head = new Vector3(0, 1.7, 0);
  const momentOf = (note) => ({ ...scene.flights.note(note.flight, note.eventTime, head), cut: cutOf(note.row) });
  const played = scene.notes.filter(({ row }) => row !== null);
  const closeUps = new NoteCloseUps(played, scene.data.notes, { seen: [] }, { covers: [], momentOf }, () => null);
  return { notes, facts, momentOf, played, closeUps, cutOf };
}

/** The first note of which something holds. */
const first = ({ played }, is) => played.find(is);
const shown = (cards, note) => cards.facts(note.row);
const read = (parts) => parts.map(({ label, points, most, measured }) => `${label}: ${points} of ${most}, ${measured}`);

function checkSums({ notes, facts, played, cutOf }) {
  let checked = 0;
  for (const { row, event, points, maxPoints } of played) {
    if (event !== EVENTS.Good || !cutOf(row)) continue;
    const { fixed } = CUT_RULES[notes.scoring_type[row] || 0] ?? CUT_RULES[0];
    const { parts } = facts(row);
    const sum = (of) => parts.reduce((sum, part) => sum + part[of], fixed);
    assert.deepEqual([sum('points'), sum('most')], [points, maxPoints], `note ${row}`);
    assert.ok(parts.every(({ measured }) => !/NaN|Infinity/.test(measured)));
    checked++;
  }
  return checked;
}

test('the parts of each cut of the sample are its points, and their most what it can give', async () => {
  const cards = await cardsOf(await sample(1));
  assert.ok(checkSums(cards) > 150);
});

test('kinds of notes of the sample: what counts of them, and what does not', async () => {
  const cards = await cardsOf(await sample(1));
  const ofType = (type) => first(cards, ({ row, event }) => event === EVENTS.Good && cards.notes.scoring_type[row] === type);
  const normal = shown(cards, ofType(3));
  assert.deepEqual(
    normal.parts.map(({ label, most }) => [label, most]),
    [
      ['Before the cut', 70],
      ['Distance', 15],
      ['After the cut', 30],
    ],
  );
  assert.deepEqual([normal.remark, normal.wrong], ['', []]);
  assert.match(shown(cards, ofType(4)).parts[2].measured, /^given/, 'the swing goes on along the arc');
  const head = shown(cards, ofType(6));
  assert.equal(head.parts.length, 2);
  assert.match(head.remark, /chain’s head does not count/);
  const link = shown(cards, ofType(7));
  assert.deepEqual(link.parts, []);
  assert.match(link.remark, /20 however/);
});

test('a mistake says what was wrong, and has a name and an outcome of its own', async () => {
  const cards = await cardsOf(await sample(1));
  for (const [event, outcome, why] of [
    [EVENTS.Miss, 'Miss', /^No saber cut it\.$/],
    [
      EVENTS.Bad,
      'Bad cut',
      /^(Cut with the (left|right) saber|Wrong direction(: [\d.]+° off the arrow)?|Too slow: [\d.]+ m\/s|Too early)\.$/,
    ],
    [EVENTS.Bomb, 'Bomb hit', /^A saber touched it\.$/],
  ]) {
    const note = first(cards, (note) => note.event === event);
    const { wrong, parts, remark } = shown(cards, note);
    assert.deepEqual([parts, remark], [[], '']);
    for (const text of wrong) assert.match(text, why);
    assert.ok(wrong.length > 0);
    const closeUp = cards.closeUps.near(note.eventTime);
    assert.deepEqual([closeUp.id, closeUp.outcome], [note.row, outcome]);
  }
});

test('flags of a bad cut are told apart, and one without a credible cut says nothing of them', () => {
  const notes = {
    event_type: [EVENTS.Bad],
    'cut.saber_type_ok': [0],
    'cut.saber_type': [1],
    'cut.direction_ok': [0],
    'cut.cut_dir_deviation': [-93.25],
    'cut.speed_ok': [0],
    'cut.saber_speed': [1.42],
    'cut.was_cut_too_soon': [1],
  };
  assert.deepEqual(factsOf(notes, 0, true).wrong, [
    'Cut with the right saber.',
    'Wrong direction: 93.3° off the arrow.',
    'Too slow: 1.4 m/s.',
    'Too early.',
  ]);
  assert.equal(factsOf({ ...notes, direction: [8] }, 0, true).wrong[1], 'Wrong direction.');
  const unknown = factsOf(notes, 0, false);
  assert.deepEqual([unknown.wrong, unknown.values], [['The file does not say why.'], []]);
});

test('swings are said in degrees, and a rating of just 1 as at least a full one', () => {
  const notes = (before, after) => ({
    event_type: [EVENTS.Good],
    scoring_type: [3],
    'cut.before_cut_rating': [before],
    'cut.after_cut_rating': [after],
    'cut.time_deviation': [-0.0123],
    'cut.saber_speed': [1109343104],
    direction: [8],
  });
  const { parts, values } = factsOf(notes(0.87, 1), 0, true);
  assert.equal(parts[0].measured, '87°, full at 100°');
  assert.equal(parts[2].measured, '60° or more');
  assert.equal(factsOf(notes(1.2, 1.5), 0, true).parts[2].measured, '90°, full at 60°');
  // Neither a speed that cannot be nor an arrow that is not there.
  assert.deepEqual(values, [['Timing', '12.3 ms late']]);
});

test('notes are gone through by time, also those of one hand alone', async () => {
  const { closeUps, played } = await cardsOf(await sample(1));
  const all = [];
  for (let at = closeUps.near(-10); at; at = closeUps.beside(at, 1, false)) all.push(at);
  assert.equal(all.length, played.length);
  assert.ok(all.every(({ note }, i) => i === 0 || note.eventTime >= all[i - 1].note.eventTime));
  const left = all.find(({ kin }) => kin === 'Left hand');
  const lefts = [];
  for (let at = left; at; at = closeUps.beside(at, 1, true)) lefts.push(at);
  assert.equal(lefts.length, played.filter(({ color }) => color === 0).length);
  assert.ok(lefts.every(({ title }) => title.startsWith('Left ')));
  assert.equal(closeUps.beside(lefts.at(-1), 1, true), null);
  for (const { time, around, note } of all) assert.ok(around.start < time && time < note.eventTime && note.eventTime < around.end);
});

test('without details of its cuts, a file’s notes have their points and nothing that was made up', async () => {
  const file = readFileSync(new URL('../../testdata/beat-saber/seeds/scoresaber-json.json', import.meta.url));
  const cards = await cardsOf(file);
  const good = first(cards, ({ event }) => event === EVENTS.Good);
  assert.deepEqual(shown(cards, good), { parts: [], wrong: [], values: [], remark: 'The file does not say how it was cut.' });
  assert.match(cards.closeUps.near(good.eventTime).outcome, /^\d+ of 115$/);
});

test('a replay of ScoreSaber’s has all parts', async () => {
  const file = readFileSync(new URL('../../testdata/beat-saber/seeds/scoresaber-v3.1.dat', import.meta.url));
  assert.ok(checkSums(await cardsOf(file)) > 5);
});

for (const name of names) {
  test(`${name}: all cuts add up, and lines on notes are as far from their middle as was recorded`, { skip }, async () => {
    const cards = await cardsOf(readFileSync(folder + name));
    assert.ok(checkSums(cards) > 15);
    for (const note of cards.played.filter(({ row }) => cards.cutOf(row))) {
      const moment = cards.momentOf(note);
      const distance = cards.notes['cut.cut_distance_to_center'][note.row];
      const { recorded } = cutLines(moment, note.lane, distance, null);
      const { x, y } = moment.cut.normal;
      if (recorded) assert.ok(Math.abs(recorded.at.length() * Math.hypot(x, y) - Math.abs(distance)) < 1e-6, `note ${note.row}`);
    }
  });
}

test('a real cut reads as the statistics have its numbers', {
  skip: skip || !names.some((name) => name.startsWith('1dcdb9df')),
}, async () => {
  const cards = await cardsOf(readFileSync(folder + names.find((name) => name.startsWith('1dcdb9df'))));
  const note = first(cards, ({ event, points }) => event === EVENTS.Good && points < 110);
  const { parts, values } = shown(cards, note);
  assert.equal(cards.closeUps.near(note.eventTime).title, 'Left note, down, lane 2, bottom');
  assert.deepEqual(read(parts), [
    'Before the cut: 70 of 70, 225°, full at 100°',
    'Distance: 9 of 15, 12.4 cm from the middle',
    'After the cut: 30 of 30, 78°, full at 60°',
  ]);
  assert.deepEqual(values, [
    ['Timing', '33.6 ms early'],
    ['Saber speed', '27.8 m/s'],
    ['Angle to the arrow', '9.3°'],
  ]);
});

test('arrows are drawn as they are asked for', async () => {
  const cards = await cardsOf(await sample(1));
  const turns = { 0: 180, 1: 0, 2: 90, 3: -90, 4: 135, 5: -135, 6: 45, 7: -45 };
  const seen = Object.entries(turns).map(([direction, degrees]) => {
    const note = first(cards, ({ row, shape }) => cards.notes.direction[row] === Number(direction) && shape === 'note');
    if (!note) return false;
    const turn = turnOf(cards.momentOf(note), note.lane);
    const off = Math.abs(((turn - degrees + 540) % 360) - 180);
    assert.ok(off < 12, `direction ${direction}: ${turn}°`);
    return true;
  });
  assert.ok(seen.filter(Boolean).length >= 4, seen.join());
});

test('of what is at a point of the picture, signs come first, then what is nearest', () => {
  const eye = new PerspectiveCamera(60, 2);
  eye.updateMatrixWorld();
  const at = (x, y, z) => new Vector3(x, y, z);
  const note = { width: 0.47, height: 0.47 };
  const targets = [
    { of: 'far', at: at(0, 0, -10), ...note },
    { of: 'near', at: at(0, 0, -4), ...note },
    { of: 'behind', at: at(0, 0, 3), ...note },
  ];
  assert.equal(hitAt(targets, 0, 0, eye), 'near');
  assert.equal(hitAt([...targets, { of: 'sign', at: at(0, 0, -20), ...note, isSign: true }], 0, 0, eye), 'sign');
  assert.equal(hitAt(targets, 0.5, 0, eye), null);
  assert.equal(hitAt(targets, 0, 0.5, eye), null);
  // A word above a mark belongs to it.
  const mark = { of: 'mark', at: at(0, 0, -4), width: 0.6, height: 1.05, up: 0.22, isSign: true };
  const above = 0.6 / (4 * Math.tan(Math.PI / 6));
  assert.equal(hitAt([mark], 0, above, eye), 'mark');
  assert.equal(hitAt([mark], 0, -above, eye), null);
});
