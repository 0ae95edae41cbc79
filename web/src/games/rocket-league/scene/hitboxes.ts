import { CAR_FAMILIES } from '../rules';

/** Length, width and height of a car, in uu. */
export type Hitbox = readonly [length: number, width: number, height: number];

type Family = keyof typeof CAR_FAMILIES;

const FAMILIES: Record<Family, { hitBox: Hitbox; bodies: readonly number[] }> = CAR_FAMILIES;
const NAMES = Object.keys(FAMILIES) as Family[];
const family = new Map(NAMES.flatMap((name) => FAMILIES[name].bodies.map((id): [number, Family] => [id, name])));

export const familyOf = (body: number): Family => family.get(body) ?? 'Octane';
export const hitboxOf = (body: number): Hitbox => FAMILIES[familyOf(body)].hitBox;
