import { signal } from '@preact/signals';
import { type Camera, DirectionalLight, Group, HemisphereLight, PerspectiveCamera } from 'three';
import type { Description, Moment } from '../../../decoder';
import { ask } from '../../../decoder/ask';
import { atmosphere } from '../../../stage/atmosphere';
import { markerKindsOf, markersOf } from '../../../stage/moments';
import type { Theme } from '../../../ui/theme';
import type { Caption, Highlight, Hit, Marker, Scene, SceneKind, Span, Stretch, View } from '../../../stage/scene';
import { clockText, spaced } from '../../../ui/format';
import { TEAM_NAMES } from '../rules';
import type { RocketLeagueStatistics, Touch } from '../stats/statistics.types';
import { Arena } from './arena';
import { shapeOf } from './arenas';
import { Balls } from './ball';
import { WORLD } from './axes';
import { actionsOf } from './actions';
import { camerasOf, cameraOf, shotAt } from './cameras';
import { Cars } from './cars';
import { followedBy, planOf } from './director';
import { empty, type Game, gameOf, load, type Player, stepAt } from './data';
import { goalLineOf, goalReplayAt, goalReplaysOf, Bursts, announcedGoalAt, goalsOf, shownTimeAt, type Story } from './goals';
import { boardAt, hudOf } from './hud';
import { countsUp, gameClockText, isOvertime, playedAt } from './match-time';
import { familyOf } from './hitboxes';
import { Pads } from './pads';
import { percentOf } from './tank';
import { Panels } from './panels';
import { isHere, keysAt } from './roster';
import { kickoffsOf } from './subjects';
import { PALETTES } from './palette';
import { heardOf } from './sounds';

export const kind: SceneKind = {
  game: 'rocket-league',
  /** Compiles the shaders that a replay will need. */
  warm(renderer) {
    const scene = new RocketLeague(null, gameOf(empty(), null, [], [], []), []);
    scene.root.traverse((part) => (part.visible = true));
    renderer.compile(scene.root, new PerspectiveCamera());
  },
  async load(replay) {
    const [data, moments] = await Promise.all([load(replay), replay.moments()]);
    const touches = async () => ((await ask(replay, 'stats')) as RocketLeagueStatistics | null)?.events.touches ?? [];
    return new RocketLeague(replay.meta, data, moments, touches);
  },
};

class RocketLeague implements Scene {
  readonly game = 'rocket-league';
  readonly root = new Group();
  readonly span: Span;
  readonly rate = 1;
  readonly frameTimes: ArrayLike<number>;
  readonly markers: Marker[];
  readonly markerKinds;
  readonly stretches: Stretch[];
  readonly cameras;
  /** As spectators have it in the game. */
  readonly caption: Caption;
  readonly Hud;
  readonly hitsLabel = 'Match sounds';
  readonly highlights: readonly Highlight[];

  private readonly arena: Arena;
  private readonly panels: Panels;
  private readonly balls: Balls;
  private readonly cars: Cars;
  private readonly pads: Pads;
  private readonly bursts: Bursts;
  private readonly story: Story;
  private readonly plan;
  private readonly shown = signal(0);
  private readonly camera = signal('');
  /** Touches of the ball; none before somebody listens. */
  private readonly heard = signal<Touch[]>([]);
  private readonly heardBy;
  private listens = false;
  private palette = PALETTES.dark;

  constructor(
    meta: Description | null,
    private readonly data: Game,
    moments: Moment[],
    private readonly touches: () => Promise<Touch[]> = async () => [],
  ) {
    this.frameTimes = data.times;
    this.span = { start: data.times[0]!, end: data.times.at(-1)! };
    const shape = shapeOf(meta?.map?.id ?? '', meta?.map?.name ?? '', data);
    this.arena = new Arena(shape);
    this.panels = new Panels(data, shape);
    this.balls = new Balls(data);
    this.cars = new Cars(data);
    this.pads = new Pads(data);
    const goals = goalsOf(data, moments);
    const goalReplays = goalReplaysOf(data, goals);
    this.story = { goals, goalReplays };
    this.heardBy = heardOf(data, this.story, this.heard);
    this.bursts = new Bursts(goals);
    this.markers = markersOf(moments);
    this.highlights = this.markers
      .filter(({ moment }) => moment.kind.name === 'goal')
      .map((marker) => ({ marker, clock: this.clockOfGoal(marker.time), ...goalLineOf(data, marker.moment) }));
    this.markerKinds = markerKindsOf(meta?.moment_kinds ?? []);
    this.stretches = goalReplays.map(({ start, end }) => ({ start, end, label: 'Goal replay' }));
    const kickoffs = kickoffsOf(moments);
    const actions = actionsOf(data, moments);
    this.plan = planOf(data, goals, goalReplays, kickoffs, actions);
    this.cameras = camerasOf({ game: data, shape, goals, goalReplays, kickoffs, actions, plan: this.plan });
    this.caption = captionOf(meta, data);
    this.Hud = hudOf(data, this.story, this.cars.now, this.shown, this.camera, (time, camera) => this.watchedAt(time, camera));
    this.root.matrixAutoUpdate = false;
    this.root.matrix.copy(WORLD);
    const sun = new DirectionalLight('#ffffff', 1.9);
    sun.position.set(-2500, -1500, 6000);
    this.root.add(new HemisphereLight('#ffffff', '#8899aa', 1.5), sun);
    this.root.add(this.arena.group, this.panels.group, this.pads.group, this.balls.group, this.cars.group, this.bursts.group);
    this.update(this.span.start);
  }

