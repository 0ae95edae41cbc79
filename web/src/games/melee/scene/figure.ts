import type { Color } from 'three';
import { type Frame, type Limb, type Point, put, RADIANS } from './limb';
import { LAYERS, type Layer, type Look, type Part } from './look';
import { Joint, type Pose } from './poses';
import { skeletonOf } from './skeleton';

/** A ball, or a bar between two, of a posed body: places from between its feet, in hundredths of its height, facing right. */
export interface Piece {
  ax: number;
  ay: number;
  ar: number;
  bx: number;
  by: number;
  br: number;
  colour: Color;
  /** Pieces of one number have one line around them together. */
  outline: number;
}

/** Outlines of layers are this far apart in number. */
const APART = 100;
/** From the parts behind the trunk to the head: the figure that lies on the ground. */
const BODY = [LAYERS.indexOf('behind') * APART, LAYERS.indexOf('near arm') * APART] as const;

/** A character in a pose, back to front. */
export function figureOf(look: Look, pose: Pose): Piece[] {
  const { joints, ...limbs } = skeletonOf(look, pose);
  const pieces: Piece[] = [];
  let outline = 0;
  const piece = ([ax, ay]: Point, ar: number, [bx, by]: Point, br: number, colour: Color) =>
    pieces.push({ ax, ay, ar, bx, by, br, colour, outline });
  const limb = ({ root, middle, end }: Limb, [upper, lower, tip]: Look['arms'], reach: Point, taper: number) => {
    const joint = (upper.radius + lower.radius) / 2;
    piece(root, upper.radius, middle, joint, upper.colour);
    piece(middle, joint, end, lower.radius, lower.colour);
    piece(end, tip.radius, reach, tip.radius * taper, tip.colour);
  };
  const arm = (its: Limb) => limb(its, look.arms, its.end, 1);
  const leg = (its: Limb, foot: Frame) => limb(its, look.legs, put(foot, look.footLength, 0), 0.9);
  const bodies: Partial<Record<Layer, () => void>> = {
    'far arm': () => arm(limbs.farArm),
    'far leg': () => leg(limbs.farLeg, joints['far-foot']),
    'near leg': () => leg(limbs.nearLeg, joints.foot),
    'near arm': () => arm(limbs.nearArm),
  };
  LAYERS.forEach((layer, i) => {
    outline = i * APART;
    bodies[layer]?.();
    // Skirts and capes lie on the ground, not below it.
    const floored = layer === 'loose' || layer === 'trunk';
    for (const { joint, layer: own, outline: line, colour, from, to } of look.parts) {
      if (own !== layer) continue;
      const place = ([ahead, up, radius]: Part['from']): Point => {
        const [x, y] = put(joints[joint], ahead, up);
        return [x, floored ? Math.max(y, radius) : y];
      };
      outline = i * APART + line;
      piece(place(from), from[2], place(to), to[2], colour);
    }
  });
  return tumbled(pieces, pose, look.tall);
}

/** The whole body turned about its middle; one that lies, lies on the ground. */
function tumbled(pieces: Piece[], pose: Pose, tall: number): Piece[] {
  const frame = { x: 0, y: tall / 2, angle: -pose[Joint.turn]! * RADIANS };
  let lowest = Infinity;
  for (const piece of pieces) {
    [piece.ax, piece.ay] = put(frame, piece.ax, piece.ay - tall / 2);
    [piece.bx, piece.by] = put(frame, piece.bx, piece.by - tall / 2);
    const { outline, ay, ar, by, br } = piece;
    if (outline >= BODY[0] && outline < BODY[1]) lowest = Math.min(lowest, ay - ar, by - br);
  }
  const lies = pose[Joint.lies]!;
  for (const piece of pieces) {
    piece.ay -= lowest * lies;
    piece.by -= lowest * lies;
    if (piece.outline >= BODY[0]) continue;
    piece.ay += Math.max(0, piece.ar - piece.ay) * lies;
    piece.by += Math.max(0, piece.br - piece.by) * lies;
  }
  return pieces;
}
