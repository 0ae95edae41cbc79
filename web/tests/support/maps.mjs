import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { ghostreel } from './places.mjs';

/** A folder of its own, in which `run` runs the ghostreel program. */
export function workshop() {
  const folder = mkdtempSync(join(tmpdir(), 'ghostreel-map-'));
  return {
    folder,
    run(...args) {
      const { status, stdout, stderr } = spawnSync(ghostreel, args, { cwd: folder, maxBuffer: 1 << 28 });
      if (status !== 0) throw new Error(`${args.join(' ')}: ${stderr}`);
      return stdout.toString();
    },
    close: () => rmSync(folder, { recursive: true }),
  };
}

/** A zip file whose members are stored as they are. */
export function zip(files) {
  const [members, list] = [[], []];
  let offset = 0;
  for (const [name, bytes] of Object.entries(files)) {
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt32LE(crc32(bytes), 10);
    head.writeUInt32LE(bytes.length, 14);
    head.writeUInt32LE(bytes.length, 18);
    head.writeUInt16LE(name.length, 22);
    const member = Buffer.concat([Buffer.from('PK\x03\x04'), head, Buffer.from(name), bytes]);
    const entry = Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), head, Buffer.alloc(14), Buffer.from(name)]);
    entry.writeUInt32LE(offset, 42);
    members.push(member);
    list.push(entry);
    offset += member.length;
  }
  const central = Buffer.concat(list);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(list.length, 4);
  end.writeUInt16LE(list.length, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...members, central, Buffer.from('PK\x05\x06'), end]);
}

const SECONDS = 100;
const [BAD, MISS, BOMB] = [1, 2, 3];
const [ARC_HEAD, ARC_TAIL, CHAIN_HEAD, CHAIN_LINK] = [4, 5, 6, 7];

/** The parts of a note id. */
const parsed = ({ noteID: id, spawnTime: beat, eventType }) => ({
  beat,
  kind: eventType,
  scoring: Math.floor(id / 10_000),
  x: Math.floor(id / 1000) % 10,
  y: Math.floor(id / 100) % 10,
  c: Math.floor(id / 10) % 10,
  d: id % 10,
});

/**
 * A map of version 4 for the built-in sample, with a beat for each second, and the sample as a replay of it. `changes`: `walls`, `speeds`
 * (`{b, d, e, p}`), `lights` (`{b, t, i, f}`), `boosts` (`{b, on}`), `colours`, further `bombs`, and the members of arcs and chains (`arc`, `chain`);
 * `moved`: how many of the first notes are in another column than in the replay; `turns`: the beats from which on lanes are turned, and by how many degrees (`{b, r}`).
 */
