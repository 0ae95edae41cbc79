import { type Object3D, Group, PerspectiveCamera, Quaternion, Vector3 } from 'three';
import { signal } from '@preact/signals';
import type { Description, Moment, Replay } from '../../../decoder';
import { difficultyName } from '../difficulty';
import { plays } from '../plays';
import { PALETTES, type Palette } from './palette';
import type { CameraPose, Caption, Hit, Scene, SceneKind, Span, View } from '../../../stage/scene';
import { ArcsView, arcsOf } from './arcs';
import { Avatar } from './avatar';
import { isOfSameMap, MOST_BESIDE } from './beside';
import { camerasOf } from './cameras';
import { isPlain } from './clutter';
import { NoteCloseUps } from './close-ups';
import { cutsOf } from './cuts';
import { type Data, load } from './data';
import { Effects } from './effects';
import { Flights } from './flights';
import { HeartRate } from './heart-rate';
import { hudOf, type Pace } from './hud';
import { kit } from './kit';
import { Lane } from './lane';
import { NotesView } from './notes';
import { notesOf } from './notes-model';
import type { MapOfReplay } from './map';
import { Platform } from './platform';
import { Poses } from './poses';
import type { Rivals } from './rivals';
import { Saber } from './sabers';
import { Score } from './score';
import { Trail } from './trail';
import type { Veil } from './veil';
import { WallsView, wallsOf } from './walls';
import { grouped } from '../../../ui/format';
import type { Theme } from '../../../ui/theme';
import { at } from '../../../stage/columns';
import { markerKindsOf, markersOf } from '../../../stage/moments';

export const kind: SceneKind = {
  game: 'beat-saber',
  /** Compiles the shaders that a replay will need, on a stand-in with one of everything. */
  warm(renderer) {
    const scene = new BeatSaber(EMPTY_META, EMPTY_DATA, Flights.NONE, []);
    scene.root.traverse((part) => (part.visible = true));
    renderer.compile(scene.root, new PerspectiveCamera());
  },
  async load(replay) {
    const map = replay.has('map_notes.time') ? import('./map').then(({ loadMap }) => loadMap(replay)) : null;
    const modifiers = modifiersOf(replay.meta);
    const veil = modifiers.some((code) => code === 'GN' || code === 'DA') ? import('./veil').then(({ Veil }) => new Veil(modifiers)) : null;
    const [data, flights, moments, found, seen] = await Promise.all([load(replay), Flights.load(replay), replay.moments(), map, veil]);
    return new BeatSaber(replay.meta, data, flights, moments, found, seen);
  },
};

class BeatSaber implements Scene {
  readonly game = 'beat-saber';
  readonly root: Object3D = new Group();
  readonly span: Span;
  readonly rate: number;
  readonly frameTimes: Float64Array;
  readonly markers;
  readonly markerKinds;
  readonly cameras;
  readonly beside;
  readonly caption: Caption;
  readonly Hud;
  readonly Tools;
  readonly closeUps: NoteCloseUps;

  private readonly pace: Pace | null;
  private readonly poses: Poses;
  private readonly score: Score;
  private readonly heartRate: HeartRate;
  private readonly notes: NotesView;
  private readonly walls: WallsView;
  private readonly arcs: ArcsView;
  private readonly effects: Effects;
  private readonly avatar = new Avatar();
  private readonly platform = new Platform();
  private readonly sabers: [Saber, Saber] = [new Saber(0), new Saber(1)];
  private readonly trails: [Trail, Trail];
  private readonly head: CameraPose = { position: new Vector3(), rotation: new Quaternion() };
  private readonly hand: CameraPose = { position: new Vector3(), rotation: new Quaternion() };
  private usual: Palette = PALETTES.dark;
  private readonly rivals = signal<Rivals | null>(null);
  /** The lane that is played at a time. */
  private readonly laneAt: (time: number) => Lane;
  private changed: () => void = () => undefined;

