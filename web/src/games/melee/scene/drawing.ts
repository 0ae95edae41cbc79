import { Color } from 'three';
import { figureOf } from './figure';
import type { Bone, Gait, JointName, Layer, Look, Part } from './look';
import { type Pose, POSES, stanceOf } from './poses';

/** A character's look as it is written down in looks/. */
export interface Drawing {
  /** leg, arm, trunk, neck, shoulder, hip. */
  build: [number, number, number, number, number, number];
  colours: Record<string, string>;
  /** Colour and radius of the upper half, of the lower half and of the hand. */
  arms: string;
  /** The same of thigh, shin and foot; then the length of the foot. */
  legs: string;
  /** A line each: joint, colour, then one or two balls as `x,y radius`. `<` before the joint: behind all else. `!` after it: with a line of its
   * own around it. `hands` and `feet` are on both sides. */
  parts: string;
  ink?: string;
  blade?: number;
  /** As the poses in poses.ts. */
  stance?: Pose;
  gait?: Gait;
  /** Without: characters with something fastened to `blade`. */
  handed?: boolean;
}

const LAYER_OF: Record<JointName, Layer> = {
  hip: 'trunk',
  chest: 'trunk',
  head: 'head',
  drape: 'loose',
  tail: 'loose',
  'far-hand': 'far arm',
  'far-foot': 'far leg',
  foot: 'near leg',
  hand: 'near arm',
  blade: 'near arm',
};

const SIDES: Record<string, JointName[]> = { hands: ['far-hand', 'hand'], feet: ['far-foot', 'foot'] };

export function lookOf(drawing: Drawing): Look {
  const [leg, arm, trunk, neck, shoulder, hip] = drawing.build;
  const shades = new Map(Object.entries(drawing.colours).map(([letter, hex]) => [letter, new Color(hex)]));
  const shade = (letter: string): Color => {
    const colour = shades.get(letter);
    if (!colour) throw new Error(`no colour ${letter}`);
    return colour;
  };
  const limb = (text: string) => {
    const words = text.split(' ');
    const bones = [0, 2, 4].map((i): Bone => ({ colour: shade(words[i]!), radius: Number(words[i + 1]) }));
    return { bones: bones as [Bone, Bone, Bone], length: Number(words[6] ?? 0) };
  };
  const legs = limb(drawing.legs);
  let outline = 0;
  const parts = drawing.parts
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [place, letter, ...numbers] = line.trim().split(/[ ,]+/) as [string, string, ...string[]];
      const name = place.replace(/[<!]/g, '');
      if (place.endsWith('!')) outline++;
      const n = numbers.map(Number);
      const from = n.slice(0, 3) as Part['from'];
      const to = (n.length > 3 ? n.slice(3) : from) as Part['to'];
      if (from.length < 3 || to.length < 3 || n.some(Number.isNaN)) throw new Error(`not a part: ${line}`);
      return (SIDES[name] ?? [name as JointName]).map(
        (joint): Part => ({
          joint,
          layer: place.startsWith('<') && LAYER_OF[joint] !== 'loose' ? (joint === 'head' ? 'loose' : 'behind') : LAYER_OF[joint],
          outline,
          colour: shade(letter),
          from,
          to,
        }),
      );
    });
  const look: Look = {
    leg,
    arm,
    trunk,
    neck,
    shoulder,
    hip,
    arms: limb(drawing.arms).bones,
    legs: legs.bones,
    footLength: legs.length,
    parts,
    ink: drawing.ink ? new Color(drawing.ink) : null,
    blade: drawing.blade ?? -35,
    handed: drawing.handed ?? parts.some(({ joint }) => joint === 'blade'),
    stance: drawing.stance ? stanceOf(drawing.stance) : POSES.wait!,
    gait: drawing.gait ?? 'pump',
    tall: 100,
    girth: Math.max(shoulder, ...parts.filter(({ layer }) => layer === 'trunk').map(({ from, to }) => 0.85 * Math.max(from[2], to[2]))),
  };
  look.tall = Math.max(...figureOf(look, look.stance).map(({ ay, ar, by, br }) => Math.max(ay + ar, by + br)));
  return look;
}
