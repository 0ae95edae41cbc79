import { CircleGeometry, Color, Float32BufferAttribute, Group, Mesh, MeshBasicMaterial, MeshLambertMaterial, RingGeometry, SphereGeometry } from 'three';
import { type Game, poseAt, Pose } from './data';
import type { Palette } from './palette';

export const RADIUS = 92.75;
const TRAIL = 24;
const TRAIL_SECONDS = 0.7;

/** The ball, a shadow and a ring below it, and where it was a moment ago. */
export class Ball {
  readonly group = new Group();
  readonly pose = new Pose();
  there = false;
  private readonly ball = new Mesh(pattern(new SphereGeometry(RADIUS, 48, 32)), new MeshLambertMaterial({ vertexColors: true }));
  private readonly shadow = new Mesh(
    new CircleGeometry(RADIUS, 32),
    new MeshBasicMaterial({ color: '#000000', transparent: true, opacity: 0.4, depthWrite: false }),
  );
  private readonly ring = new Mesh(new RingGeometry(RADIUS * 1.25, RADIUS * 1.4, 40), new MeshBasicMaterial({ transparent: true, opacity: 0.7, depthWrite: false }));
  private readonly trail: Mesh<SphereGeometry, MeshBasicMaterial>[];
  private readonly past = new Pose();

  constructor(private readonly game: Game) {
    const dot = new SphereGeometry(RADIUS * 0.55, 8, 6);
    this.trail = Array.from(
      { length: TRAIL },
      (_, i) => new Mesh(dot, new MeshBasicMaterial({ transparent: true, opacity: 0.22 * (1 - i / TRAIL), depthWrite: false })),
    );
    this.group.add(this.ball, this.shadow, this.ring, ...this.trail);
  }

  update(time: number, palette: Palette): void {
    this.there = poseAt(this.game.balls, time, this.pose);
    const { position } = this.pose;
    this.group.visible = this.there;
    this.ball.position.copy(position);
    this.ball.quaternion.copy(this.pose.rotation);
    this.ball.material.color.copy(palette.ball);
    this.shadow.position.set(position.x, position.y, 5);
    this.ring.position.set(position.x, position.y, 6);
    this.ring.material.color.copy(palette.line);
    this.trail.forEach((dot, i) => {
      const there = poseAt(this.game.balls, time - ((i + 1) / TRAIL) * TRAIL_SECONDS, this.past);
      dot.visible = there && this.pose.velocity.length() > 900 && this.past.position.distanceTo(position) < 6000 * TRAIL_SECONDS;
      dot.position.copy(this.past.position);
      dot.scale.setScalar(1 - i / TRAIL);
      dot.material.color.copy(palette.ball);
    });
  }

  dispose(): void {
    for (const part of [this.ball, this.shadow, this.ring, ...this.trail]) {
      part.geometry.dispose();
      part.material.dispose();
    }
  }
}

/** Dark patches, so that one sees it turn. */
function pattern(shape: SphereGeometry): SphereGeometry {
  const position = shape.getAttribute('position');
  const colours: number[] = [];
  const [light, dark] = [new Color('#ffffff'), new Color('#5a6472')];
  for (let i = 0; i < position.count; i++) {
    const [x, y, z] = [position.getX(i), position.getY(i), position.getZ(i)].map((value) => Math.abs(value / RADIUS)) as [number, number, number];
    const { r, g, b } = Math.max(x, y, z) > 0.86 ? dark : light;
    colours.push(r, g, b);
  }
  return shape.setAttribute('color', new Float32BufferAttribute(colours, 3)) as SphereGeometry;
}
