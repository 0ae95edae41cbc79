import { Color, Mesh, PlaneGeometry, ShaderMaterial, Vector2 } from 'three';

/** Everything flat is a quad whose shape the shader works out from distances: sharp at every size. */
export const QUAD = new PlaneGeometry(2, 2);

const VERTEX = /* glsl */ `
  uniform vec2 uHalf;
  varying vec2 vAt;
  void main() {
    vAt = position.xy * uHalf;
    gl_Position = projectionMatrix * modelViewMatrix * vec4(vAt, 0.0, 1.0);
  }`;

const COMMON = /* glsl */ `
  uniform vec3 uColour;
  varying vec2 vAt;
  float capsule(vec2 p, vec2 a, vec2 b, float r) {
    vec2 pa = p - a, ba = b - a;
    return length(pa - ba * clamp(dot(pa, ba) / max(dot(ba, ba), 1e-4), 0.0, 1.0)) - r;
  }
  float cover(float d) { return clamp(0.5 - d / max(fwidth(d), 1e-4), 0.0, 1.0); }
  void paint(vec3 colour, float alpha) {
    if (alpha < 0.004) discard;
    gl_FragColor = vec4(colour, alpha);
    #include <colorspace_fragment>
  }`;

export function material(fragment: string, uniforms: Record<string, { value: unknown }>): ShaderMaterial {
  return new ShaderMaterial({
    uniforms: { uHalf: { value: new Vector2(1, 1) }, ...uniforms },
    vertexShader: VERTEX,
    fragmentShader: COMMON + fragment,
    transparent: true,
    depthWrite: false,
    // A fighter who hangs from a ledge is behind its front edge, and must be seen.
    depthTest: false,
    side: 2,
  });
}

export const quad = (what: ShaderMaterial, order: number): Mesh<PlaneGeometry, ShaderMaterial> => {
  const mesh = new Mesh(QUAD, what);
  mesh.renderOrder = order;
  mesh.frustumCulled = false;
  return mesh;
};
export type Quad = ReturnType<typeof quad>;

/** A glyph's drawing. */
export const Glyph = {
  bubble: 0,
  beam: 1,
  bolt: 2,
  disc: 3,
  diamond: 4,
  arrow: 5,
  line: 6,
  burst: 7,
  hexagon: 8,
  egg: 9,
  ice: 10,
  stars: 11,
  halved: 12,
  flame: 13,
  star: 14,
  dart: 15,
  crescent: 16,
  spark: 17,
  box: 18,
  target: 19,
  turnip: 20,
  missile: 21,
  bomb: 22,
  face: 23,
  ring: 24,
  brokenRing: 25,
  puff: 26,
} as const;

