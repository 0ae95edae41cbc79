import { Color, DynamicDrawUsage, InstancedBufferAttribute, type InstancedBufferGeometry, Mesh, ShaderMaterial } from 'three';
import { instancedOf } from '../../../stage/instanced';
import type { Piece } from './figure';
import { QUAD } from './shapes';

/** The most pieces of a figure, each painted four times. */
const PIECES = 70 * 4;
/** The ways to paint a piece. */
const FILL = 0;
const INK = 1;
const RIM = 2;

/** A line around the rim: how wide, in widths of the rim. */
export interface Halo {
  colour: Color;
  width: number;
}

/** Where a figure is painted, and in what light. */
export interface Placed {
  x: number;
  y: number;
  /** 1 right, −1 left. */
  facing: number;
  /** A hundredth of the body in the game's units. */
  unit: number;
  /** Colour of the rim: whose figure it is. */
  rim: Color;
  halo: Halo | null;
  /** Mixed into the body's own colours. */
  tint: Color;
  tinted: number;
}

const DARK = new Color('#0a0c12');

/** All figures in one call: every piece is a quad as small as the piece is, painted back to front: first halos and rims, then what they
 * go around, so that a body has one rim. The shader works out the shapes, so they are sharp at every size. */
export class Brush {
  readonly mesh: Mesh<InstancedBufferGeometry, ShaderMaterial>;
  private readonly most: number;
  private readonly spans;
  private readonly rounds;
  private readonly colours;
  private readonly mixed = new Color();
  private count = 0;

  constructor(order: number, figures: number) {
    this.most = figures * PIECES;
    this.spans = instanced(4, this.most);
    this.rounds = instanced(4, this.most);
    this.colours = instanced(3, this.most);
    const geometry = instancedOf(QUAD);
    geometry.setAttribute('aSpan', this.spans);
    geometry.setAttribute('aRound', this.rounds);
    geometry.setAttribute('aColour', this.colours);
    const material = new ShaderMaterial({
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      transparent: true,
      depthWrite: false,
      // A fighter who hangs from a ledge is behind its front edge, and must be seen.
      depthTest: false,
      side: 2,
    });
    this.mesh = new Mesh(geometry, material);
    this.mesh.renderOrder = order;
    this.mesh.frustumCulled = false;
  }

  /** Begins a picture. */
  clear(): void {
    this.count = 0;
  }

  paint(pieces: Piece[], placed: Placed, ink: Color | null): void {
    const { halo, rim } = placed;
    if (halo) for (const piece of pieces) this.add(piece, placed, RIM, halo.colour, 1 + halo.width);
    for (const piece of pieces) this.add(piece, placed, RIM, rim);
    for (let from = 0; from < pieces.length; ) {
      let to = from;
      while (to < pieces.length && pieces[to]!.outline === pieces[from]!.outline) to++;
      const line = ink ?? DARK;
      for (let i = from; i < to; i++) if (lined(pieces[i]!)) this.add(pieces[i]!, placed, INK, this.mixed.copy(line));
      for (let i = from; i < to; i++)
        this.add(pieces[i]!, placed, FILL, this.mixed.copy(pieces[i]!.colour).lerp(placed.tint, placed.tinted));
      from = to;
    }
  }

  /** Ends a picture. */
  done(): void {
    this.mesh.geometry.instanceCount = this.count;
    for (const part of [this.spans, this.rounds, this.colours]) {
      part.clearUpdateRanges();
      part.addUpdateRange(0, this.count * part.itemSize);
      part.needsUpdate = true;
    }
  }

  private add({ ax, ay, ar, bx, by, br }: Piece, { x, y, facing, unit }: Placed, kind: number, colour: Color, width = 1): void {
    if (this.count >= this.most) return;
    const i = this.count++;
    this.spans.setXYZW(i, x + ax * unit * facing, y + ay * unit, x + bx * unit * facing, y + by * unit);
    this.rounds.setXYZW(i, ar * unit, br * unit, kind, width);
    this.colours.setXYZ(i, colour.r, colour.g, colour.b);
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }
}

