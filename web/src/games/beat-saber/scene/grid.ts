/** Where lanes, layers and cut directions are, in metres and degrees (facts: Beat Saber playback numbers). */
export const LANE_WIDTH = 0.6;
export const ANY_DIRECTION = 8;

/** Mapping Extensions stores thousandths of a lane, 1000 away from zero. */
const PRECISION = 1000;

export function laneX(line: number): number {
  return (clamp(lanes(line), -4, 7) - 1.5) * LANE_WIDTH;
}

export function layerStartY(layer: number): number {
  return 0.25 + LANE_WIDTH * layer;
}

const TOPS = [0.85, 1.4, 1.9];

/** Height of the top of a note's jump. */
export function layerTopY(layer: number): number {
  const l = clamp(lanes(layer), -2, 5);
  const low = clamp(Math.floor(l), 0, 1);
  const [a, b] = [TOPS[low]!, TOPS[low + 1]!];
  return a + (b - a) * (l - low);
}

/** Lanes or layers of a number, which Mapping Extensions stores in thousandths. */
export function lanes(value: number): number {
  return Math.abs(value) >= PRECISION ? (value - PRECISION * Math.sign(value)) / PRECISION : value;
}

const ANGLES = [180, 0, -90, 90, -135, 135, -45, 45, 0];

/** Degrees about the viewer's axis, 0 = cut downwards, the way to the right positive. */
export function directionAngle(direction: number): number {
  if (direction >= 2000) return 0;
  if (direction >= PRECISION) {
    const angle = (direction - PRECISION) % 360;
    return -(angle > 180 ? angle - 360 : angle);
  }
  return ANGLES[direction] ?? 0;
}

/** A dot may be cut in any direction; so may a note whose direction is not known. */
export function isDot(direction: number): boolean {
  if (direction >= 2000) return true;
  if (direction >= PRECISION) return false;
  return direction >= ANY_DIRECTION || direction < 0;
}

export function heightOffset(playerHeight: number): number {
  return clamp(((playerHeight || 1.8) - 1.8) * 0.5, -0.2, 0.6);
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