  constructor(
    private readonly meta: Description,
    data: Data,
    flights: Flights,
    moments: Moment[],
    private readonly map: MapOfReplay | null = null,
    veil: Veil | null = null,
  ) {
    const modifiers = modifiersOf(meta);
    const pace = paceOf(flights);
    const notes = notesOf(flights, data.notes);
    const walls = wallsOf(flights);
    const played = notes.filter((note) => note.row !== null);
    this.poses = new Poses(data.frames, data.pauses);
    this.score = new Score(data, startEnergy(meta));
    this.heartRate = new HeartRate(data.heart_rate);
    flights.watch(this.poses);
    this.notes = new NotesView(notes, flights, kit(), veil);
    this.walls = new WallsView(walls, flights);
    this.arcs = new ArcsView(arcsOf(flights, data.notes), flights);
    this.effects = new Effects(played, cutsOf(data.notes), flights, this.poses, kit(), walls);
    this.trails = [new Trail(this.poses, 0), new Trail(this.poses, 1)];
    this.closeUps = new NoteCloseUps(played, data.notes, this.notes, this.effects, ({ color }) => this.palette.notes[color === 1 ? 1 : 0]);
    this.span = spanOf(this.poses, this.score);
    this.rate = Number(meta.details.song_speed) || 1;
    this.frameTimes = this.poses.times;
    this.markers = markersOf(moments);
    this.markerKinds = markerKindsOf(meta.moment_kinds);
    this.laneAt = map?.laneAt ?? (() => Lane.STRAIGHT);
    this.cameras = camerasOf(this.poses, this.laneAt);
    this.beside = { most: MOST_BESIDE, takes: (other: Description) => isOfSameMap(meta, other) };
    this.caption = captionOf(meta, modifiers);
    this.pace = pace;
    this.Hud = hudOf(this.score, this.heartRate, this.rivals, this.span, pace, () => this.changed());
    this.root.add(this.platform.mesh, this.arcs.mesh, this.notes.group, this.avatar.group, this.walls.group);
    for (const trail of this.trails) this.root.add(trail.mesh);
    for (const saber of this.sabers) this.root.add(saber.group);
    this.root.add(this.effects.group);
    if (map) this.root.add(map.group);
    this.Tools = veil ? veil.toolsWith(map?.Tools, () => this.changed()) : map?.Tools;
  }

  onChange(changed: () => void): void {
    this.changed = changed;
    if (this.map) this.map.changed = changed;
  }

  update(time: number, view: View): void {
    const { palette } = this;
    const plain = isPlain.peek();
    this.score.update(time);
    this.heartRate.update(time);
    const isFirstPerson = view.camera === 'player' || view.camera === 'raw';
    this.score.isAhead.value = isFirstPerson || view.camera === 'behind';
    this.poses.sample('head', time, this.head);
    this.sabers.forEach((saber, i) => {
      saber.update(this.poses.sample(i === 0 ? 'left' : 'right', time, this.hand), palette);
      if (!plain) this.trails[i]!.update(time, palette);
      this.trails[i]!.mesh.visible = !plain;
    });
    this.avatar.update(this.head, palette, view.camera === 'behind');
    // From inside the headset one would only see its lining.
    this.avatar.group.visible = !isFirstPerson;
    this.notes.update(time, this.head.position, palette);
    this.walls.update(time, this.head.position, palette);
    this.arcs.update(time, this.head.position, palette, this.sabers);
    this.effects.update(time, palette, { still: view.reducedMotion, plain, ahead: isFirstPerson ? 1.3 : 0 });
    this.platform.update(this.sabers, this.laneAt(time), palette);
    this.map?.update(time, view, this.usual);
    this.rivals.peek()?.update(time, view, palette);
  }

  async compareWith(replays: readonly Replay[]): Promise<void> {
    const { Rivals } = await import('./rivals');
    const rivals = replays.length > 0 ? await Rivals.load(this.meta, replays, startEnergy) : null;
    const before = this.rivals.peek();
    if (before) this.root.remove(before.group);
    before?.dispose();
    if (rivals) this.root.add(rivals.group);
    this.rivals.value = rivals;
    // Another replay may have taken its place meanwhile.
    if (this.root.parent) plays.value = rivals?.plays(this.score) ?? [];
  }

  hits(): Hit[] {
    return this.effects.hits();
  }

  standing(): string {
    const { score, isCounted, accuracyText, combo } = this.score;
    return [grouped(score), ...(isCounted ? [accuracyText] : []), `${combo} combo`].join(' · ');
  }