/** Shields, halos, beams of the lost and things thrown; `uKind` says which. */
export const glyph = (kind: number, order = 5): Quad =>
  quad(
    material(
      /* glsl */ `
  uniform float uAlpha;
  uniform float uKind;
  uniform float uSpin;
  uniform vec2 uHalf;
  float star(vec2 q, float points, float deep) {
    float a = atan(q.x, q.y) + uSpin, s = 6.2832 / points;
    a = abs(mod(a + s * 0.5, s) - s * 0.5) / (s * 0.5);
    return length(q) - mix(0.95, deep, a);
  }
  void main() {
    vec2 q = vAt / uHalf;
    float d = length(q), alpha = 0.0;
    vec3 colour = uColour;
    int kind = int(uKind + 0.5);
    if (kind == 0) {
      alpha = cover(d - 0.97) * (0.2 + 0.62 * pow(d, 3.0));
      colour += 0.3 * pow(d, 6.0);
    } else if (kind == 1) {
      // From the edge of the world inwards: widest and brightest where it starts.
      float along = 0.5 - 0.5 * q.y;
      float e = abs(q.x) / mix(0.25, 1.0, along);
      alpha = exp(-5.0 * e * e) * along * along;
      colour += vec3(0.7) * exp(-24.0 * e * e);
    } else if (kind == 2) {
      float e = capsule(vAt, vec2(uHalf.y - uHalf.x, 0.0), vec2(uHalf.x - uHalf.y, 0.0), uHalf.y * 0.55);
      alpha = cover(e);
      colour = mix(colour, vec3(1.0), 0.55 * cover(e + uHalf.y * 0.3));
    } else if (kind == 3) {
      alpha = cover(d - 0.95);
      colour *= 0.55 + 0.6 * (1.0 - d);
    } else if (kind == 4) {
      float e = abs(q.x) + abs(q.y);
      alpha = cover(e - 0.95);
      colour *= e > 0.62 ? 1.0 : 0.45;
    } else if (kind == 5) {
      alpha = cover(max(abs(q.x) - (q.y + 0.9) * 0.55, q.y - 0.8));
    } else if (kind == 6) {
      alpha = 1.0;
    } else if (kind == 7) {
      float e = star(q, 8.0, 0.28);
      alpha = cover(e);
      colour = mix(colour, vec3(1.0), cover(e + 0.22));
    } else if (kind == 8) {
      vec2 h = abs(q);
      float e = max(h.x * 0.866 + h.y * 0.5, h.y);
      alpha = cover(e - 0.93) * max(0.22, cover(0.74 - e));
      colour += 0.35 * cover(0.84 - e);
    } else if (kind == 9) {
      float e = length(vec2(q.x * (1.0 + 0.16 * q.y), q.y));
      alpha = cover(e - 0.95);
      colour = vec3(0.94, 0.95, 0.88) * (0.72 + 0.3 * q.y + 0.1);
      float spots = min(min(length(q - vec2(0.3, 0.35)) - 0.2, length(q - vec2(-0.4, 0.0)) - 0.24), length(q - vec2(0.25, -0.45)) - 0.22);
      colour = mix(colour, uColour, cover(spots) * 0.85);
      colour *= mix(1.0, 0.35, cover(0.86 - e));
    } else if (kind == 10) {
      vec2 h = abs(q);
      float e = max(max(h.x, h.y) - 0.9, (h.x + h.y) - 1.5);
      alpha = cover(e) * (0.34 + 0.5 * cover(-0.12 - e) * 0.3 + 0.5 * cover(-e - 0.0) * cover(0.1 + e));
      colour = mix(uColour, vec3(1.0), 0.3 + 0.4 * cover(abs(q.x + q.y * 0.6 + 0.3) - 0.08));
    } else if (kind == 11) {
      for (int i = 0; i < 3; i++) {
        float a = uSpin + float(i) * 2.0944;
        vec2 c = (q - vec2(cos(a) * 0.72, sin(a) * 0.3)) * 4.2;
        float b = atan(c.x, c.y);
        b = abs(mod(b + 0.6283, 1.2566) - 0.6283) / 0.6283;
        alpha = max(alpha, cover(length(c) - mix(0.95, 0.42, b)));
      }
    } else if (kind == 12) {
      alpha = cover(d - 0.95);
      colour = mix(uColour, vec3(0.95), cover(q.y));
      colour = mix(colour, vec3(0.08), cover(min(abs(q.y) - 0.1, d - 0.3)));
      colour = mix(colour, vec3(0.95), cover(d - 0.17));
    } else if (kind == 13) {
      // Points along its way, to the right.
      vec2 f = vec2(q.x - 0.25, q.y);
      float tail = f.x < 0.0 ? 1.0 + f.x * 0.72 : 1.0;
      float e = length(vec2(f.x < 0.0 ? f.x * 0.5 : f.x * 1.25, f.y / max(tail, 0.1))) - 0.8 + 0.08 * sin(f.x * 14.0 + uSpin * 3.0);
      alpha = cover(e) * 0.92;
      colour = mix(colour, vec3(1.0, 0.95, 0.6), smoothstep(-0.1, -0.75, e));
    } else if (kind == 14) {
      float e = star(q, 5.0, 0.42);
      alpha = cover(e);
      colour = mix(colour, vec3(1.0), 0.35 * cover(e + 0.25));
    } else if (kind == 15) {
      float e = max(abs(q.y) - 0.16 - 0.0 * q.x, abs(q.x) - 0.7);
      e = min(e, max(abs(q.y) - (0.98 - q.x) * 0.9, 0.45 - q.x));
      alpha = cover(e);
    } else if (kind == 16) {
      float e = max(d - 0.95, 0.72 - length(q + vec2(0.0, 0.48)));
      alpha = cover(e);
    } else if (kind == 17) {
      float e = abs(q.y - 0.5 * (abs(mod(q.x * 2.0 + uSpin, 2.0) - 1.0) * 2.0 - 1.0)) - 0.22;
      alpha = cover(e) * cover(abs(q.x) - 0.95);
      colour = mix(colour, vec3(1.0), 0.5 * cover(e + 0.12));
    } else if (kind == 18) {
      float e = max(abs(q.x), abs(q.y)) - 0.92;
      alpha = cover(e);
      colour *= 0.6 + 0.5 * cover(e + 0.2) - 0.25 * cover(min(abs(q.x), abs(q.y)) - 0.12);
    } else if (kind == 19) {
      alpha = cover(d - 0.95);
      colour = mod(floor(d * 3.3), 2.0) < 0.5 ? uColour : vec3(0.95);
    } else if (kind == 20) {
      float body = length(vec2(q.x, q.y + 0.25)) - 0.68;
      float leaf = min(capsule(q, vec2(0.0, 0.4), vec2(-0.4, 0.9), 0.14), capsule(q, vec2(0.0, 0.4), vec2(0.4, 0.9), 0.14));
      alpha = max(cover(body), cover(leaf));
      colour = mix(vec3(0.25, 0.7, 0.3), vec3(0.97, 0.94, 0.9), cover(body));
      vec2 eye = vec2(abs(q.x) - 0.22, q.y + 0.2);
      colour = mix(colour, vec3(0.1), cover(length(eye * vec2(1.0, 0.55)) - 0.09));
    } else if (kind == 21) {
      float e = capsule(q, vec2(-0.45, 0.0), vec2(0.5, 0.0), 0.34);
      float fins = max(abs(q.y) - 0.8, abs(q.x + 0.62) - 0.2);
      alpha = max(cover(e), cover(fins));
      colour = mix(uColour * 0.6, mix(uColour, vec3(0.95), cover(0.25 - q.x)), cover(e));
    } else if (kind == 22) {
      float body = length(q + vec2(0.0, 0.18)) - 0.72;
      float fuse = capsule(q, vec2(0.2, 0.5), vec2(0.5, 0.85), 0.1);
      alpha = max(cover(body), cover(fuse));
      colour = mix(vec3(1.0, 0.75, 0.2), vec3(0.1, 0.11, 0.16) + 0.3 * cover(length(q - vec2(-0.25, 0.15)) - 0.16), cover(body));
      colour = mix(colour, uColour, cover(abs(body + 0.1) - 0.06));
    } else if (kind == 24 || kind == 25) {
      alpha = cover(abs(d - 0.87) - 0.09);
      if (kind == 25) alpha *= smoothstep(-0.3, 0.1, sin(atan(q.y, q.x) * 5.0));
    } else if (kind == 26) {
      float e = min(length(q - vec2(0.0, 0.1)) - 0.52, min(length(q - vec2(0.62, -0.25)) - 0.34, length(q - vec2(-0.6, -0.2)) - 0.38));
      alpha = cover(e) * 0.8;
      colour *= 0.75 + 0.3 * q.y;
    } else {
      alpha = cover(d - 0.95);
      colour *= 0.7 + 0.4 * (1.0 - d);
      colour = mix(colour, vec3(0.06), cover(length(vec2(abs(q.x) - 0.32, (q.y - 0.15) * 0.6)) - 0.13));
      colour = mix(colour, vec3(0.06), cover(max(abs(q.y + 0.35) - 0.07, abs(q.x) - 0.3)));
    }
    paint(colour, alpha * uAlpha);
  }`,
      {
        uColour: { value: new Color() },
        uAlpha: { value: 1 },
        uKind: { value: kind },
        uSpin: { value: 0 },
      },
    ),
    order,
  );

export function sized(mesh: Quad, x: number, y: number): Quad {
  (mesh.material.uniforms.uHalf!.value as Vector2).set(x, y);
  return mesh;
}

export function coloured(mesh: Quad, colour: Color, alpha = 1): Quad {
  mesh.material.uniforms.uColour!.value = colour;
  mesh.material.uniforms.uAlpha!.value = alpha;
  return mesh;
}

/** Turns a glyph into another kind; `spin` is its own turning. */
export function become(mesh: Quad, kind: number, spin = 0): Quad {
  mesh.material.uniforms.uKind!.value = kind;
  mesh.material.uniforms.uSpin!.value = spin;
  return mesh;
}

/** Those of a list by time that are younger than `seconds`. */
export function recent<T extends { time: number }>(list: T[], time: number, seconds: number): T[] {
  return list.filter((one) => one.time <= time && time < one.time + seconds);
}

/** Gives each of those that are wanted a quad of the pool, as far as there are any. */
export function show<T>(pool: Quad[], wanted: T[], place: (quad: Quad, one: T) => void): void {
  pool.forEach((quad, i) => {
    const one = wanted[i];
    quad.visible = one !== undefined;
    if (one !== undefined) place(quad, one);
  });
}
