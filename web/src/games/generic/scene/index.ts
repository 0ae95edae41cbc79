import { signal } from '@preact/signals';
import { Box3, DirectionalLight, Group, HemisphereLight, type Mesh, type Object3D, Vector3 } from 'three';
import type { Description, Replay } from '../../../decoder';
import { atmosphere } from '../../../stage/atmosphere';
import { markerKindsOf, markersOf } from '../../../stage/moments';
import type { CameraSpec, Caption, Marker, Scene, SceneKind, Span, View } from '../../../stage/scene';
import type { Theme } from '../../../ui/theme';
import { capital } from '../text';
import { type Place, placesOf } from '../bodies';
import { eventsOf, wantEvents } from '../events';
import { Session } from '../session';
import { Body } from './body';
import { camerasOf } from './cameras';
import { floor } from './floor';
import { hudOf } from './hud';
import { readPieces, type Track } from './tracks';

/** So large is all motion in the picture, in its metres. */
const EXTENT = 6;
/** More of them cannot be distinguished. */
const MOST_BODIES = 48;

export const kind: SceneKind = {
  game: 'reel',
  warm() {},
  async load(replay) {
    const session = Session.of(replay);
    const places = placesOf(replay.meta);
    for (const { table, position, rotation, owner } of places) {
      session.want(table, [...position, ...(rotation ?? []), ...(owner ? [owner] : [])]);
    }
    wantEvents(session);
    await session.load(session.span.start);
    // The rest of a reel that is here, after the first picture.
    setTimeout(() => void session.fill().catch(() => undefined));
    return new ReelScene(replay, session);
  },
};

class ReelScene implements Scene {
  readonly game = 'reel';
  readonly root: Object3D = new Group();
  readonly span: Span;
  readonly rate = 1;
  readonly frameTimes: number[] = [];
  markers: Marker[] = [];
  markerKinds: readonly string[] = [];
  readonly cameras: readonly CameraSpec[];
  readonly caption: Caption;
  readonly Hud;

  private readonly motion = new Group();
  private readonly floor: Mesh;
  private readonly tracks = new Map<string, Track>();
  private readonly bodies: Body[] = [];
  /** Changes when there are other bodies. */
  private readonly count = signal(0);
  private readonly waiting = signal(false);
  private readonly read = new Set<unknown>();
  private readonly scale: number;
  /** Where the floor is, in units of the columns. */
  private readonly down: number;
  private theme: Theme = 'dark';
  private time = 0;
  private stop: (() => void) | null = null;
  private changed: () => void = () => undefined;

  constructor(
    private readonly replay: Replay,
    private readonly session: Session,
  ) {
    this.span = { ...session.span };
    this.caption = captionOf(replay.meta);
    this.readWindows();
    const box = this.bounds();
    const size = box.getSize(new Vector3());
    const middle = box.getCenter(new Vector3());
    this.scale = EXTENT / Math.max(size.x, size.y, size.z, 1e-6);
    this.down = box.min.y;
    this.motion.scale.setScalar(this.scale);
    this.motion.position.set(-middle.x, -this.down, -middle.z).multiplyScalar(this.scale);
    this.floor = floor(cellOf(EXTENT / this.scale) * this.scale);
    this.cameras = camerasOf({
      middle: new Vector3(0, (size.y * this.scale) / 2, 0),
      reach: Math.max(1.5, (size.length() * this.scale) / 2),
    });
    const light = new DirectionalLight('#ffffff', 1.6);
    light.position.set(3, 8, 5);
    this.root.add(this.motion, this.floor, light, new HemisphereLight('#ffffff', '#8a8fb0', 1.4));
    this.Hud = hudOf({ bodies: () => this.bodies, count: this.count, waiting: this.waiting, theme: () => this.theme });
    this.addBodies();
    this.stop = session.version.subscribe(() => {
      this.readWindows();
      this.addBodies();
      this.readEvents();
      this.changed();
    });
    this.update(this.span.start);
  }

  onChange(changed: () => void): void {
    this.changed = changed;
  }

  update(time: number, _view?: View): void {
    this.time = time;
    this.session.need(time);
    this.waiting.value = this.tracks.size > 0 && !this.session.windows[this.session.indexAt(time)];
    for (const body of this.bodies) body.update(time, this.down);
  }

