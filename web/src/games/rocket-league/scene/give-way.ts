import { type Camera, type PerspectiveCamera, Vector2, Vector3, type WebGLRenderer } from 'three';
import { SCALE, WORLD } from './axes';
import { leastOn } from './magnify';

/** So much of a text is left before a ball or a car, and so far from it, in pixels, there is all of it. */
const FAINT = 0.15;
const CLEAR = 18;

/** A ball or a car that texts give way to: its place and its radius in uu, and its least size in pixels. */
export interface Thing {
  place: Vector3;
  radius: number;
  least: readonly [wide: number, narrow: number];
}

/** A text in the picture, in pixels from its middle. */
export interface Rectangle {
  left: number;
  right: number;
  bottom: number;
  top: number;
}

const seen = new Vector3();
const size = new Vector2();

/** Where a place is, in pixels from the middle of the picture, and how many uu a pixel is wide there; that is negative behind the camera. */
export function onPicture(place: Vector3, renderer: WebGLRenderer, camera: Camera): { x: number; y: number; pixel: number } {
  const { x, y, z } = seen.copy(place).applyMatrix4(WORLD).applyMatrix4(camera.matrixWorldInverse);
  const slope = Math.tan(((camera as PerspectiveCamera).fov * Math.PI) / 360);
  const wide = (2 * -z * slope) / renderer.getSize(size).y;
  return { x: x / wide, y: y / wide, pixel: wide / SCALE };
}

/** How much of a text is seen, so that it covers none of the things. */
export function opacityOf(text: Rectangle, things: readonly Thing[], renderer: WebGLRenderer, camera: Camera): number {
  const distances = things.map(({ place, radius, least }) => {
    const { x, y, pixel } = onPicture(place, renderer, camera);
    return pixel > 0 ? distanceTo(text, x, y, Math.max(radius / pixel, leastOn(renderer, least) / 2)) : Infinity;
  });
  return opacityAt(Math.min(Infinity, ...distances));
}

/** How far a disc is from a text: negative where it covers it. */
const distanceTo = ({ left, right, bottom, top }: Rectangle, x: number, y: number, radius: number): number =>
  Math.hypot(Math.max(left - x, 0, x - right), Math.max(bottom - y, 0, y - top)) - radius;

/** By the distance of the nearest thing: it goes faint and comes back without a blink. */
export const opacityAt = (away: number): number => FAINT + (1 - FAINT) * Math.min(1, Math.max(0, away / CLEAR));