  update(now: number, view?: View): void {
    const time = shownTimeAt(this.story.goalReplays, now);
    this.arena.update(this.palette);
    this.panels.update(time, this.palette);
    const watched = this.watchedAt(now, view?.camera ?? '');
    const scored = this.story.goals.findLast((goal) => goal.time <= time);
    this.balls.update(time, this.palette, scored !== undefined && boardAt(this.data, time).state === 'PostGoalScored', watched !== null);
    this.bursts.update(time, this.palette);
    this.cars.update(time, this.palette, watched, this.balls.things(), view?.reducedMotion);
    this.pads.update(time, this.palette, this.balls.things());
    // Last: its readers also read what the others have set.
    this.shown.value = now;
    this.camera.value = view?.camera ?? '';
  }

  /** The player whom a camera follows, if that one is there. */
  private watchedAt(time: number, camera: string): Player | null {
    if (camera === 'director') return followedBy(this.data, shotAt(this.plan, time)) ?? null;
    const player = this.data.who.find((_, i) => cameraOf(i) === camera);
    return player && isHere(player, shownTimeAt(this.story.goalReplays, time)) ? player : null;
  }

  get cameraKeys(): Record<string, string> {
    const keys = [...keysAt(this.data, this.shown.peek())].map(([place, key]) => [key, cameraOf(place)]);
    return { 0: 'match', ...Object.fromEntries(keys) };
  }

  timeText(time: number, fine = false): string {
    return clockText(playedAt(this.data.match_time, this.span.start, time), fine);
  }

  private clockOfGoal(time: number): string {
    const { scoreboard } = this.data;
    const row = stepAt(scoreboard, time);
    return `${isOvertime(scoreboard, row) ? '+' : ''}${gameClockText(scoreboard, row)}`;
  }

  gameClock(time: number): string {
    const { scoreboard } = this.data;
    const row = stepAt(scoreboard, time);
    const clock = gameClockText(scoreboard, row);
    if (countsUp(scoreboard, row)) return clock;
    return isOvertime(scoreboard, row) ? `overtime ${clock}` : `${clock} left`;
  }

  /** Those of touches come once the decoder has found them. */
  hits(): Hit[] {
    if (!this.listens) {
      this.listens = true;
      // Without them, as in a replay that was closed meanwhile, all else is heard.
      void this.touches().then(
        (touches) => (this.heard.value = touches),
        () => undefined,
      );
    }
    const camera = this.camera.value;
    return this.heardBy((time) => this.watchedAt(time, camera));
  }

  /** The car whose player is watched already is not chosen again: it is in the middle of every picture. */
  pick(x: number, y: number, eye: Camera): string | null {
    const watched = this.data.who.findIndex((_, i) => cameraOf(i) === this.camera.peek());
    const car = this.cars.nearest(x, y, eye as PerspectiveCamera);
    return car < 0 || car === watched ? null : cameraOf(car);
  }

  standing(): string {
    const { blue, orange, clock } = boardAt(this.data, this.shown.peek());
    return [`${TEAM_NAMES[0]} ${blue} : ${orange} ${TEAM_NAMES[1]}`, clock].filter(Boolean).join(' · ');
  }

  state(): Record<string, unknown> {
    const now = this.shown.peek();
    const announced = announcedGoalAt(this.story.goals, shownTimeAt(this.story.goalReplays, now)) ?? null;
    return {
      board: boardAt(this.data, now),
      matchTime: playedAt(this.data.match_time, this.span.start, now),
      goal: announced && { name: announced.name, team: announced.team, speed: announced.speed, bursts: this.bursts.group.visible },
      goalReplay: goalReplayAt(this.story.goalReplays, now) !== undefined,
      director: shotAt(this.plan, now),
      arena: this.arena.state(),
      panels: this.panels.state(),
      ball: this.balls.state(),
      players: this.cars.now.map(({ player, there, pose, speed, boost, boosting, supersonic, steer }) => ({
        name: player.name,
        team: player.team,
        hitbox: familyOf(player.body),
        visible: there,
        position: pose.position.toArray(),
        speed,
        boost: percentOf(boost),
        boosting,
        supersonic,
        steer,
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
    for (const part of [this.arena, this.panels, this.pads, this.balls, this.cars, this.bursts]) part.dispose();
  }
}

function captionOf(meta: Description | null, { who }: Game): Caption {
  const names = (team: number) =>
    who
      .filter((player) => player.team === team)
      .map((player) => player.name)
      .join(', ');
  const mode = spaced(meta?.mode ?? '');
  return {
    title: meta?.map?.name || meta?.map?.id || 'Unknown arena',
    line: [names(0), names(1)].filter(Boolean).join(' vs '),
    aside: String(meta?.details.replay_name ?? ''),
    facts: [mode && mode[0]!.toUpperCase() + mode.slice(1)].filter(Boolean),
  };
}
