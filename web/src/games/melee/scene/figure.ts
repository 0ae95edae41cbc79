import { Color, Vector2, Vector4 } from 'three';
import type { Character } from './characters';
import { Joint, type Pose } from './pose';
import { material, type Quad, quad } from './shapes';

/** The most capsules that a figure is made of. */
const PARTS = 20;
/** Colours of parts: the player's, the character's, dark, bright. */
const Tone = { player: 0, accent: 1, dark: 2, bright: 3 } as const;

/** A figure of tapered capsules, painted one over the other, each with a dark line around it. */
export const figure = (): Quad =>
  quad(
    material(
      /* glsl */ `
  uniform vec4 uSeg[${PARTS}];   // from, to
  uniform vec4 uPart[${PARTS}];  // radii, tone, light
  uniform int uCount;
  uniform vec3 uAccent;
  uniform vec3 uDark;
  uniform vec3 uWhite;
  uniform float uFacing;
  uniform float uFlash;
  uniform float uRim;    // outline of the untouchable
  uniform float uFade;
  void main() {
    vec2 p = vec2(vAt.x * uFacing, vAt.y);
    float all = 1e3;
    vec3 colour = vec3(0.0);
    for (int i = 0; i < ${PARTS}; i++) {
      if (i >= uCount) break;
      vec4 s = uSeg[i], t = uPart[i];
      vec2 pa = p - s.xy, ba = s.zw - s.xy;
      float h = clamp(dot(pa, ba) / max(dot(ba, ba), 1e-4), 0.0, 1.0);
      float r = mix(t.x, t.y, h);
      float d = length(pa - ba * h) - r;
      vec3 c = t.z < 0.5 ? uColour : t.z < 1.5 ? uAccent : t.z < 2.5 ? uDark : uWhite;
      c *= t.w * (0.74 + 0.32 * smoothstep(0.0, -r, d) + 0.16 * clamp(dot(normalize(pa - ba * h + 1e-4), vec2(-0.4, 0.9)), -1.0, 1.0));
      colour = mix(colour, vec3(0.02), 0.8 * cover(d - 0.32));
      colour = mix(colour, c, cover(d));
      all = min(all, d);
    }
    colour = mix(colour, uWhite, uFlash);
    float dark = cover(all - 0.4);
    float halo = uRim * cover(abs(all - 1.05) - 0.3);
    colour = mix(colour, uWhite, halo);
    paint(colour, max(dark, halo) * uFade);
  }`,
      {
        uColour: { value: new Color() },
        uAccent: { value: new Color() },
        uDark: { value: new Color('#10141c') },
        uWhite: { value: new Color('#ffffff') },
        uSeg: { value: Array.from({ length: PARTS }, () => new Vector4()) },
        uPart: { value: Array.from({ length: PARTS }, () => new Vector4()) },
        uCount: { value: 0 },
        uFacing: { value: 1 },
        uFlash: { value: 0 },
        uRim: { value: 0 },
        uFade: { value: 1 },
      },
    ),
    4,
  );

/** Marks to know characters by: [anchor, from, to, radii, tone, behind], in hundredths of the height; h: from the middle of the head
 * in its radii, b: from the hip, c: from the chest. */
