// The statistics against those of an independent implementation, for the replays of the corpus.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { before, test } from 'node:test';
import { loadDecoder, sample, source } from './support/decoder.mjs';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const corpus = process.env.GHOSTREEL_CORPUS ?? here('../../../shared/corpus');
const references = `${corpus}/beat-saber/stats`;
const files = existsSync(references) ? readdirSync(references).filter((name) => name.endsWith('.json')) : [];

let stats;
let decoder;

before(async () => {
  stats = await source('src/stats/beat-saber/compute.ts');
  decoder = await loadDecoder();
});

const ARRAYS = { f32: Float32Array, f64: Float64Array, i8: Int8Array, u8: Uint8Array, i32: Int32Array, bool: Uint8Array };

/** The columns that the page would ask its Worker for. */
function columnsOf(bytes) {
  const { handle, description } = decoder.open(new Uint8Array(bytes));
  const columns = Object.entries(stats.COLUMNS).map(([key, name]) => {
    const [table, ...rest] = name.split('.');
    const schema = description.tables.find((candidate) => candidate.name === table);
    const column = schema.columns.find((candidate) => candidate.name === rest.join('.'));
    assert.ok(column, `the decoder has ${name}`);
    return [key, new ARRAYS[column.type](decoder.column(handle, name))];
  });
  decoder.close(handle);
  return { columns: Object.fromEntries(columns), description };
}

function close(actual, expected, what) {
  const error = Math.abs((actual ?? 0) - expected) / Math.max(1e-9, Math.abs(expected));
  assert.ok(error <= 1e-6 || actual === expected, `${what}: ${actual}, not ${expected}`);
}

for (const name of files) {
  test(`statistics of ${name.replace('.json', '')}`, () => {
    const expected = JSON.parse(readFileSync(`${references}/${name}`, 'utf8'));
    const { columns } = columnsOf(readFileSync(`${corpus}/beat-saber/bsor/${expected.file}`));
    const actual = stats.computeStats(columns);
    const [left, right] = actual.hands;

    close(left.acc, expected.accLeft, 'accLeft');
    close(right.acc, expected.accRight, 'accRight');
    for (let i = 0; i < 3; i++) {
      close(left.averageCut[i], expected.leftAverageCut[i], `leftAverageCut[${i}]`);
      close(right.averageCut[i], expected.rightAverageCut[i], `rightAverageCut[${i}]`);
    }
    close(left.timing, expected.leftTiming, 'leftTiming');
    close(right.timing, expected.rightTiming, 'rightTiming');
    close(left.preswing, expected.leftPreswing, 'leftPreswing');
    close(right.preswing, expected.rightPreswing, 'rightPreswing');
    close(left.postswing, expected.leftPostswing, 'leftPostswing');
    close(right.postswing, expected.rightPostswing, 'rightPostswing');
    expected.gridAcc.forEach((mean, cell) => close(actual.gridAcc[cell], mean, `gridAcc[${cell}]`));
    close(actual.accuracy, expected.accuracy, 'accuracy');
    close(actual.fcAcc, expected.fcAcc, 'fcAcc');
    assert.equal(actual.score, expected.score);
    assert.equal(actual.maxScore, expected.maxScore);
    assert.equal(actual.maxCombo, expected.maxCombo);
    if (expected.maxStreak !== null) assert.equal(actual.maxStreak, expected.maxStreak);
    assert.deepEqual([left.misses, right.misses], [expected.leftMiss, expected.rightMiss]);
    assert.deepEqual([left.badCuts, right.badCuts], [expected.leftBadCuts, expected.rightBadCuts]);
    const mistakes = expected.leftMiss + expected.rightMiss + expected.leftBadCuts + expected.rightBadCuts;
    assert.equal(actual.mistakes.length, mistakes + left.bombs + right.bombs + expected.counts.walls);
    assert.equal(actual.fullCombo, actual.mistakes.length === 0);
  });
}

test('statistics of the sample hold together', async () => {
  const { columns, description } = columnsOf(await sample());
  const actual = stats.computeStats(columns);
  const [left, right] = actual.hands;
  const notes = description.tables.find((table) => table.name === 'notes').rows;
  const seen = [left, right].reduce((sum, hand) => sum + hand.good + hand.misses + hand.badCuts + hand.bombs, 0);
  assert.equal(seen, notes);
  assert.equal(actual.score, description.score);
  assert.equal(actual.gridCuts.reduce((a, b) => a + b, 0) <= left.good + right.good, true);
  for (const hand of actual.hands) {
    assert.ok(hand.acc > 50 && hand.acc <= 115, `a plausible mean: ${hand.acc}`);
    const [before, distance, after] = hand.averageCut;
    assert.ok(before <= 70 && distance <= 15 && after <= 30);
  }
  assert.ok(actual.fcAcc >= actual.accuracy, 'without mistakes it would have been no worse');
  // All kinds, in order of time: the list that the page shows.
  assert.ok(actual.mistakes.every((mistake, i, all) => i === 0 || all[i - 1].time <= mistake.time));
  assert.deepEqual(new Set(actual.mistakes.map((mistake) => mistake.kind)), new Set(['miss', 'bad', 'bomb', 'wall']));
});

test('statistics of nothing are empty, not wrong', () => {
  const columns = Object.fromEntries(Object.keys(stats.COLUMNS).map((key) => [key, new Float32Array()]));
  const actual = stats.computeStats(columns);
  assert.equal(actual.accuracy, null);
  assert.equal(actual.fullCombo, false);
  assert.deepEqual(actual.gridAcc, Array(12).fill(null));
  assert.equal(actual.hands[0].acc, null);
});