export function mapOfSample({ folder, run }, changes = {}) {
  run('sample', '--force', 'beat-saber', 'a.bsor');
  const replay = JSON.parse(run('json', 'a.bsor'));
  const all = replay.notes.map(parsed);
  const notes = all.filter(({ kind, scoring }) => kind !== BOMB && scoring !== CHAIN_LINK);
  const after = (note, scoring) =>
    all.filter((other) => other.scoring === scoring && other.c === note.c && other.beat > note.beat && other.beat < note.beat + 6);
  const arcs = notes.flatMap((head, hi) => {
    const tail = head.scoring === ARC_HEAD && after(head, ARC_TAIL)[0];
    return tail ? [{ hb: head.beat, tb: tail.beat, hi, ti: notes.indexOf(tail) }] : [];
  });
  const chains = notes.flatMap((head, i) => {
    if (head.scoring !== CHAIN_HEAD) return [];
    const next = after(head, CHAIN_HEAD)[0]?.beat ?? Infinity;
    const links = after(head, CHAIN_LINK).filter(({ beat }) => beat < Math.min(next, head.beat + 2));
    const tail = links.at(-1);
    return tail ? [{ at: { hb: head.beat, tb: tail.beat, i }, of: { tx: tail.x, ty: tail.y, c: links.length + 1 } }] : [];
  });
  const bombs = [...all.filter(({ kind }) => kind === BOMB), ...(changes.bombs ?? [])];
  const walls = changes.walls ?? [];
  const speeds = changes.speeds ?? [];
  const lights = changes.lights ?? [];
  const boosts = changes.boosts ?? [];
  const turnAt = (beat) => (changes.turns ?? []).findLast(({ b }) => b <= beat)?.r ?? 0;
  const characteristic = changes.turns ? '360Degree' : 'Standard';
  const placed = (list, beat = ({ beat }) => beat) => list.map((item, i) => ({ b: beat(item), r: turnAt(beat(item)), i }));
  const byBeat = ({ b }) => b;
  const files = {
    'Info.dat': {
      version: '4.0.1',
      song: { title: 'Synthetic Sample', subTitle: '', author: 'Nobody' },
      audio: { songFilename: 'song.ogg', songDuration: SECONDS, audioDataFilename: 'AudioData.dat', bpm: 60 },
      environmentNames: ['TheFirstEnvironment'],
      colorSchemes: changes.colours ? [{ colorSchemeName: 'Own', overrideNotes: true, overrideLights: true, ...changes.colours }] : [],
      difficultyBeatmaps: [
        {
          characteristic,
          difficulty: 'ExpertPlus',
          beatmapAuthors: { mappers: ['Ghostreel'], lighters: [] },
          environmentNameIdx: 0,
          beatmapColorSchemeIdx: changes.colours ? 0 : -1,
          noteJumpMovementSpeed: 16,
          noteJumpStartBeatOffset: 0,
          lightshowDataFilename: 'Lightshow.dat',
          beatmapDataFilename: 'ExpertPlus.dat',
        },
      ],
    },
    'AudioData.dat': { version: '4.0.0', songFrequency: 1000, bpmData: [{ si: 0, ei: 1000 * SECONDS, sb: 0, eb: SECONDS }] },
    'ExpertPlus.dat': {
      version: '4.1.0',
      colorNotes: placed(notes),
      colorNotesData: notes.map(({ x, y, c, d }, i) => ({ x: i < (changes.moved ?? 0) ? (x + 1) % 4 : x, y, c, d })),
      bombNotes: placed(bombs),
      bombNotesData: bombs.map(({ x, y }) => ({ x, y })),
      obstacles: placed(walls, byBeat),
      obstaclesData: walls.map(({ x, y, d, w, h }) => ({ x, y, d, w, h })),
      arcs: arcs.map((arc) => ({ ...arc, hr: turnAt(arc.hb), tr: turnAt(arc.tb), ai: 0 })),
      arcsData: [{ m: 1, tm: 1, a: 0, ...changes.arc }],
      chains: chains.map(({ at }, ci) => ({ ...at, hr: turnAt(at.hb), tr: turnAt(at.tb), ci })),
      chainsData: chains.map(({ of }) => ({ ...of, s: 1, ...changes.chain })),
      njsEvents: placed(speeds, byBeat),
      njsEventData: speeds.map(({ d = 0, e = 0, p = 0 }) => ({ d, e, p })),
    },
    'Lightshow.dat': {
      version: '4.0.0',
      basicEvents: placed(lights, byBeat),
      basicEventsData: lights.map(({ t, i, f = 1 }) => ({ t, i, f })),
      colorBoostEvents: placed(boosts, byBeat),
      colorBoostEventsData: boosts.map(({ on }) => ({ b: on ? 1 : 0 })),
    },
  };
  const written = Object.fromEntries(Object.entries(files).map(([name, value]) => [name, Buffer.from(JSON.stringify(value))]));
  mkdirSync(join(folder, 'own'), { recursive: true });
  for (const [name, bytes] of Object.entries(written)) writeFileSync(join(folder, 'own', name), bytes);
  const { hash } = JSON.parse(run('map', 'info', '--json', 'own'));
  Object.assign(replay.info, { hash, mode: characteristic }, changes.info);
  writeFileSync(join(folder, 'own.json'), JSON.stringify(replay));
  run('convert', '--force', 'own.json', 'own.bsor');
  return {
    map: zip(written),
    replay: readFileSync(join(folder, 'own.bsor')),
    arcs,
    chains,
    walls: replay.walls,
    mistakes: replay.notes.filter(({ eventType }) => [BAD, MISS, BOMB].includes(eventType)),
  };
}

/**
 * The map of `ghostreel map sample` as a zip file, and plays on it. `song`: a WAVE file, the song of the map.
 * `change`: changes the replay, which it gets as JSON.
 */
export function sampleMap({ song, change = () => undefined }) {
  const { folder, run, close } = workshop();
  try {
    run('map', 'sample', 'map');
    const files = Object.fromEntries(readdirSync(join(folder, 'map')).map((name) => [name, readFileSync(join(folder, 'map', name))]));
    const info = JSON.parse(files['Info.dat']);
    Object.assign(files, { [info._songFilename]: song });
    const map = zip(files);
    const about = JSON.parse(run('map', 'info', '--json', 'map'));
    run('sample', 'beat-saber', 'a.bsor');
    const json = JSON.parse(run('json', 'a.bsor'));
    const of = (json, name) => {
      writeFileSync(join(folder, `${name}.json`), JSON.stringify(json));
      run('convert', `${name}.json`, `${name}.bsor`);
      return readFileSync(join(folder, `${name}.bsor`));
    };
    const other = of({ ...json, info: { ...json.info, songName: 'Another Song' } }, 'other');
    Object.assign(json.info, { hash: about.hash, mode: 'Standard', difficulty: 'Expert' });
    change(json);
    return {
      map,
      files,
      /** Played on it. */
      replay: of(json, 'b'),
      /** Played on another. */
      other,
    };
  } finally {
    close();
  }
}

/** How loud `dial` is. */
export const LOUDNESS = 8000 / 32_768;

/**
 * A WAVE file of so many seconds whose samples say when they are: turns in a second of the song, `x` of them to the left and `y` to the
 * right as those of a hand on a dial.
 */
export function dial(seconds) {
  const rate = 8000;
  const data = Buffer.alloc(rate * seconds * 4);
  for (let i = 0; i < rate * seconds; i++) {
    const angle = (i / rate) * 2 * Math.PI;
    data.writeInt16LE(Math.round(LOUDNESS * 32_768 * Math.cos(angle)), i * 4);
    data.writeInt16LE(Math.round(LOUDNESS * 32_768 * Math.sin(angle)), i * 4 + 2);
  }
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + data.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(2, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate * 4, 28);
  head.writeUInt16LE(4, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36);
  head.writeUInt32LE(data.length, 40);
  return Buffer.concat([head, data]);
}
