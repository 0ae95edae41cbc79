import { signal } from '@preact/signals';
import { Group, type Object3D, PerspectiveCamera } from 'three';
import type { Description, Moment, Replay } from '../../../decoder';
import { atmosphere } from '../../../stage/atmosphere';
import { markerKindsOf, markersOf } from '../../../stage/moments';
import type { Theme } from '../../../ui/theme';
import type { Caption, Marker, Scene, SceneKind, Span, View } from '../../../stage/scene';
import { Bubbles, middleOf, placeOf, roomOf } from './bubbles';
import { camerasOf, type Filming, SCALE } from './cameras';
import { FRAME_RATE } from '../rules';
import { empty, type Game, gameOf, indexAt, lastRow, load, stateName } from './data';
import { Fighters } from './fighters';
import { beamsAt, framingOf } from './framing';
import { Ground } from './ground';
import { type Clock, hudOf, timerText } from './hud';
import { Items } from './items';
import { Legend } from './Legend';
import { Marks } from './marks';
import { type Palette, paletteOf } from './palette';
import { Stars, withBeams } from './stars';
import { showsFrames, Tools } from './Tools';
import { isAnybodyNamed, sidesOf } from './sides';

export const kind: SceneKind = {
  game: 'melee',
  /** Compiles the shaders that a replay will need, on a stand-in with one of everything. */
  warm(renderer) {
    const scene = new Melee(null, gameOf(empty()), []);
    scene.root.traverse((part) => (part.visible = true));
    renderer.compile(scene.root, new PerspectiveCamera());
  },
  async load(replay) {
    const [data, moments] = await Promise.all([load(replay), replay.moments()]);
    return new Melee(replay.meta, data, moments);
  },
};

class Melee implements Scene {
  readonly game = 'melee';
  readonly root: Object3D = new Group();
  span!: Span;
  readonly rate = 1;
  frameTimes!: Float64Array;
  markers!: Marker[];
  readonly markerKinds;
  readonly cameras;
  readonly caption: Caption;
  readonly Hud;
  readonly Tools = Tools;
  readonly Legend = Legend;
  readonly keys = {
    d: { label: 'Frame data: frame number and action states', act: () => (showsFrames.value = !showsFrames.peek()) },
  };

  private readonly fighters: Fighters;
  private readonly items: Items;
  private readonly stars: Stars;
  private readonly marks: Marks;
  private readonly bubbles: Bubbles;
  private readonly ground: Ground;
  private readonly filming: Filming;
  /** Index of the frame last drawn. */
  private readonly frame = signal(-1);
  private readonly clock: Clock;
  private palette: Palette;
  private theme: Theme = 'dark';
  /** The camera of the picture last drawn. */
  private eye: PerspectiveCamera | null = null;

  constructor(
    meta: Description | null,
    private data: Game,
    moments: Moment[],
  ) {
    this.fighters = new Fighters(data);
    this.items = new Items(data);
    this.stars = new Stars(data);
    this.marks = new Marks(data);
    this.bubbles = new Bubbles(this.fighters.group);
    this.ground = new Ground(meta?.map?.id ?? '32', data);
    this.filming = this.filmingOf(data);
    this.palette = paletteOf(data, this.theme, this.ground.hue);
    this.clock = { timer: String(meta?.details.timer), seconds: Number(meta?.details.timer_s) };
    this.markerKinds = markerKindsOf(meta?.moment_kinds ?? []);
    this.measure();
    this.markers = markersOf(moments);
    this.cameras = camerasOf(this.filming);
    this.caption = captionOf(meta, data);
    this.Hud = hudOf({
      game: () => this.data,
      clock: this.clock,
      hits: () => this.fighters.hits,
      now: () => this.fighters.now,
      frame: this.frame,
    });
    this.root.scale.setScalar(SCALE);
    this.root.add(this.ground.group, this.items.group, this.stars.group, this.fighters.group, this.marks.group, this.bubbles.group);
    this.update(this.span.start, { camera: 'follow', reducedMotion: true });
  }

  /** The file has more at its end. */
  async grow(replay: Replay): Promise<void> {
    const data = await load(replay);
    this.data = data;
    for (const part of [this.fighters, this.items, this.stars, this.marks, this.ground]) part.use(data);
    Object.assign(this.filming, this.filmingOf(data));
    this.palette = paletteOf(data, this.theme, this.ground.hue);
    this.measure();
  }

  async recount(replay: Replay): Promise<void> {
    this.markers = markersOf(await replay.moments());
  }

  private filmingOf(game: Game): Filming {
    const { blast, sight, isKnown } = this.ground;
    this.fighters.losses = withBeams(game, this.fighters.losses);
    return { game, blast, sight, framing: framingOf(game, this.fighters.losses, sight, isKnown) };
  }

