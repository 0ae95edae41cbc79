import { BufferGeometry, Color, Float32BufferAttribute, Mesh, ShaderMaterial, Vector3 } from 'three';
import { AIR_GLSL, atmosphere, DITHER_GLSL } from '../../../stage/atmosphere';
import type { Lane } from './lane';
import type { Palette } from './palette';
import type { Saber } from './sabers';

/** Floor, runway with its lanes, and the platform the player stands on; lit by the sabers above it. */
export class Platform {
  readonly mesh: Mesh<BufferGeometry, ShaderMaterial>;

  constructor() {
    this.mesh = new Mesh(floor(), material());
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = -5;
  }

  /** `lane`: the one that is played. */
  update(sabers: [Saber, Saber], lane: Lane, palette: Palette): void {
    this.mesh.quaternion.copy(lane.rotation);
    const u = this.mesh.material.uniforms;
    sabers.forEach((saber, i) => {
      (u.uFrom!.value as Vector3[])[i]!.copy(saber.hilt);
      (u.uTo!.value as Vector3[])[i]!.copy(saber.tip);
      (u.uSaber!.value as Color[])[i]!.copy(palette.sabers[i]!);
    });
    (u.uPlatform!.value as Color).copy(palette.platform);
    (u.uAccent!.value as Color).copy(palette.accent);
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }
}

function material(): ShaderMaterial {
  return new ShaderMaterial({
    uniforms: {
      ...atmosphere,
      uFrom: { value: [new Vector3(), new Vector3()] },
      uTo: { value: [new Vector3(), new Vector3()] },
      uSaber: { value: [new Color(), new Color()] },
      uPlatform: { value: new Color() },
      uAccent: { value: new Color() },
    },
    vertexShader: VERTEX,
    fragmentShader: FRAGMENT,
  });
}

const VERTEX = /* glsl */ `
  ${AIR_GLSL}
  varying vec3 vWorld;
  // On the floor, the way that its lane goes.
  varying vec2 vPlace;
  varying vec3 vBare;
  varying vec3 vAir;
  varying float vHaze;
  void main() {
    vWorld = (modelMatrix * vec4(position, 1.0)).xyz;
    vPlace = position.xz;
    vec3 v = vWorld - cameraPosition;
    float away = length(v);
    vAir = airTowards(v / away);
    vHaze = max(fogAt(away * 1.35), smoothstep(3.0, 26.0, abs(position.x)) * 0.8);
    vBare = onScreen(mix(uGround, vAir, vHaze));
    gl_Position = projectionMatrix * viewMatrix * vec4(vWorld, 1.0);
  }`;

