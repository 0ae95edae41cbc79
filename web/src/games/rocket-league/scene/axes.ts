import { Matrix4 } from 'three';

/** A picture's unit is 400 uu: the field then fits the player's free camera. */
export const SCALE = 1 / 400;
/** From the game's left-handed axes to the picture's: x is mirrored, z goes up, blue is near. */
// prettier-ignore
export const WORLD = new Matrix4().set(-SCALE, 0, 0, 0, 0, 0, SCALE, 0, 0, -SCALE, 0, 0, 0, 0, 0, 1);
