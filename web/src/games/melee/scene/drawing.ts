import { Color } from 'three';
import { figureOf } from './figure';
import type { Bone, Gait, JointName, Layer, Look, Outfit, Part } from './look';
import { type Pose, POSES, stanceOf } from './poses';

/** A character's look as it is written down in looks/. */
export interface Drawing {
  /** leg, arm, trunk, neck, shoulder, hip. */
  build: [number, number, number, number, number, number];
  colours: Record<string, string>;
  /** Colours in which the further costumes differ, a line each, in the game's order; the first is the one that the costume is known by. */
  costumes?: string;
  /** Parts that a costume has beyond those of all, by its index. */
  worn?: Record<number, string>;
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

const WHITE = new Color('#ffffff');
const BLACK = new Color('#000000');
/** How far colours go towards white or black where two wear the same. */
const SHADES = [
  [WHITE, 0],
  [WHITE, 0.2],
  [BLACK, 0.45],
] as const;

/** The colours of a costume by their letters, and the one that it is known by, if it has one. */
function coloursOf({ colours, costumes, worn }: Drawing, { costume, shade }: Outfit): { by: Map<string, Color>; main: Color | null } {
  const words = costumes?.trim().split('\n')[costume - 1]?.trim().split(' ') ?? [];
  const changed = Object.fromEntries(words.flatMap((letter, i) => (i % 2 === 0 ? [[letter, words[i + 1]!]] : [])));
  const [towards, part] = SHADES[shade] ?? SHADES[0];
  const by = new Map(Object.entries({ ...colours, ...changed }).map(([letter, hex]) => [letter, new Color(hex).lerp(towards, part)]));
  // Where something is worn, the body keeps its colour.
  return { by, main: (!worn && by.get(words[0] ?? '')) || null };
}

/** The parts of some lines; lines around them are counted on. */
function partsOf(text: string, by: ReadonlyMap<string, Color>, outlines = 0): Part[] {
  let outline = outlines;
  return text
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
          colour: found(by, letter),
          from,
          to,
        }),
      );
    });
}

function found(by: ReadonlyMap<string, Color>, letter: string): Color {
  const colour = by.get(letter);
  if (!colour) throw new Error(`no colour ${letter}`);
  return colour;
}

export function lookOf(drawing: Drawing, outfit: Outfit): Look {
  const [leg, arm, trunk, neck, shoulder, hip] = drawing.build;
  const { by, main } = coloursOf(drawing, outfit);
  const limb = (text: string) => {
    const words = text.split(' ');
    const bones = [0, 2, 4].map((i): Bone => ({ colour: found(by, words[i]!), radius: Number(words[i + 1]) }));
    return { bones: bones as [Bone, Bone, Bone], length: Number(words[6] ?? 0) };
  };
  const legs = limb(drawing.legs);
  const parts = partsOf(drawing.parts, by);
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
    main,
    ink: drawing.ink ? new Color(drawing.ink) : null,
    blade: drawing.blade ?? -35,
    handed: drawing.handed ?? parts.some(({ joint }) => joint === 'blade'),
    stance: drawing.stance ? stanceOf(drawing.stance) : POSES.wait!,
    gait: drawing.gait ?? 'pump',
    tall: 100,
    girth: Math.max(shoulder, ...parts.filter(({ layer }) => layer === 'trunk').map(({ from, to }) => 0.85 * Math.max(from[2], to[2]))),
  };
  look.tall = Math.max(...figureOf(look, look.stance).map(({ ay, ar, by, br }) => Math.max(ay + ar, by + br)));
  // Nobody is smaller for a hat.
  const worn = drawing.worn?.[outfit.costume];
  if (worn) parts.push(...partsOf(worn, by, parts.at(-1)!.outline));
  return look;
}
