import { signal } from '@preact/signals';
import { BoxGeometry, type BufferGeometry, Group, Mesh, MeshBasicMaterial, Quaternion, SphereGeometry } from 'three';
import type { Description, Moment, Replay } from '../../../decoder';
import { at, type Columns, columnsOf } from '../../../stage/columns';
import { markerKindsOf, markersOf } from '../../../stage/moments';
import type { CameraSpec, Caption, Marker, Scene, SceneKind, Span } from '../../../stage/scene';
import { lastAtOrBefore } from '../../../stage/times';
import type { Theme } from '../../../ui/theme';
import { FIELD, PADDLE } from '../rules';
import { hudOf } from './hud';

const FRAMES = ['time', 'left', 'right', 'ball_x', 'ball_y', 'left_points', 'right_points'];
/** The field is so many metres wide in the picture. */
const WIDTH = 10;
const SCALE = WIDTH / FIELD.width;
const COLOURS = {
  dark: { bodies: '#f2f3f8', border: '#5a5f78' },
  light: { bodies: '#23263a', border: '#a5a9bd' },
} as const;

export const kind: SceneKind = {
  game: 'pong',
  warm() {},
  async load(replay: Replay) {
    const [{ frames }, moments] = await Promise.all([columnsOf(replay, { frames: FRAMES }), replay.moments()]);
    return new Pong(replay.meta, frames, moments);
  },
};

class Pong implements Scene {
  readonly game = 'pong';
  readonly root = new Group();
  readonly span: Span;
  readonly rate = 1;
  readonly frameTimes: ArrayLike<number>;
  readonly markers: Marker[];
  readonly markerKinds: readonly string[];
  readonly cameras: readonly CameraSpec[] = [
    {
      name: 'front',
      label: 'Front',
      fov: 40,
      across: 46,
      inRoom: true,
      place(_, out) {
        out.position.set(0, (FIELD.height * SCALE) / 2, 13);
        out.rotation.copy(new Quaternion());
      },
    },
  ];
  readonly caption: Caption;
  readonly Hud;

  private readonly points = signal<readonly [number, number]>([0, 0]);
  private readonly bodies = new MeshBasicMaterial();
  private readonly border = new MeshBasicMaterial();
  private readonly left = this.add(new BoxGeometry(0.2, PADDLE * SCALE, 0.2), this.bodies);
  private readonly right = this.add(new BoxGeometry(0.2, PADDLE * SCALE, 0.2), this.bodies);
  private readonly ball = this.add(new SphereGeometry(0.15), this.bodies);

  constructor(
    meta: Description,
    private readonly frames: Columns,
    moments: Moment[],
  ) {
    this.frameTimes = frames.time ?? [];
    this.span = { start: 0, end: this.frameTimes[this.frameTimes.length - 1] ?? 0 };
    this.markers = markersOf(moments);
    this.markerKinds = markerKindsOf(meta.moment_kinds);
    const names = meta.players.map(({ name }) => name);
    this.caption = { title: names.join(' – '), line: meta.outcome ?? '', aside: '', facts: [] };
    this.Hud = hudOf(names, this.points);
    for (const y of [0, FIELD.height]) this.add(new BoxGeometry(WIDTH, 0.04, 0.04), this.border).position.set(0, y * SCALE, 0);
    this.setTheme('dark');
    this.update(this.span.start);
  }

  update(time: number): void {
    const row = Math.max(0, lastAtOrBefore(this.frameTimes, time));
    const value = (name: string) => at(this.frames, name, row);
    const edge = WIDTH / 2;
    this.left.position.set(-edge, value('left') * SCALE, 0);
    this.right.position.set(edge, value('right') * SCALE, 0);
    this.ball.position.set(value('ball_x') * SCALE - edge, value('ball_y') * SCALE, 0);
    this.points.value = [value('left_points'), value('right_points')];
  }

  state(): Record<string, unknown> {
    return { ball: this.ball.position.toArray(), points: this.points.peek() };
  }

  setTheme(theme: Theme): void {
    this.bodies.color.set(COLOURS[theme].bodies);
    this.border.color.set(COLOURS[theme].border);
  }

  dispose(): void {
    for (const part of this.root.children) (part as Mesh).geometry.dispose();
    this.bodies.dispose();
    this.border.dispose();
  }

  private add(geometry: BufferGeometry, material: MeshBasicMaterial): Mesh {
    const mesh = new Mesh(geometry, material);
    this.root.add(mesh);
    return mesh;
  }
}
