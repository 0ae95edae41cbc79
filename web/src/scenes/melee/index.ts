import { signal } from '@preact/signals';
import { Group, type Object3D, PerspectiveCamera } from 'three';
import type { Description } from '../../decoder';
import { atmosphere } from '../../player/stage/atmosphere';
import type { Theme } from '../../ui/theme';
import type { Caption, Scene, SceneKind, Span, View } from '../scene';
import { camerasOf, SCALE } from './cameras';
import { empty, FPS, type Game, gameOf, indexAt, load } from './data';
import { Fighters } from './fighters';
import { Ground } from './ground';
import { type Clock, hudOf, timerText } from './hud';
import { Items } from './items';
import { markersOf } from './markers';
import { type Palette, paletteOf } from './palette';

export const kind: SceneKind = {
  game: 'melee',
  /** Compiles the shaders that a replay will need, on a stand-in with one of everything. */
  warm(renderer) {
    const scene = new Melee(null, gameOf(empty()));
    scene.root.traverse((part) => (part.visible = true));
    renderer.compile(scene.root, new PerspectiveCamera());
  },
  async load(replay) {
    return new Melee(replay.meta, await load(replay));
  },
};

class Melee implements Scene {
  readonly game = 'melee';
  readonly root: Object3D = new Group();
  readonly span: Span;
  readonly rate = 1;
  readonly frameTimes: Float64Array;
  readonly markers;
  readonly cameras;
  readonly caption: Caption;
  readonly Hud;

  private readonly fighters: Fighters;
  private readonly items: Items;
  private readonly ground: Ground;
  /** Index of the frame last drawn. */
  private readonly frame = signal(-1);
  private readonly names: string[];
  private readonly clock: Clock;
  private palette: Palette;

  constructor(
    meta: Description | null,
    private readonly data: Game,
  ) {
    this.names = data.who.map((player) => player.name);
    this.clock = { timer: String(meta?.details.timer), seconds: Number(meta?.details.timer_s) };
    this.fighters = new Fighters(data);
    this.items = new Items(data);
    this.ground = new Ground(meta?.map?.id ?? '32', data);
    this.palette = paletteOf(data, 'dark', this.ground.hue);
    this.frameTimes = data.times;
    this.span = { start: data.times[0]!, end: data.times.at(-1)! };
    this.markers = markersOf(data, this.fighters.losses, this.names, this.span.start);
    this.cameras = camerasOf(data, this.ground.blast);
    this.caption = captionOf(meta, this.names);
    this.Hud = hudOf({
      game: data,
      clock: this.clock,
      hits: () => this.fighters.hits,
      now: () => this.fighters.now,
      frame: this.frame,
    });
    this.root.scale.setScalar(SCALE);
    this.root.add(this.ground.group, this.items.group, this.fighters.group);
    this.update(this.span.start, { camera: 'follow', reducedMotion: true });
  }

  update(time: number, view: View): void {
    const index = indexAt(this.data, time);
    this.ground.update(time, index, this.palette);
    this.fighters.update(time, index, this.palette, view.reducedMotion);
    this.items.update(index, this.palette);
    // Last: whoever is told of it reads what the others have made of it.
    this.frame.value = index;
  }

  state(): Record<string, unknown> {
    return {
      frame: Math.round(this.data.times[this.frame.peek()]! * FPS),
      players: this.fighters.now.map((fighter) => ({
        port: fighter.track.port + 1,
        follower: fighter.track.follower,
        name: this.names[fighter.track.port],
        character: fighter.character.name,
        stocks: fighter.stocks,
        percent: fighter.percent,
        position: [fighter.x, fighter.y],
        facing: fighter.facing,
        actionState: fighter.state,
        shield: fighter.shield,
        mood: fighter.mood,
        team: this.data.teams ? this.data.who[fighter.track.port]?.team : null,
        dead: fighter.dead,
        visible: fighter.visible,
      })),
      timer: timerText(this.clock, this.data.times[Math.max(0, this.frame.peek())]!),
      stage: this.ground.state(this.frame.peek()),
      visible: { items: this.items.now },
    };
  }

  setTheme(theme: Theme): void {
    this.palette = paletteOf(this.data, theme, this.ground.hue);
    atmosphere.uHorizon.value.set(this.palette.horizon);
    atmosphere.uGlowLeft.value.set(this.palette.glow);
    atmosphere.uGlowRight.value.set(this.palette.glow);
  }

  dispose(): void {
    for (const part of [this.fighters, this.items, this.ground]) part.dispose();
  }
}

function captionOf(meta: Description | null, names: string[]): Caption {
  const mode = meta?.mode ?? '';
  return {
    title: meta?.map?.name || 'Unknown stage',
    line: names.filter(Boolean).join(' vs '),
    aside: String(meta?.details.characters ?? ''),
    facts: [mode && mode[0]!.toUpperCase() + mode.slice(1), meta?.details.teams && mode !== 'teams' ? 'Teams' : ''].filter(Boolean),
  };
}
