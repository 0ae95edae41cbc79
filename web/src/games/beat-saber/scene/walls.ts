import { BoxGeometry, Color, DoubleSide, Group, ShaderMaterial, Vector3 } from 'three';
import { AIR_GLSL, atmosphere } from '../../../stage/atmosphere';
import { at } from '../../../stage/columns';
import { column } from './data';
import type { Flights } from './flights';
import { PREMULTIPLIED } from './flat';
import { Instances } from './instances';
import type { Palette } from './palette';

/** The constants of a wall while it comes. */
export interface Wall {
  /** Its row in the table `wall_flights`. */
  row: number;
  /** When its back has passed. */
  exit: number;
  /** When the head was in it. */
  hit: [number, number] | null;
}

/** How long a wall is seen that has passed. */
const AFTER_SECONDS = 0.4;
/** A wall that the head was in glows on for so many seconds. */
const AFTERGLOW = 0.4;

export function wallsOf({ tables: { wall_flights: walls } }: Flights): Wall[] {
  return Array.from(column(walls, 'end_time'), (exit, row) => ({
    row,
    exit,
    hit: at(walls, 'is_hit', row) ? [at(walls, 'hit_time', row), at(walls, 'hit_end_time', row)] : null,
  }));
}

export class WallsView {
  readonly group = new Group();
  seen: { wall: Wall; position: Vector3; hit: number }[] = [];
  private readonly boxes: Instances;
  private readonly material = glass();

  constructor(
    private readonly walls: readonly Wall[],
    private readonly flights: Flights,
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
    for (const { row, position, rotation, size, inSight } of this.flights.walls(time, AFTER_SECONDS, head)) {
      const wall = this.walls[row]!;
      const fade = Math.min(1, inSight / 0.3, (wall.exit + AFTER_SECONDS - time) / 0.3);
      const [from, to] = wall.hit ?? [Infinity, 0];
      const hit = time < from ? 0 : Math.min(1, Math.max(0, (Math.max(to, from + 0.15) + AFTERGLOW - time) / AFTERGLOW));
      this.boxes.push(position, rotation, size, ...size.toArray(), Math.max(0, fade), hit);
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
        // A wall that has passed the player dissolves, so none ever fills the watcher's view.
        float away = distance(vWorld, cameraPosition);
        alpha *= smoothstep(1.4, -0.2, vPassed) * smoothstep(0.5, 1.9, away);
        alpha = clamp(alpha, 0.0, 1.0) * vFade.x * (1.0 - fogAt(away));
        gl_FragColor = vec4(mix(uColour, vec3(1.0), 0.55 * line * uAdditive), 1.0);
        #include <colorspace_fragment>
        gl_FragColor = vec4(gl_FragColor.rgb * alpha, alpha * (1.0 - 0.75 * uAdditive * line));
      }`,
  });
}