  private measure(): void {
    const { times } = this.data;
    this.frameTimes = times;
    this.span = { start: times[0]!, end: times.at(-1)! };
  }

  update(time: number, view: View): void {
    const index = indexAt(this.data, time);
    this.ground.update(time, index, this.palette);
    this.fighters.update(time, index, this.palette, view.reducedMotion);
    this.items.update(time, index, this.palette);
    this.stars.update(time);
    this.marks.update(time, this.palette);
    this.eye = view.eye ?? null;
    if (view.eye) this.bubbles.update(this.fighters.now, view.eye, this.palette);
    // Last: its readers also read what the others have set.
    this.frame.value = index;
  }

  frameNumber(time: number): number {
    return Math.round(time * FRAME_RATE);
  }

  /** Stocks and percents, in the order of the title, and the timer. */
  standing(): string {
    const leader = (port: number) => this.fighters.now.find(({ track }) => track.port === port && !track.follower);
    const players = sidesOf(this.data).flatMap(({ players }) =>
      players.flatMap(({ name, port }) => {
        const fighter = leader(port);
        return fighter ? [`${name} × ${fighter.stocks}, ${Math.floor(fighter.percent)}%`] : [];
      }),
    );
    return [...players, timerText(this.clock, this.data.times[Math.max(0, this.frame.peek())]!)].filter(Boolean).join(' · ');
  }

  state(): Record<string, unknown> {
    return {
      frame: this.frameNumber(this.data.times[this.frame.peek()]!),
      ...this.seen(),
      players: this.fighters.now.map((fighter, i) => ({
        port: fighter.track.port + 1,
        follower: fighter.track.follower,
        name: this.data.who[fighter.track.port]?.name,
        character: fighter.character.name,
        stocks: fighter.stocks,
        percent: fighter.percent,
        position: [fighter.x, fighter.y],
        facing: fighter.facing,
        actionState: fighter.state,
        actionStateName: stateName(this.data, lastRow(fighter.track, this.frame.peek())),
        outfit: this.data.who[fighter.track.port]?.outfit,
        shield: fighter.shield,
        shieldStun: fighter.shieldStun,
        hitlag: fighter.hitlag,
        hitstun: fighter.hitstun,
        untouchable: fighter.untouchable,
        mood: fighter.mood,
        team: this.data.teams ? this.data.who[fighter.track.port]?.team : null,
        dead: fighter.dead,
        visible: fighter.visible,
        place: this.eye && middleOf(this.eye, fighter),
        bubble: this.bubbles.now[i] ?? null,
      })),
      timer: timerText(this.clock, this.data.times[Math.max(0, this.frame.peek())]!),
      stage: this.ground.state(this.frame.peek()),
      visible: { items: this.items.now, stars: this.stars.now, marks: this.marks.now.map(({ kind, track }) => [track.port + 1, kind]) },
    };
  }

  /** Where things are in the picture, −1 to 1 from its left and its bottom: the part that nothing covers, and both ends of beams. */
  private seen(): Record<string, unknown> {
    const { eye } = this;
    if (!eye) return {};
    const { low, high } = roomOf(eye);
    const beams = beamsAt(this.fighters.losses, this.data.times[Math.max(0, this.frame.peek())]!).map(([x, y, x2, y2]) => [
      ...placeOf(eye, x, y),
      ...placeOf(eye, x2, y2),
    ]);
    return { room: [low, high], beams };
  }

  setTheme(theme: Theme): void {
    this.theme = theme;
    this.palette = paletteOf(this.data, theme, this.ground.hue);
    atmosphere.uHorizon.value.set(this.palette.horizon);
    atmosphere.uGlowLeft.value.set(this.palette.glow);
    atmosphere.uGlowRight.value.set(this.palette.glow);
  }

  dispose(): void {
    for (const part of [this.fighters, this.items, this.stars, this.marks, this.bubbles, this.ground]) part.dispose();
  }
}

/** The opponents: teams by their members. */
const versus = (game: Game): string =>
  sidesOf(game)
    .map(({ players }) => players.map(({ name }) => name).join(' & '))
    .join(' vs ');

function captionOf(meta: Description | null, game: Game): Caption {
  const mode = meta?.mode ?? '';
  return {
    title: meta?.map?.name || 'Unknown stage',
    line: versus(game),
    aside: isAnybodyNamed(game) ? String(meta?.details.characters ?? '') : '',
    facts: [mode && mode[0]!.toUpperCase() + mode.slice(1), meta?.details.teams && mode !== 'teams' ? 'Teams' : ''].filter(Boolean),
  };
}