type Extra = ['h' | 'b' | 'c', number, number, number, number, number, number, number, 0 | 1];
// prettier-ignore
const EXTRAS: Record<string, Extra[]> = {
  e: [
    ['h', -50, 60, -95, 165, 34, 8, 1, 0],
    ['h', 30, 75, 20, 175, 34, 8, 1, 0],
  ],
  E: [
    ['h', -40, 60, -120, 190, 24, 12, 1, 1],
    ['h', 40, 70, 60, 205, 24, 12, 1, 0],
  ],
  y: [
    ['h', -60, 70, -80, 120, 30, 10, 1, 0],
    ['h', 45, 75, 60, 125, 30, 10, 1, 0],
  ],
  m: [['h', 50, -30, 145, -45, 42, 16, 1, 0]],
  M: [['h', 40, -40, 80, -45, 62, 50, 1, 0]],
  N: [['h', 60, -20, 150, -15, 66, 80, 1, 0]],
  B: [['h', 70, -15, 150, -45, 40, 8, 3, 0]],
  T: [['b', -8, 0, -36, 14, 5, 9, 1, 1]],
  t: [['b', -10, -2, -42, -8, 13, 3, 0, 1]],
  L: [
    ['b', -8, -4, -44, -18, 6, 4, 1, 1],
    ['b', -44, -18, -60, 16, 4, 8, 1, 1],
  ],
  z: [
    ['b', -16, 0, -40, 6, 4, 5, 1, 1],
    ['b', -40, 6, -34, 22, 4, 5, 1, 1],
    ['b', -34, 22, -62, 40, 6, 12, 1, 1],
  ],
  c: [
    ['h', -70, 55, 60, 62, 50, 44, 0, 0],
    ['h', 40, 48, 150, 40, 20, 12, 0, 0],
  ],
  b: [['b', -16, 16, -20, 34, 9, 8, 1, 1]],
  o: [['h', 75, -18, 120, -18, 26, 20, 1, 0]],
  p: [
    ['h', -20, 50, -190, 20, 70, 10, 0, 1],
    ['h', -50, 60, 60, 60, 42, 30, 0, 0],
  ],
  f: [['h', -40, 20, 40, 30, 85, 70, 0, 0]],
  w: [['c', -2, 6, -34, -2, 5, 3, 1, 1]],
  k: [
    ['h', -30, 30, -120, -130, 75, 26, 1, 1],
    ['h', -50, 50, 30, 70, 60, 40, 1, 0],
  ],
  q: [
    ['h', -60, 30, -120, 90, 50, 10, 1, 0],
    ['h', -10, 60, 0, 145, 50, 8, 1, 0],
    ['h', 50, 55, 95, 110, 36, 8, 1, 0],
  ],
  n: [['h', 0, 95, 40, 110, 26, 14, 3, 0]],
  d: [['b', 0, 6, 2, -34, 10, 25, 0, 0]],
  u: [['h', 0, -5, 0, 5, 128, 122, 0, 1]],
  H: [['c', 16, -12, -12, 24, 3, 4, 1, 1]],
  x: [['c', -20, 6, -22, -20, 22, 24, 1, 1]],
  i: [
    ['h', 20, 70, 60, 160, 26, 6, 3, 0],
    ['h', -40, 70, -50, 150, 26, 6, 3, 0],
  ],
  g: [],
  D: [
    ['c', -13, 4, -13, 4, 11, 11, 1, 1],
    ['c', 13, 4, 13, 4, 11, 11, 1, 0],
  ],
  C: [['c', -6, 6, -26, -48, 6, 15, 1, 1]],
  R: [['h', -10, 70, 20, 100, 30, 22, 3, 0]],
};

type Point = [number, number];

