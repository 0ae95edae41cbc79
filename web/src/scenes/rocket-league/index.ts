import { signal } from '@preact/signals';
import { DirectionalLight, Group, HemisphereLight, PerspectiveCamera } from 'three';
import type { Description } from '../../decoder';
import { atmosphere } from '../../player/stage/atmosphere';
import type { Theme } from '../../ui/theme';
import type { Caption, Marker, Scene, SceneKind, Span, View } from '../scene';
import { Arena } from './arena';
import { shapeOf } from './arenas';
import { Balls } from './ball';
import { camerasOf, WORLD } from './cameras';
import { Cars } from './cars';
import { empty, type Game, gameOf, load } from './data';
import { boardAt, hudOf } from './hud';
import { familyOf } from './hitboxes';
import { markersOf } from './markers';
import { Pads } from './pads';
import { Panels } from './panels';
import { PALETTES } from './palette';

export const kind: SceneKind = {
  game: 'rocket-league',
  /** Compiles the shaders that a replay will need. */
  warm(renderer) {
    const scene = new RocketLeague(null, gameOf(empty(), [], [], []));
    scene.root.traverse((part) => (part.visible = true));
    renderer.compile(scene.root, new PerspectiveCamera());
  },
  load: async (replay) => new RocketLeague(replay.meta, await load(replay)),
};

class RocketLeague implements Scene {
  readonly game = 'rocket-league';
  readonly root = new Group();
  readonly span: Span;
  readonly rate = 1;
  readonly frameTimes: ArrayLike<number>;
  readonly markers: Marker[];
  readonly cameras;
  readonly caption: Caption;
  readonly Hud;

  private readonly arena: Arena;
  private readonly panels: Panels;
  private readonly balls: Balls;
  private readonly cars: Cars;
  private readonly pads: Pads;
  private readonly shown = signal(0);
  private palette = PALETTES.dark;

  constructor(
    meta: Description | null,
    private readonly data: Game,
  ) {
    this.frameTimes = data.times;
    this.span = { start: data.times[0]!, end: data.times.at(-1)! };
    const shape = shapeOf(meta?.map?.id ?? '', meta?.map?.name ?? '', data);
    this.arena = new Arena(shape);
    this.panels = new Panels(data, shape);
    this.balls = new Balls(data);
    this.cars = new Cars(data);
    this.pads = new Pads(data, shape);
    this.markers = markersOf(data);
    this.cameras = camerasOf(data, shape);
    this.caption = captionOf(meta, data);
    this.Hud = hudOf(data, this.cars.now, this.shown);
    this.root.matrixAutoUpdate = false;
    this.root.matrix.copy(WORLD);
    const sun = new DirectionalLight('#ffffff', 1.9);
    sun.position.set(-2500, -1500, 6000);
    this.root.add(new HemisphereLight('#ffffff', '#8899aa', 1.5), sun);
    this.root.add(this.arena.group, this.panels.group, this.pads.group, this.balls.group, this.cars.group);
    this.update(this.span.start, { camera: 'match', reducedMotion: true });
  }

  update(time: number, view: View): void {
    this.arena.update(this.palette);
    this.pads.update(time, this.palette);
    this.panels.update(time, this.palette);
    this.balls.update(time, this.palette);
    this.cars.update(time, this.palette, this.cameras.find(({ name }) => name === view.camera)?.fov ?? 45);
    // Last: whoever is told of it reads what the others have made of it.
    this.shown.value = time;
  }

  state(): Record<string, unknown> {
    return {
      board: boardAt(this.data, this.shown.peek()),
      arena: this.arena.state(),
      panels: this.panels.state(),
      ball: this.balls.state(),
      players: this.cars.now.map(({ player, there, pose, speed, boost, boosting }) => ({
        name: player.name,
        team: player.team,
        hitbox: familyOf(player.body),
        visible: there,
        position: pose.position.toArray(),
        speed,
        boost: (boost * 100) / 255,
        boosting,
      })),
      pads: this.pads.state(),
    };
  }

  setTheme(theme: Theme): void {
    this.palette = PALETTES[theme];
    atmosphere.uHorizon.value.set(this.palette.horizon);
    atmosphere.uGlowLeft.value.copy(this.palette.teams[0]).multiplyScalar(0.25);
    atmosphere.uGlowRight.value.copy(this.palette.teams[1]).multiplyScalar(0.25);
    if (theme === 'light') for (const glow of [atmosphere.uGlowLeft, atmosphere.uGlowRight]) glow.value.set(this.palette.horizon);
  }

  dispose(): void {
    for (const part of [this.arena, this.panels, this.pads, this.balls, this.cars]) part.dispose();
  }
}

function captionOf(meta: Description | null, { who }: Game): Caption {
  const names = (team: number) =>
    who
      .filter((player) => player.team === team)
      .map((player) => player.name)
      .join(', ');
  const mode = (meta?.mode ?? '').replaceAll('-', ' ');
  return {
    title: meta?.map?.name || meta?.map?.id || 'Unknown arena',
    line: `${names(0)} vs ${names(1)}`,
    aside: String(meta?.details.replay_name ?? ''),
    facts: [mode && mode[0]!.toUpperCase() + mode.slice(1)].filter(Boolean),
  };
}