  state(): Record<string, unknown> {
    const { windows } = this.session;
    return {
      bodies: this.bodies.map(({ track, visible, position }) => ({ name: track.label, visible, position: position.toArray() })),
      windows: { all: windows.length, here: windows.filter(Boolean).length },
      waiting: this.waiting.peek(),
    };
  }

  setTheme(theme: Theme): void {
    this.theme = theme;
    for (const body of this.bodies) body.setTheme(theme);
    const glow = theme === 'dark' ? '#2a2256' : '#ddd8f6';
    atmosphere.uGlowLeft.value.set(glow);
    atmosphere.uGlowRight.value.set(glow);
    this.renew();
  }

  dispose(): void {
    this.stop?.();
    for (const body of this.bodies) body.dispose();
    this.floor.geometry.dispose();
  }

  /** Takes the rows of windows that have come. */
  private readWindows(): void {
    this.session.windows.forEach((window, index) => {
      if (!window || this.read.has(window)) return;
      this.read.add(window);
      for (const place of placesOf(this.replay.meta)) {
        const rows = window.get(place.table.name);
        if (rows) readPieces(place, rows, index, this.session, this.tracks);
      }
    });
  }

  private addBodies(): void {
    const tracks = [...this.tracks.values()].slice(this.bodies.length, MOST_BODIES);
    for (const track of tracks) {
      const body = new Body(track, this.bodies.length, this.scale);
      body.setTheme(this.theme);
      this.bodies.push(body);
      this.motion.add(body.group);
    }
    if (tracks.length > 0) this.renew();
    for (const body of this.bodies) body.update(this.time, this.down);
    this.waiting.value = this.tracks.size > 0 && !this.session.windows[this.session.indexAt(this.time)];
  }

  /** A listener here also calls this: reading would make it listen to itself. */
  private renew(): void {
    this.count.value = this.count.peek() + 1;
  }

  /** The box that all motion fits into, in units of the columns. */
  private bounds(): Box3 {
    const box = new Box3();
    for (const place of placesOf(this.replay.meta)) {
      const known = rangesOf(place);
      if (known) box.expandByPoint(known.min).expandByPoint(known.max);
      else this.measure(place, box);
    }
    return box.isEmpty() ? new Box3(new Vector3(-1, 0, -1), new Vector3(1, 1, 1)) : box;
  }

  /** By the rows that are here, where the reel does not say how far they go. */
  private measure({ table, position }: Place, box: Box3): void {
    const point = new Vector3();
    for (const window of this.session.windows) {
      const columns = window && position.map((name) => window.get(table.name)!.columns[name]!);
      if (!columns) continue;
      const step = Math.max(1, Math.floor(columns[0]!.length / 5000));
      for (let row = 0; row < columns[0]!.length; row += step) {
        point.set(columns[0]![row]!, columns[1]![row]!, columns[2]![row]!);
        if (Number.isFinite(point.x + point.y + point.z)) box.expandByPoint(point);
      }
    }
  }

  private readEvents(): void {
    const { moments, kinds } = eventsOf(this.session);
    this.markers = markersOf(moments);
    this.markerKinds = markerKindsOf(kinds);
  }
}

/** How far a body moves in all of a reel, as its index says. */
function rangesOf({ table, position }: Place): Box3 | null {
  const ranges = position.map((name) => table.columns.find((column) => column.name === name)?.range);
  if (!ranges.every((range) => range?.every(Number.isFinite))) return null;
  const corner = (end: 0 | 1) => new Vector3(...(ranges.map((range) => range![end]) as [number, number, number]));
  return new Box3(corner(0), corner(1));
}

/** The width of the floor's cells: 1, 2 or 5 of some power of ten, so that about thirty are seen. */
function cellOf(extent: number): number {
  const rough = extent / 12;
  const power = 10 ** Math.floor(Math.log10(rough));
  return power * ([1, 2, 5].find((step) => step * power >= rough) ?? 10);
}

function captionOf({ game, players, details, started_at }: Description): Caption {
  const named = ['title', 'name', 'map', 'level', 'track'].map((key) => details[key]).find((value) => typeof value === 'string' && value);
  const title = named ? String(named) : capital(game.replace(/[-_]+/g, ' '));
  const day = started_at === null ? '' : new Date(started_at * 1000).toLocaleDateString('en', { dateStyle: 'medium' });
  return {
    title,
    line: players.map(({ name }) => name).join(', '),
    aside: named ? capital(game.replace(/[-_]+/g, ' ')) : '',
    facts: [day].filter(Boolean),
  };
}