/** Puts the joints of a pose into a figure, for a character of a height. `hot`: limbs that reach out glow. */
export function posed(mesh: Quad, character: Character, height: number, pose: Pose, hot: boolean): void {
  const { uSeg, uPart, uCount } = mesh.material.uniforms;
  const { build } = character;
  const H = height;
  let count = 0;
  const part = ([ax, ay]: Point, [bx, by]: Point, r1: number, r2: number, tone: number, light: number) => {
    if (count >= PARTS) return;
    (uSeg!.value as Vector4[])[count]!.set(ax, ay, bx, by);
    (uPart!.value as Vector4[])[count++]!.set(r1 * H, r2 * H, tone, light);
  };
  const lean = (pose[Joint.lean]! * Math.PI) / 180;
  const along = (from: Point, length: number, x = 0): Point => [
    from[0] + Math.sin(lean) * length + Math.cos(lean) * x,
    from[1] + Math.cos(lean) * length - Math.sin(lean) * x,
  ];
  const round = build.head > 0.3;
  const leg = build.leg * H;
  // Places are from the middle of the height, about which the quad turns.
  const hip: Point = [0, Math.max(build.hip * H * 0.55, (pose[Joint.hip]! / 100) * leg) - H / 2];
  if (round) hip[1] += build.hip * H * 0.62;
  const trunk = Math.max(0.02, 1 - build.leg - build.head * 1.75) * H;
  const chest = round ? hip : along(hip, trunk * 0.86);
  const head = round ? hip : along(hip, trunk + build.head * H * 0.75, build.head * H * 0.1);
  const limb = (root: Point, at: number, length: number, bend: number, tone: number, light: number, wide: number) => {
    let [x, y] = [(pose[at]! / 100) * length, (pose[at + 1]! / 100) * length];
    const far = Math.hypot(x, y);
    const glow = hot && far > length * 1.02 ? 1.55 : light;
    const reach = Math.min(far, length * (glow > light ? 1.15 : 1));
    if (far > 0) [x, y] = [(x / far) * reach, (y / far) * reach];
    const half = Math.max(length, reach) / 2;
    const out = Math.sqrt(Math.max(0, half * half - (reach / 2) ** 2)) * bend;
    const end: Point = [root[0] + x, root[1] + y];
    const joint: Point = [root[0] + x / 2 - (far > 0 ? (y / far) * out : 0), root[1] + y / 2 + (far > 0 ? (x / far) * out : 0)];
    part(root, joint, build.limb * wide, build.limb * wide * 0.92, tone, glow);
    part(joint, end, build.limb * wide * 0.92, build.limb * wide * 1.12, tone, glow);
    return end;
  };
  const arm = build.arm * H;
  const extras = [...character.extras].flatMap((letter) => EXTRAS[letter] ?? []);
  const mark = (behind: 0 | 1) => {
    for (const [anchor, ax, ay, bx, by, r1, r2, tone, where] of extras) {
      if (where !== behind) continue;
      const [from, unit] = anchor === 'h' ? [head, build.head] : [anchor === 'b' ? hip : chest, 1];
      const at = (x: number, y: number) => along(from, (y / 100) * unit * H, (x / 100) * unit * H);
      part(at(ax, ay), at(bx, by), (r1 / 100) * unit, (r2 / 100) * unit, tone, behind ? 0.72 : 1);
    }
  };
  const shoulder = (side: number): Point => (round ? along(hip, H * 0.06, H * side * 0.2) : along(chest, 0, side * build.chest * H * 0.3));
  const thigh = (side: number): Point => [
    hip[0] + side * build.hip * H * (round ? 0.5 : 0.35),
    hip[1] - (round ? build.hip * H * 0.62 : 0),
  ];
  mark(1);
  limb(shoulder(-1), Joint.handB, arm, -1, Tone.player, 0.55, 1);
  limb(thigh(-1), Joint.footB, leg, 1, Tone.player, 0.55, 1.15);
  limb(thigh(1), Joint.footF, leg, 1, Tone.player, 0.88, 1.15);
  if (!round) part(hip, chest, build.hip, build.chest, Tone.player, 1);
  part(head, head, build.head, build.head, round ? Tone.player : Tone.accent, 1);
  mark(0);
  const eye = along(head, build.head * H * 0.12, build.head * H * 0.42);
  const eyeEnd = along(head, build.head * H * 0.12, build.head * H * 0.72);
  part(eye, eyeEnd, build.head * 0.24, build.head * 0.24, Tone.dark, 1);
  const root = shoulder(1);
  const hand = limb(root, Joint.handF, arm, -1, Tone.player, 1, character.extras.includes('g') ? 1.7 : 1);
  if (character.extras.includes('S')) {
    const far = Math.hypot(hand[0] - root[0], hand[1] - root[1]) || 1;
    const point = (i: 0 | 1, swing: number) => hand[i] + ((hand[i] - root[i]) / far) * H * 0.42 + swing;
    // At rest it points ahead and down, not along the arm.
    part(hand, [point(0, hot ? 0 : H * 0.3), point(1, 0)], 0.028, 0.012, Tone.bright, 1);
  }
  uCount!.value = count;
}

export const sizeOf = (height: number): Vector2 => new Vector2(height * 1.05, height * 1.05);
