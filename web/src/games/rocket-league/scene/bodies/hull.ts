import { BufferGeometry, Color, Float32BufferAttribute } from 'three';
import type { Hitbox } from '../hitboxes';
import type { Part, Silhouette, Tone } from './silhouette';

/** Of all hitboxes, from the body's centre of mass. */
const FORWARD = 13.88;
const UP = 17.05;
/** How wide a part's top is beside its underside, where its declaration does not say. */
const TAPER = 0.86;

/** Painted parts have shares of the team's colour. Lights are brighter than white is in the light of the arena. */
const SHARES: Partial<Record<Tone, Color>> = { paint: new Color(1, 1, 1), second: new Color(0.4, 0.4, 0.42) };
const COLOURS: Partial<Record<Tone, Color>> = {
  trim: new Color('#20262f'),
  metal: new Color('#7d8794'),
  glass: new Color('#0b0f16'),
  headlight: new Color(2, 2, 1.7),
  taillight: new Color(2.6, 0.14, 0.1),
};

type Corner = readonly [x: number, y: number, z: number];

/** The shapes of a body: what has the team's colour, and what has colours of its own. */
export interface Shapes {
  paint: BufferGeometry;
  trim: BufferGeometry;
}

/** Where a place in a hitbox is, from the body's centre of mass. */
export const placeIn = ([length, width, height]: Hitbox, along: number, across: number, up: number): Corner => [
  FORWARD + (along - 0.5) * length,
  (across * width) / 2,
  UP + (up - 0.5) * height,
];

export const shapesOf = ({ parts }: Pick<Silhouette, 'parts'>, hitbox: Hitbox): Shapes => ({
  paint: solid(parts, hitbox, SHARES),
  trim: solid(parts, hitbox, COLOURS),
});

/** One shape of all parts of some tones, with their colours. */
function solid(parts: readonly Part[], hitbox: Hitbox, colours: Partial<Record<Tone, Color>>): BufferGeometry {
  const [places, paints]: [number[], number[]] = [[], []];
  for (const part of parts) {
    const colour = colours[part.tone];
    if (!colour) continue;
    for (const middle of part.aside === undefined ? [0] : [-part.aside, part.aside]) {
      const corners = hull(part, middle, hitbox);
      places.push(...corners.flat());
      for (const _ of corners) paints.push(...colour.toArray());
    }
  }
  const shape = new BufferGeometry();
  shape.setAttribute('position', new Float32BufferAttribute(places, 3));
  shape.setAttribute('color', new Float32BufferAttribute(paints, 3));
  shape.computeVertexNormals();
  return shape;
}

/** The triangles of a part: four sides from cut to cut, and both ends. */
function hull({ cuts }: Part, middle: number, hitbox: Hitbox): Corner[] {
  const corners: Corner[] = [];
  const quad = (a: Corner, b: Corner, c: Corner, d: Corner) => corners.push(a, c, b, a, d, c);
  const ends = cuts.map(([along, half, low, high, top = TAPER]): Corner[] => [
    placeIn(hitbox, along, middle - half, low),
    placeIn(hitbox, along, middle + half, low),
    placeIn(hitbox, along, middle + half * top, high),
    placeIn(hitbox, along, middle - half * top, high),
  ]);
  for (let i = 1; i < ends.length; i++) {
    const [from, to] = [ends[i - 1]!, ends[i]!];
    for (let k = 0; k < 4; k++) quad(from[k]!, to[k]!, to[(k + 1) % 4]!, from[(k + 1) % 4]!);
  }
  const [first, last] = [ends[0]!, ends.at(-1)!];
  quad(first[0]!, first[1]!, first[2]!, first[3]!);
  quad(last[3]!, last[2]!, last[1]!, last[0]!);
  return corners;
}
