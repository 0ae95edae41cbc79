import {
  CircleGeometry,
  Color,
  CylinderGeometry,
  Group,
  IcosahedronGeometry,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  Quaternion,
  Vector3,
} from 'three';
import type { Theme } from '../../../ui/theme';
import { hueOf } from '../palette';
import type { Track } from './tracks';
import { Trail } from './trail';

/** Sizes in the picture's metres. */
const RADIUS = 0.09;
const ARM = 0.34;
const AXES: Record<Theme, readonly [string, string, string]> = {
  dark: ['#ff5a5f', '#54d69a', '#4ba3ff'],
  light: ['#c81e2f', '#0f7a4b', '#1a68c4'],
};
const TURNS: readonly [number, number, number][] = [
  [0, 0, -Math.PI / 2],
  [0, 0, 0],
  [Math.PI / 2, 0, 0],
];

/** Shapes that all bodies share. */
const ball = new IcosahedronGeometry(RADIUS, 3);
const arm = new CylinderGeometry(0.012, 0.012, ARM, 8).translate(0, ARM / 2, 0);
const drop = new CylinderGeometry(0.004, 0.004, 1, 6).translate(0, -0.5, 0);
const disc = new CircleGeometry(RADIUS * 1.1, 24).rotateX(-Math.PI / 2);

/** Something that has a place: a ball, arms along its own axes if it is known how it is turned, and the line down to the floor. */
export class Body {
  readonly group = new Group();
  readonly position = new Vector3();
  readonly rotation = new Quaternion();
  visible = false;
  private readonly ball: Mesh<IcosahedronGeometry, MeshLambertMaterial>;
  private readonly arms: Mesh<CylinderGeometry, MeshBasicMaterial>[];
  private readonly drop: Mesh<CylinderGeometry, MeshBasicMaterial>;
  private readonly disc: Mesh<CircleGeometry, MeshBasicMaterial>;
  private readonly trail: Trail;
  private readonly turned = new Group();

  /** `hue`: which of the colours. `scale`: metres of the picture in a unit of the columns. */
  constructor(
    readonly track: Track,
    readonly hue: number,
    private readonly scale: number,
  ) {
    this.ball = new Mesh(ball, new MeshLambertMaterial());
    this.arms = track.place.rotation ? TURNS.map(() => new Mesh(arm, new MeshBasicMaterial())) : [];
    this.arms.forEach((arm, i) => arm.rotation.set(...TURNS[i]!));
    const faint = () => new MeshBasicMaterial({ transparent: true, opacity: 0.35, depthWrite: false });
    this.drop = new Mesh(drop, faint());
    this.disc = new Mesh(disc, faint());
    this.trail = new Trail(track);
    this.turned.add(this.ball, ...this.arms);
    this.group.add(this.turned, this.drop, this.disc, this.trail.mesh);
  }

  /** `down`: where the floor is, in units of the columns. */
  update(time: number, down: number): void {
    this.rotation.identity();
    this.visible = this.track.at(time, this.position, this.rotation);
    this.trail.update(time);
    for (const part of [this.turned, this.drop, this.disc]) part.visible = this.visible;
    if (!this.visible) return;
    // Bodies are as large whatever the units are.
    const size = 1 / this.scale;
    this.turned.position.copy(this.position);
    this.turned.quaternion.copy(this.rotation);
    this.turned.scale.setScalar(size);
    this.drop.position.copy(this.position);
    this.drop.scale.set(size, Math.max(1e-6, this.position.y - down), size);
    this.disc.position.set(this.position.x, down + 0.004 * size, this.position.z);
    this.disc.scale.setScalar(size);
  }

  setTheme(theme: Theme): void {
    const colour = hueOf(theme, this.hue);
    this.ball.material.color.set(colour);
    this.ball.material.emissive.copy(new Color(colour)).multiplyScalar(theme === 'dark' ? 0.25 : 0.15);
    this.arms.forEach((arm, i) => arm.material.color.set(AXES[theme][i]!));
    this.drop.material.color.set(colour);
    this.disc.material.color.set(colour);
    this.trail.colour = colour;
  }

  dispose(): void {
    for (const { material } of [this.ball, this.drop, this.disc, ...this.arms]) material.dispose();
    this.trail.dispose();
  }
}
