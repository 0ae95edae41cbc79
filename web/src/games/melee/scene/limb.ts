/** A place in hundredths of a body's height, with a direction: where that points is ahead, a quarter turn left of it is up. */
export interface Frame {
  x: number;
  y: number;
  angle: number;
}

export type Point = [x: number, y: number];

export const RADIANS = Math.PI / 180;

/** A limb shorter than this is no shorter when it strikes. */
const SHORT = 24;

export const put = ({ x, y, angle }: Frame, ahead: number, up: number): Point => [
  x + Math.cos(angle) * ahead - Math.sin(angle) * up,
  y + Math.sin(angle) * ahead + Math.cos(angle) * up,
];

/** An arm or a leg, from shoulder or hip. */
export interface Limb {
  root: Point;
  /** Its elbow or knee. */
  middle: Point;
  /** Its wrist or ankle, and where its lower half points. */
  end: Point;
  along: number;
  /** How steeply it goes up from its root, −1..1. */
  rise: number;
}

/** `aim`: where it ends, from its root, in hundredths of its length; `bend`: 1 for a knee, −1 for an elbow; `strike`: how far it strikes. */
export function limbOf(root: Point, aim: Point, length: number, bend: number, strike: number): Limb {
  // A striking limb is seen: it stretches, the shortest most.
  const whole = length + Math.max(0, SHORT - length) * strike;
  const most = whole * (1.12 + 0.22 * strike);
  const size = (whole / 100) * (1 + 0.2 * strike);
  let [x, y] = [aim[0] * size, aim[1] * size];
  const far = Math.hypot(x, y) || 1e-3;
  const reach = Math.min(far, most);
  [x, y] = [(x / far) * reach, (y / far) * reach];
  const half = Math.max(length, reach) / 2;
  const out = Math.sqrt(Math.max(0, half * half - (reach / 2) ** 2)) * bend;
  const end: Point = [root[0] + x, root[1] + y];
  const middle: Point = [root[0] + x / 2 - (y / reach) * out, root[1] + y / 2 + (x / reach) * out];
  return { root, middle, end, along: Math.atan2(end[1] - middle[1], end[0] - middle[0]), rise: y / reach };
}

/** The foot at a leg's end. Its toes are at right angles to the shin, but never dig into the ground that one stands on. */
export function footOf({ end, along, rise }: Limb): Frame {
  const flat = Math.min(1, Math.max(0, (-rise - 0.55) / 0.3));
  const toes = along + Math.PI / 2;
  return { x: end[0], y: end[1], angle: Math.atan2(Math.sin(toes) * (1 - flat), Math.cos(toes) * (1 - flat) + flat) };
}