/** Eyes and buttons are too small to have a line around them. */
const lined = ({ ar, br }: Piece): boolean => Math.max(ar, br) > 3.3;

function instanced(size: number, count: number): InstancedBufferAttribute {
  const attribute = new InstancedBufferAttribute(new Float32Array(count * size), size);
  attribute.setUsage(DynamicDrawUsage);
  return attribute;
}

/** Lines are so many thousandths of the picture's height wide, and never narrower than so many units. */
const VERTEX = /* glsl */ `
  attribute vec4 aSpan;   // from, to
  attribute vec4 aRound;  // radii, kind, width of a rim
  attribute vec3 aColour;
  varying vec2 vAt;
  varying vec4 vShape;    // length, radii, kind
  varying vec2 vAlong;
  varying vec3 vColour;
  varying float vSize;
  void main() {
    vec2 from = aSpan.xy, span = aSpan.zw - aSpan.xy;
    float len = length(span);
    vec2 along = len > 1e-4 ? span / len : vec2(0.0, 1.0);
    vec4 middle = projectionMatrix * modelViewMatrix * vec4(from, 0.0, 1.0);
    float share = middle.w / (projectionMatrix[1][1] * length(modelViewMatrix[1].xyz)) * 2.0;
    float ink = max(0.14, share * 0.0014);
    float grow = aRound.z < 0.5 ? 0.0 : aRound.z < 1.5 ? ink : ink + max(0.2, share * 0.0028) * aRound.w;
    vec2 r = aRound.xy + grow;
    float wide = max(r.x, r.y) + share * 0.0015;
    // Across and along.
    vAt = vec2(position.x * wide, mix(-r.x - share * 0.0015, len + r.y + share * 0.0015, position.y * 0.5 + 0.5));
    vShape = vec4(len, r, aRound.z);
    vAlong = along;
    vColour = aColour;
    vSize = max(aRound.x, aRound.y);
    vec2 place = from + along * vAt.y + vec2(along.y, -along.x) * vAt.x;
    gl_Position = projectionMatrix * modelViewMatrix * vec4(place, 0.0, 1.0);
  }`;

const FRAGMENT = /* glsl */ `
  varying vec2 vAt;
  varying vec4 vShape;
  varying vec2 vAlong;
  varying vec3 vColour;
  varying float vSize;
  void main() {
    float len = vShape.x, ra = vShape.y, rb = vShape.z;
    // Distance to the hull of two balls: past the first, past the second, or from the line that touches both.
    float lean = len > abs(ra - rb) + 1e-4 ? (ra - rb) / len : 2.0;
    vec2 p = vec2(abs(vAt.x), vAt.y);
    float d;
    vec2 n;
    if (lean > 1.0) {
      bool first = ra >= rb;
      vec2 q = first ? vAt : vAt - vec2(0.0, len);
      d = length(q) - max(ra, rb);
      n = q;
    } else {
      float side = sqrt(1.0 - lean * lean);
      float k = dot(p, vec2(-lean, side));
      if (k < 0.0) { d = length(p) - ra; n = vAt; }
      else if (k > side * len) { d = length(p - vec2(0.0, len)) - rb; n = vAt - vec2(0.0, len); }
      else { d = dot(p, vec2(side, lean)) - ra; n = vec2(sign(vAt.x) * side, lean); }
    }
    float alpha = clamp(0.5 - d / max(fwidth(d), 1e-4), 0.0, 1.0);
    if (alpha < 0.004) discard;
    vec3 colour = vColour;
    if (vShape.w < 0.5) {
      // Round: light from above, shade below and at the edge.
      float depth = clamp(-d / max(vSize, 1e-3), 0.0, 1.0);
      n = normalize(n + 1e-5);
      vec2 world = vec2(vAlong.y, -vAlong.x) * n.x + vAlong * n.y;
      float light = dot(world, vec2(-0.25, 0.97)) * (1.0 - depth);
      colour *= 0.93 + 0.1 * depth + 0.24 * light;
    }
    gl_FragColor = vec4(colour, alpha);
    #include <colorspace_fragment>
  }`;
