import { sampleBytes } from './pages.mjs';

const SECTIONS = { info: 0, frames: 1, notes: 2, walls: 3, heights: 4, pauses: 5 };
/** Bytes of a frame, of a note and of what follows a note that was cut, and of a wall. */
const [FRAME, NOTE, CUT, WALL] = [92, 16, 72, 16];
const GOOD_OR_BAD = 2;
/** Notes come so many times as often as in the sample … */
const LAYERS = 4;
/** … each time so many seconds later. */
const LATER = 0.117;

/** A Beat Saber replay of so many seconds with some twenty notes a second: the built-in sample, played again and again and over itself. */
export async function noteStorm(seconds) {
  const sample = await sampleBytes();
  const { info, frames, notes, walls } = read(sample);
  const length = frames.at(-1).readFloatLE(0);
  const rounds = Array.from({ length: Math.ceil(seconds / length) }, (_, i) => i * length);
  const again = (rows, times, shifts = [0]) =>
    rounds.flatMap((begin) => shifts.flatMap((shift) => rows.map((row) => later(row, times, begin + shift)))).sort(byTime(times[0]));
  const shifts = Array.from({ length: LAYERS }, (_, i) => i * LATER);
  const table = (section, rows) => Buffer.concat([Buffer.from([section]), int(rows.length), ...rows]);
  return Buffer.concat([
    sample.subarray(0, 5),
    info,
    table(SECTIONS.frames, again(frames, [0])),
    table(SECTIONS.notes, again(notes, [4, 8], shifts)),
    table(SECTIONS.walls, again(walls, [8, 12])),
    table(SECTIONS.heights, []),
    table(SECTIONS.pauses, []),
  ]);
}

/** The rows of a replay's tables as they are. */
function read(bytes) {
  let at = 5;
  const take = (length) => bytes.subarray(at, (at += length));
  const rows = (lengthAt) => {
    const count = take(5).readInt32LE(1);
    return Array.from({ length: count }, () => take(lengthAt(at)));
  };
  const text = () => take(4 + bytes.readInt32LE(at));
  take(1);
  for (let i = 0; i < 13; i++) text();
  take(4);
  for (let i = 0; i < 3; i++) text();
  take(21);
  const info = bytes.subarray(5, at);
  const frames = rows(() => FRAME);
  const notes = rows((from) => NOTE + (bytes.readInt32LE(from + 12) < GOOD_OR_BAD ? CUT : 0));
  return { info, frames, notes, walls: rows(() => WALL) };
}

/** A row whose times, at these offsets, are `seconds` later. */
function later(row, offsets, seconds) {
  const changed = Buffer.from(row);
  for (const at of offsets) changed.writeFloatLE(row.readFloatLE(at) + seconds, at);
  return changed;
}

const byTime = (at) => (a, b) => a.readFloatLE(at) - b.readFloatLE(at);

function int(value) {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32LE(value);
  return bytes;
}
