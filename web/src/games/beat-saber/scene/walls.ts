import { BoxGeometry, Color, DoubleSide, Group, ShaderMaterial, Vector3 } from 'three';
import { AIR_GLSL, atmosphere } from '../../../stage/atmosphere';
import { type Data, column } from './data';
import { PREMULTIPLIED } from './flat';
import { LANE_WIDTH } from './grid';
import { Instances } from './instances';
import type { Jump } from './jump';
import { Lane } from './lane';
import type { Lift } from './notes-model';
import type { Palette } from './palette';

export interface Wall {
  row: number;
  enter: number;
  exit: number;
  /** Metres before the head at which its front is when it enters. */
  ahead: number;
  lane: Lane;
  left: number;
  width: number;
  bottom: number;
  height: number;
  /** Metres that it is long at least. */
  shortest: number;
  /** When the head was in it. */
  hit: [number, number] | null;
}

const CEILING = 3;
/** Metres of a step of a wall's height, and how high the lowest step is. */
const STEP = 0.6;
const FOOT = 0.1;
/** A wall that the head was in glows on for so many seconds. */
const AFTERGLOW = 0.4;

/** From the floor up, or from a layer above it, and then raised by the player's height. */
export function upright(layer: number, steps: number, raised: number): Pick<Wall, 'bottom' | 'height'> {
  const bottom = layer > 0 ? FOOT + layer * STEP : 0;
  const height = steps * STEP;
  return { bottom: bottom && bottom + raised, height: bottom < CEILING ? Math.min(height, CEILING - bottom) : height };
}

/** Only walls that the head went into are recorded, with when it did; how long they were is guessed from when it came out. */
export function wallsOf(data: Data, lift: Lift): Wall[] {
  const c = data.walls;
  return Array.from(column(c, 'event_time'), (enter, row) => {
    const at = (name: string): number => column(c, name)[row] ?? 0;
    const crouch = at('type') === 1;
    const line = Math.min(6, Math.max(-3, at('line')));
    const width = Math.min(8, Math.max(1, at('width')));
    const exit = at('exit_time');
    return {
      row,
      enter,
      exit: exit > enter && exit - enter < 20 ? exit : enter,
      ahead: 0,
      lane: Lane.STRAIGHT,
      left: (line - 2) * LANE_WIDTH,
      width: width * LANE_WIDTH,
      ...upright(crouch ? 2 : 0, 5, lift(enter)),
      shortest: 1.2,
      hit: [enter, exit],
    };
  });
}

export class WallsView {
  readonly group = new Group();
  seen: { wall: Wall; position: Vector3; hit: number }[] = [];
  private readonly boxes: Instances;
  private readonly material = glass();
  private readonly size = new Vector3();
  private readonly own = new Vector3();

  constructor(
    private readonly walls: Wall[],
    private readonly jump: Jump,
  ) {
    this.boxes = new Instances(new BoxGeometry(1, 1, 1), this.material, 32, { aSize: 3, aFade: 2 });
    this.boxes.mesh.renderOrder = 4;
    this.group.add(this.boxes.mesh);
  }

  update(time: number, head: Vector3, palette: Palette): void {
    this.seen = [];
    this.boxes.begin();
    (this.material.uniforms.uHead!.value as Vector3).copy(head);
    (this.material.uniforms.uColour!.value as Color).copy(palette.wall);
    for (const wall of this.walls) {
      if (time < wall.enter - this.jump.ahead || time > wall.exit + 0.4) continue;
      const length = Math.max(wall.shortest, (wall.exit - wall.enter) * this.jump.speed);
      const headZ = wall.lane.into(this.own.copy(head)).z;
      const front = headZ - wall.ahead - (wall.enter - time) * this.jump.speed;
      const position = new Vector3(wall.left + wall.width / 2, wall.bottom + wall.height / 2, front - length / 2);
      wall.lane.out(position);
      const fade = Math.min(1, (time - wall.enter + this.jump.ahead) / 0.3, (wall.exit + 0.4 - time) / 0.3);
      const [from, to] = wall.hit ?? [Infinity, 0];
      const hit = time < from ? 0 : Math.min(1, Math.max(0, (Math.max(to, from + 0.15) + AFTERGLOW - time) / AFTERGLOW));
      this.size.set(wall.width, wall.height, length);
      this.boxes.push(position, wall.lane.rotation, this.size, wall.width, wall.height, length, Math.max(0, fade), hit);
      this.seen.push({ wall, position, hit });
    }
    this.boxes.end();
  }

  dispose(): void {
    this.boxes.dispose();
    this.material.dispose();
  }
}

function glass(): ShaderMaterial {
  return new ShaderMaterial({
    ...PREMULTIPLIED,
    side: DoubleSide,
    uniforms: { ...atmosphere, uColour: { value: new Color() }, uHead: { value: new Vector3() } },
    vertexShader: /* glsl */ `
      attribute mat4 aMatrix;
      attribute vec3 aSize;
      attribute vec2 aFade;
      varying vec2 vAt;
      varying vec2 vSize;
      varying vec2 vFade;
      varying vec3 vWorld;
      varying float vPassed;
      uniform vec3 uHead;
      void main() {
        // Metres on this face, so that an edge is as wide on a long side as on a short one.
        vec3 n = abs(normal);
        vSize = n.x > 0.5 ? aSize.zy : n.y > 0.5 ? aSize.xz : aSize.xy;
        vAt = uv * vSize;
        vFade = aFade;
        vec4 at = aMatrix * vec4(position, 1.0);
        vWorld = at.xyz;
        // How far it is behind the head, the way that its lane goes.
        vPassed = dot(vWorld - uHead, normalize(aMatrix[2].xyz));
        gl_Position = projectionMatrix * viewMatrix * at;
      }`,
    fragmentShader: /* glsl */ `
      ${AIR_GLSL}
      uniform vec3 uColour;
      varying float vPassed;
      varying vec2 vAt;
      varying vec2 vSize;
      varying vec2 vFade;
      varying vec3 vWorld;
      void main() {
        vec2 q = min(vAt, vSize - vAt);
        float d = min(q.x, q.y);
        float pixel = max(fwidth(vAt.x), fwidth(vAt.y));
        float line = 1.0 - smoothstep(0.009, 0.009 + pixel, d);
        float alpha = 0.05 + 0.15 * exp(-d * 7.0) + 0.85 * line + (0.16 + 0.3 * exp(-d * 3.0)) * vFade.y;
        // What has passed the player dissolves, and nothing ever fills the watcher's view.
        float away = distance(vWorld, cameraPosition);
        alpha *= smoothstep(1.4, -0.2, vPassed) * smoothstep(0.5, 1.9, away);
        alpha = clamp(alpha, 0.0, 1.0) * vFade.x * (1.0 - fogAt(away));
        gl_FragColor = vec4(mix(uColour, vec3(1.0), 0.55 * line * uAdditive), 1.0);
        #include <colorspace_fragment>
        gl_FragColor = vec4(gl_FragColor.rgb * alpha, alpha * (1.0 - 0.75 * uAdditive * line));
      }`,
  });
}
