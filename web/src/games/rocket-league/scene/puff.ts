import { DoubleSide, Mesh, MeshBasicMaterial, RingGeometry, Vector3 } from 'three';
import { lastAtOrBefore } from '../../../stage/times';
import { type Player, poseAt } from './data';
import type { Palette } from './palette';
import { Pose } from './pose';
import { WHEEL } from './wheels';

/** How long the puff of a jump or a dodge lasts, and how large it gets, in uu. */
const SECONDS = 0.35;
const [SMALLEST, LARGEST] = [40, 80];

const down = new Vector3();

/** A ring at the wheels where a car jumps or dodges: it stays where the car pushed off. */
export class Puff {
  readonly mesh = new Mesh(new RingGeometry(0.8, 1, 28), new MeshBasicMaterial({ transparent: true, depthWrite: false, side: DoubleSide }));
  private readonly pose = new Pose();
  private radius = 0;

  /** `times`: of the player's jumps, by time. */
  constructor(
    private readonly player: Player,
    private readonly times: readonly number[],
  ) {}

  update(time: number, palette: Palette, there: boolean): void {
    const { mesh, pose, player } = this;
    const since = time - (this.times[lastAtOrBefore(this.times, time)] ?? -Infinity);
    mesh.visible = there && since < SECONDS && poseAt(player.tracks, time - since, pose);
    if (!mesh.visible) return;
    const part = since / SECONDS;
    mesh.quaternion.copy(pose.rotation);
    mesh.position.copy(pose.position).add(down.set(0, 0, 2 - WHEEL).applyQuaternion(pose.rotation));
    this.radius = SMALLEST + (LARGEST - SMALLEST) * (1 - (1 - part) ** 2);
    this.enlarge(1);
    // Not the colour of the ring below the ball.
    mesh.material.color.copy(palette.teams[player.team]!);
    mesh.material.opacity = 0.45 * (1 - part);
  }

  /** As many times as large as its car is drawn. */
  enlarge(scale: number): void {
    this.mesh.scale.setScalar(this.radius * scale);
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }
}
