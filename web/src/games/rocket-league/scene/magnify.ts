import { type Camera, type PerspectiveCamera, Vector2, Vector3, type WebGLRenderer } from 'three';
import { SCALE, WORLD } from './axes';

/** A car's length in uu, and its least, in pixels of wide pictures and of narrow ones. */
export const LENGTH = 118;
export const LEAST_PIXELS = [36, 26] as const;
/** On pictures narrower than this, in pixels, small things may be smaller. */
const NARROW = 640;

const size = new Vector2();
const seen = new Vector3();

/** The uu that a pixel is wide at a place. */
function pixelAt(place: Vector3, renderer: WebGLRenderer, camera: Camera): number {
  const depth = -seen.copy(place).applyMatrix4(WORLD).applyMatrix4(camera.matrixWorldInverse).z;
  const slope = Math.tan(((camera as PerspectiveCamera).fov * Math.PI) / 360);
  return (2 * Math.max(0, depth) * slope) / renderer.getSize(size).y / SCALE;
}

/** The least number of pixels of something on a picture of some width. */
export const leastOn = (renderer: WebGLRenderer, [wide, narrow]: readonly [wide: number, narrow: number]): number =>
  renderer.getSize(size).x < NARROW ? narrow : wide;

/** How many times as large something is drawn, so that it is no smaller than so many pixels. */
export const magnified = (
  place: Vector3,
  length: number,
  least: readonly [wide: number, narrow: number],
  renderer: WebGLRenderer,
  camera: Camera,
): number => Math.max(1, (leastOn(renderer, least) * pixelAt(place, renderer, camera)) / length);
