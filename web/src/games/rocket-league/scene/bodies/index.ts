import type { BufferGeometry } from 'three';
import { familyOf, hitboxOf } from '../hitboxes';
import { breakout } from './breakout';
import { dominus } from './dominus';
import { fennec } from './fennec';
import { placeIn, shapesOf } from './hull';
import { hybrid } from './hybrid';
import { merc } from './merc';
import { octane } from './octane';
import { plank } from './plank';
import type { Silhouette } from './silhouette';

/** By the families of hitboxes. */
const OF_FAMILY: Record<ReturnType<typeof familyOf>, Silhouette> = {
  Octane: octane,
  Dominus: dominus,
  Plank: plank,
  Breakout: breakout,
  Hybrid: hybrid,
  Merc: merc,
};
/** By product ids: bodies that players tell from others of their family at a glance. */
const OF_BODY: Record<number, Silhouette> = { 4284: fennec };

export const silhouetteOf = (body: number): Silhouette => OF_BODY[body] ?? OF_FAMILY[familyOf(body)];

/** The shape of a car without its wheels, in uu from its centre of mass: x forward, y right, z up. */
export interface Body {
  paint: BufferGeometry;
  trim: BufferGeometry;
  /** How far forwards the axles are, and how far from the middle the wheels. */
  axles: readonly [rear: number, front: number];
  wheel: number;
  /** Where boost comes out. */
  nozzle: readonly [x: number, y: number, z: number];
}

const made = new Map<Silhouette, Body>();

/** Made once a page and shared by every replay opened on it, so no scene disposes of it. */
export function bodyOf(id: number): Body {
  const silhouette = silhouetteOf(id);
  let body = made.get(silhouette);
  if (!body) {
    const [hitbox, { axles, inside, nozzle }] = [hitboxOf(id), silhouette];
    const [rear, front] = axles;
    body = {
      ...shapesOf(silhouette, hitbox),
      axles: [placeIn(hitbox, rear, 0, 0)[0], placeIn(hitbox, front, 0, 0)[0]],
      wheel: hitbox[1] / 2 - inside,
      nozzle: placeIn(hitbox, 0, 0, nozzle),
    };
    made.set(silhouette, body);
  }
  return body;
}