const FRAGMENT = /* glsl */ `
  ${AIR_GLSL}
  ${DITHER_GLSL}
  uniform vec3 uFrom[2];
  uniform vec3 uTo[2];
  uniform vec3 uSaber[2];
  uniform vec3 uPlatform;
  uniform vec3 uAccent;
  varying vec3 vWorld;
  varying vec2 vPlace;
  varying vec3 vBare;
  varying vec3 vAir;
  varying float vHaze;

  // A line of some width in metres, kept at least a pixel wide and fainter instead.
  float line(float at, float width, float pixel) {
    float half_ = max(width, pixel) * 0.5;
    return (1.0 - smoothstep(half_, half_ + pixel, abs(at))) * min(1.0, width / pixel);
  }
  float box(vec2 p, vec2 size, float radius) {
    vec2 q = abs(p) - size + radius;
    return length(max(q, 0.0)) + min(max(q.x, q.y), 0.0) - radius;
  }
  float toSegment(vec3 p, vec3 a, vec3 b) {
    vec3 ab = b - a;
    return distance(p, a + ab * clamp(dot(p - a, ab) / max(dot(ab, ab), 1e-4), 0.0, 1.0));
  }

  vec3 runway(vec3 colour, vec2 p, float pixel, float pixelX) {
    float far = exp(p.y * 0.055) * smoothstep(-1.5, -2.6, p.y);
    float inside = 1.0 - smoothstep(1.2, 1.2 + pixelX, abs(p.x));
    colour = mix(colour, mix(uPlatform, uGround, 0.4), inside * far);
    float lane = abs(fract(p.x / 0.6 + 0.5) - 0.5) * 0.6;
    colour = mix(colour, uLine, 0.2 * line(lane, 0.008, pixelX) * inside * far);
    // Cross lines give the eye a scale for speed and distance.
    float cell = abs(fract(p.y / 4.0 + 0.5) - 0.5) * 4.0;
    colour = mix(colour, uLine, 0.1 * line(cell, 0.01, pixel) * inside * far);
    float rail = abs(abs(p.x) - 1.2);
    colour = mix(colour, uLine, 0.62 * line(rail, 0.018, pixelX) * far);
    return colour + uAccent * 0.055 * exp(-rail * 9.0) * far * uAdditive;
  }

  // 3 × 2 m, with a ring where the feet go.
  vec3 platform(vec3 colour, vec2 p, float edge, float pixel) {
    colour = mix(colour, uPlatform, 1.0 - smoothstep(0.0, pixel, edge));
    colour = mix(colour, uLine, 0.12 * line(edge + 0.14, 0.008, pixel));
    colour = mix(colour, uLine, 0.55 * line(edge, 0.014, pixel));
    colour = mix(colour, uAccent, 0.22 * exp(-abs(edge) * 14.0) * mix(0.35, 1.0, uAdditive));
    float spot = length(p - vec2(0.0, 0.05));
    colour = mix(colour, uLine, 0.13 * line(spot - 0.34, 0.008, pixel));
    return colour * (1.0 - 0.14 * (1.0 - uAdditive) * exp(-spot * spot * 6.0));
  }

  void main() {
    vec2 p = vPlace;
    float side = abs(p.x);
    float pixel = max(length(dFdx(p)), length(dFdy(p)));
    float pixelX = max(abs(dFdx(p.x)), abs(dFdy(p.x)));
    bool onRunway = side < 2.2 && p.y < -1.3 && vHaze < 0.99;
    bool byPlatform = side < 3.2 && abs(p.y) < 3.0;
    // Most of the floor is bare, and was worked out at its corners: a processor that draws this is spared the rest.
    if (!onRunway && !byPlatform) {
      gl_FragColor = vec4(dithered(vBare), 1.0);
      return;
    }
    vec3 colour = uGround;
    if (onRunway) colour = runway(colour, p, pixel, pixelX);
    if (byPlatform) {
      float edge = box(p - vec2(0.0, -0.25), vec2(1.5, 1.15), 0.14);
      colour = platform(colour, p, edge, pixel);
      // The sabers' light, stronger on the smooth platform than on the floor around.
      float shine = mix(0.35, 1.0, 1.0 - smoothstep(0.0, 0.02, edge)) * mix(0.45, 0.8, uAdditive);
      // Gone before the edge of the area worked out here.
      shine *= smoothstep(3.2, 2.2, side) * smoothstep(3.0, 2.0, abs(p.y));
      for (int i = 0; i < 2; i++) {
        float d = toSegment(vWorld, uFrom[i], uTo[i]);
        colour = mix(colour, uSaber[i], min(0.6, 0.075 / (0.1 + d * d) * shine));
      }
    }
    colour = mix(colour, vAir, vHaze);
    gl_FragColor = vec4(colour, 1.0);
    #include <colorspace_fragment>
    gl_FragColor.rgb = dithered(gl_FragColor.rgb);
  }`;

const REACH = 90;
const ROWS = 44;

/** A square that is finer towards its middle, so that haze worked out at its corners is right near by as well. */
function floor(): BufferGeometry {
  const at = (i: number): number => {
    const u = (2 * i) / ROWS - 1;
    return Math.sign(u) * Math.abs(u) ** 2.4 * REACH;
  };
  const points: number[] = [];
  const index: number[] = [];
  for (let row = 0; row <= ROWS; row++) {
    for (let column = 0; column <= ROWS; column++) {
      points.push(at(column), 0, at(row));
      if (row === ROWS || column === ROWS) continue;
      const corner = row * (ROWS + 1) + column;
      const below = corner + ROWS + 1;
      index.push(corner, below, corner + 1, corner + 1, below, below + 1);
    }
  }
  const shape = new BufferGeometry();
  shape.setAttribute('position', new Float32BufferAttribute(points, 3));
  shape.setIndex(index);
  return shape;
}
