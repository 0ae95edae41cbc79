import { type Color, Mesh, PlaneGeometry, ShaderMaterial, Vector2, Vector4 } from 'three';

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
  float join(float a, float b, float k) {
    float h = max(k - abs(a - b), 0.0) / k;
    return min(a, b) - h * h * k * 0.25;
  }
  void paint(vec3 colour, float alpha) {
    if (alpha < 0.004) discard;
    gl_FragColor = vec4(colour, alpha);
    #include <colorspace_fragment>
  }`;

function material(fragment: string, uniforms: Record<string, { value: unknown }>): ShaderMaterial {
  return new ShaderMaterial({
    uniforms: { uHalf: { value: new Vector2(1, 1) }, ...uniforms },
    vertexShader: VERTEX,
    fragmentShader: COMMON + fragment,
    transparent: true,
    depthWrite: false,
    // Whoever hangs from a ledge is behind its front edge, and must be seen.
    depthTest: false,
    side: 2,
  });
}

const quad = (what: ShaderMaterial, order: number): Mesh<PlaneGeometry, ShaderMaterial> => {
  const mesh = new Mesh(QUAD, what);
  mesh.renderOrder = order;
  mesh.frustumCulled = false;
  return mesh;
};
export type Quad = ReturnType<typeof quad>;

/** A body about its middle: trunk, limb, ears, and a visor on the side it looks to. */
export const body = (): Quad =>
  quad(
    material(
      /* glsl */ `
  uniform vec2 uBody;    // half height, radius
  uniform vec4 uLimb;    // where it reaches from the middle, radius, 1: there is one
  uniform float uFacing;
  uniform float uEars;
  uniform float uFlash;
  uniform float uRim;    // outline of the untouchable
  uniform float uFade;
  uniform vec3 uVisor;
  uniform vec3 uWhite;
  void main() {
    vec2 p = vec2(vAt.x * uFacing, vAt.y);
    float h = max(uBody.x - uBody.y, 0.01), r = uBody.y;
    float d = capsule(p, vec2(0.0, -h), vec2(0.0, h), r);
    if (uEars > 0.5) {
      d = join(d, capsule(p, vec2(-0.45 * r, h + 0.5 * r), vec2(-0.7 * r, h + r + uBody.x * 0.16), 0.2 * r), 0.4 * r);
      d = join(d, capsule(p, vec2(0.35 * r, h + 0.5 * r), vec2(0.45 * r, h + r + uBody.x * 0.16), 0.2 * r), 0.4 * r);
    }
    if (uLimb.w > 0.5) d = join(d, capsule(p, vec2(0.0), uLimb.xy, uLimb.z), r * 0.6);
    float inside = cover(d);
    float up = clamp(vAt.y / (2.0 * uBody.x) + 0.5, 0.0, 1.0);
    vec3 colour = uColour * mix(0.5, 1.08, up);
    // A lit edge where the light comes from, a dark one opposite.
    colour += uWhite * 0.22 * smoothstep(-0.34 * r, -0.02 * r, d) * smoothstep(-0.2, 1.0, up + vAt.x / (8.0 * r));
    float visor = cover(capsule(p, vec2(0.28 * r, h + 0.12 * r), vec2(0.72 * r, h + 0.12 * r), 0.22 * r));
    colour = mix(colour, uVisor, visor);
    colour = mix(colour, uWhite, uFlash);
    float halo = uRim * (cover(abs(d - 0.9) - 0.32));
    float dark = cover(d - 0.55) * 0.6;
    float alpha = max(max(inside, halo), dark);
    vec3 outer = mix(vec3(0.01), uWhite, halo);
    paint(mix(outer, colour, inside), alpha * uFade);
  }`,
      {
        uColour: { value: null as Color | null },
        uVisor: { value: null as Color | null },
        uWhite: { value: null as Color | null },
        uBody: { value: new Vector2() },
        uLimb: { value: new Vector4() },
        uFacing: { value: 1 },
        uEars: { value: 0 },
        uFlash: { value: 0 },
        uRim: { value: 0 },
        uFade: { value: 1 },
      },
    ),
    4,
  );

/** Shields, halos, beams of the lost and things thrown. `uKind`: 0 bubble, 1 beam, 2 bolt, 3 disc, 4 diamond, 5 arrow, 6 line. */
export const glyph = (kind: number, order = 5): Quad =>
  quad(
    material(
      /* glsl */ `
  uniform float uAlpha;
  uniform float uKind;
  uniform vec2 uHalf;
  void main() {
    vec2 q = vAt / uHalf;
    float alpha;
    vec3 colour = uColour;
    if (uKind < 0.5) {
      float d = length(q);
      alpha = cover(d - 0.97) * (0.2 + 0.62 * pow(d, 3.0));
      colour += 0.3 * pow(d, 6.0);
    } else if (uKind < 1.5) {
      // From the edge of the world inwards: widest and brightest where it starts.
      float along = 0.5 - 0.5 * q.y;
      float d = abs(q.x) / mix(0.25, 1.0, along);
      alpha = exp(-5.0 * d * d) * along * along;
      colour += vec3(0.7) * exp(-24.0 * d * d);
    } else if (uKind < 2.5) {
      float d = capsule(vAt, vec2(uHalf.y - uHalf.x, 0.0), vec2(uHalf.x - uHalf.y, 0.0), uHalf.y * 0.55);
      alpha = cover(d);
      colour = mix(colour, vec3(1.0), 0.55 * cover(d + uHalf.y * 0.3));
    } else if (uKind < 3.5) {
      float d = length(q);
      alpha = cover(d - 0.95);
      colour *= 0.55 + 0.6 * (1.0 - d);
    } else if (uKind < 4.5) {
      float d = abs(q.x) + abs(q.y);
      alpha = cover(d - 0.95);
      colour *= d > 0.62 ? 1.0 : 0.45;
    } else if (uKind < 5.5) {
      alpha = cover(max(abs(q.x) - (q.y + 0.9) * 0.55, q.y - 0.8));
    } else alpha = 1.0;
    paint(colour, alpha * uAlpha);
  }`,
      { uColour: { value: null as Color | null }, uAlpha: { value: 1 }, uKind: { value: kind } },
    ),
    order,
  );

export function sized(mesh: Quad, x: number, y: number): Quad {
  (mesh.material.uniforms.uHalf!.value as Vector2).set(x, y);
  return mesh;
}

export function coloured(mesh: Quad, colour: Color, alpha = 1): Quad {
  mesh.material.uniforms.uColour!.value = colour;
  if (mesh.material.uniforms.uAlpha) mesh.material.uniforms.uAlpha.value = alpha;
  return mesh;
}