  state(): Record<string, unknown> {
    const { score } = this;
    const point = (v: Vector3) => [v.x, v.y, v.z].map((value) => Math.round(value * 1e4) / 1e4);
    return {
      score: score.score,
      maxScore: score.isCounted ? score.maxScore : null,
      accuracy: score.isCounted ? score.accuracy : null,
      rank: score.isCounted ? score.rank : null,
      combo: score.combo,
      maxCombo: score.maxCombo,
      multiplier: score.isCounted ? score.multiplier : null,
      energy: score.isCounted ? score.energy : null,
      heartRate: this.heartRate.bpm.peek(),
      noteJumpSpeed: this.pace,
      rivals: this.rivals.peek()?.state() ?? [],
      map: this.map?.state(this.usual),
      visible: {
        notes: this.notes.seen.map(({ note, look, position, state }) => ({
          row: note.row,
          id: note.id,
          kind: note.shape,
          color: note.color === null ? 'none' : note.color === 0 ? 'left' : 'right',
          state,
          ...look,
          position: point(position),
        })),
        walls: this.walls.seen.map(({ wall, position, hit }) => ({ row: wall.row, position: point(position), hit })),
        arcs: this.arcs.seen.map(({ arc, held, from }) => ({ color: arc.color, held, from: point(from) })),
        mistakes: this.effects.mistakes.seen.map(({ kind, place, at, alpha }) => ({
          kind,
          position: point(place),
          mark: point(at),
          alpha,
        })),
        covers: this.effects.covers.map(({ note, at, ...cover }) => ({ ...cover, row: note?.row ?? null, at: point(at) })),
        debris: this.effects.debris,
        texts: this.effects.pops,
        head: point(this.head.position),
        sabers: {
          left: { hilt: point(this.sabers[0].hilt), tip: point(this.sabers[0].tip) },
          right: { hilt: point(this.sabers[1].hilt), tip: point(this.sabers[1].tip) },
        },
      },
    };
  }

  private get palette(): Palette {
    return this.map?.palette(this.usual) ?? this.usual;
  }

  setTheme(theme: Theme): void {
    this.usual = PALETTES[theme];
  }

  dispose(): void {
    this.rivals.peek()?.dispose();
    plays.value = [];
    this.map?.dispose();
    for (const part of [this.notes, this.walls, this.arcs, this.effects, this.avatar, this.platform, ...this.sabers, ...this.trails]) {
      part.dispose();
    }
  }
}

/** As the decoder lists them. */
const modifiersOf = (meta: Description): string[] =>
  String(meta.details.modifiers ?? '')
    .split(',')
    .filter(Boolean);

/** By the modifiers, as the decoder says. */
const startEnergy = (meta: Description): number => Number(meta.details.start_energy ?? 0.5);

/** From the first pose to whatever is later, the last pose or the last thing that counted. */
function spanOf(poses: Poses, score: Score): Span {
  const start = poses.times[0] ?? 0;
  const end = Math.max(poses.times.at(-1) ?? 0, score.length > 0 ? score.end : 0, start);
  return { start, end };
}

/** As the column `paces.source` numbers them. */
const SOURCES = ['map', 'cuts'] as const;

/** How fast notes come, before changes. Null where neither map nor cuts say it, and they come as in most songs. */
function paceOf({ tables: { paces } }: Flights): Pace | null {
  const from = SOURCES[at(paces, 'source', 0)];
  return from && paces.speed?.length ? { speed: at(paces, 'speed', 0), from } : null;
}

function captionOf(meta: Description, modifiers: string[]): Caption {
  const difficulty = difficultyName(meta.map?.difficulty ?? '');
  return {
    title: meta.map?.name || 'Untitled song',
    line: meta.players[0]?.name || (meta.players[0]?.id ?? ''),
    aside: meta.map?.author ? `Mapped by ${meta.map.author}` : '',
    facts: [difficulty, meta.mode === 'Standard' ? '' : (meta.mode ?? ''), ...modifiers].filter(Boolean),
  };
}

const EMPTY_DATA: Data = { frames: {}, notes: {}, pauses: {}, score: {}, heart_rate: {} };
const EMPTY_META: Description = {
  format: '',
  format_name: '',
  game: 'beat-saber',
  version: '',
  writer: null,
  game_version: null,
  players: [],
  map: null,
  mode: null,
  started_at: null,
  duration_s: 0,
  score: null,
  outcome: null,
  details: {},
  diagnostics: [],
  moment_kinds: [],
  tables: [],
};
