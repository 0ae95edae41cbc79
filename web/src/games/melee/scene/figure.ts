import type { Color } from 'three';
import { type JointName, LAYERS, type Layer, type Look, type Part } from './look';
import { Joint, type Pose } from './poses';

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

/** A place with a direction: where the direction points is ahead, a quarter turn left of it is up. */
interface Frame {
  x: number;
  y: number;
  angle: number;
}

const RADIANS = Math.PI / 180;
/** Outlines of layers are this far apart in number. */
const APART = 100;
/** A limb shorter than this is no shorter when it strikes. */
const SHORT = 24;
/** From what is behind the trunk to the head: what lies on the ground. */
const BODY = [LAYERS.indexOf('behind') * APART, LAYERS.indexOf('near arm') * APART] as const;

const put = ({ x, y, angle }: Frame, ahead: number, up: number): [number, number] => [
  x + Math.cos(angle) * ahead - Math.sin(angle) * up,
  y + Math.sin(angle) * ahead + Math.cos(angle) * up,
];

/** A character in a pose, back to front. */
export function figureOf(look: Look, pose: Pose): Piece[] {
  const { leg, arm, trunk, neck } = look;
  const foot = look.legs[2].radius;
  // Leaning ahead turns right.
  const angle = -pose[Joint.lean]! * RADIANS;
  const hip: Frame = { x: 0, y: Math.max(foot, (pose[Joint.hip]! / 100) * leg + foot), angle };
  const [chestX, chestY] = put(hip, 0, trunk);
  const chest: Frame = { x: chestX, y: chestY, angle };
  const [headX, headY] = put(chest, 0, neck);
  const head: Frame = { x: headX, y: headY, angle: angle * 0.3 + pose[Joint.nod]! * RADIANS };
  const sway = pose[Joint.sway]! * RADIANS;

  const joints: Partial<Record<JointName, Frame>> = {
    hip,
    chest,
    head,
    drape: { x: chestX, y: chestY, angle: angle * 0.6 - sway },
    tail: { x: hip.x, y: hip.y, angle: angle * 0.5 - sway * 0.5 },
  };
  const pieces: Piece[] = [];
  let outline = 0;
  const piece = (from: readonly [number, number], ar: number, to: readonly [number, number], br: number, colour: Color) =>
    pieces.push({ ax: from[0], ay: from[1], ar, bx: to[0], by: to[1], br, colour, outline });

  const limb = (root: [number, number], at: number, length: number, bones: Look['arms'], bend: number, name: JointName, strike = 0) => {
    // What strikes is seen: it stretches, the shortest most.
    const whole = length + Math.max(0, SHORT - length) * strike;
    const most = whole * (1.12 + 0.22 * strike);
    const size = (whole / 100) * (1 + 0.2 * strike);
    let [x, y] = [pose[at]! * size, pose[at + 1]! * size];
    const far = Math.hypot(x, y) || 1e-3;
    const reach = Math.min(far, most);
    [x, y] = [(x / far) * reach, (y / far) * reach];
    const half = Math.max(length, reach) / 2;
    const out = Math.sqrt(Math.max(0, half * half - (reach / 2) ** 2)) * bend;
    const end: [number, number] = [root[0] + x, root[1] + y];
    const middle: [number, number] = [root[0] + x / 2 - (y / reach) * out, root[1] + y / 2 + (x / reach) * out];
    const [upper, lower, tip] = bones;
    const along = Math.atan2(end[1] - middle[1], end[0] - middle[0]);
    return {
      end,
      along,
      paint() {
        piece(root, upper.radius, middle, (upper.radius + lower.radius) / 2, upper.colour);
        piece(middle, (upper.radius + lower.radius) / 2, end, lower.radius, lower.colour);
        if (name === 'hand' || name === 'far-hand') {
          joints[name] = { x: end[0], y: end[1], angle: along };
          piece(end, tip.radius, end, tip.radius, tip.colour);
        } else {
          // Toes are at right angles to the shin, but never dig into the ground that one stands on.
          const flat = Math.min(1, Math.max(0, (-y / reach - 0.55) / 0.3));
          const toes = along + Math.PI / 2;
          joints[name] = { x: end[0], y: end[1], angle: Math.atan2(Math.sin(toes) * (1 - flat), Math.cos(toes) * (1 - flat) + flat) };
          piece(end, tip.radius, put(joints[name], look.footLength, 0), tip.radius * 0.9, tip.colour);
        }
      },
    };
  };
  // Turned a little to whoever watches: the far shoulder is ahead of the near one.
  const shoulder = (side: number) => put(chest, side * look.shoulder, 0);
  const thigh = (side: number) => put({ ...hip, angle: angle * 0.3 }, side * look.hip, 0);
  // A limb that strikes has the body's side behind it.
  const striking = (root: [number, number], middle: Frame, at: number, part: number): [number, number] => {
    const far = Math.hypot(pose[at]!, pose[at + 1]!) || 1;
    const to = (i: 0 | 1) => (i === 0 ? middle.x : middle.y) + (pose[at + i]! / far) * look.girth;
    return [root[0] + (to(0) - root[0]) * part, root[1] + (to(1) - root[1]) * part];
  };
  const farArm = limb(shoulder(1), Joint.handB, arm, look.arms, -1, 'far-hand');
  const nearArm = limb(
    striking(shoulder(-1), chest, Joint.handF, pose[Joint.strike]!),
    Joint.handF,
    arm,
    look.arms,
    -1,
    'hand',
    pose[Joint.strike]!,
  );
  const farLeg = limb(thigh(-1), Joint.footB, leg, look.legs, 1, 'far-foot');
  const nearLeg = limb(striking(thigh(1), hip, Joint.footF, pose[Joint.kick]!), Joint.footF, leg, look.legs, 1, 'foot', pose[Joint.kick]!);
  // At rest a weapon is held as its owner does; it reaches out along the arm that strikes.
  const rest = look.blade * RADIANS + angle * 0.5;
  const strike = Math.atan2(pose[Joint.handF + 1]!, pose[Joint.handF]!);
  const turned = Math.atan2(Math.sin(strike - rest), Math.cos(strike - rest));
  joints.blade = { x: nearArm.end[0], y: nearArm.end[1], angle: rest + turned * pose[Joint.thrust]! };

  const bodies: Partial<Record<Layer, { paint(): void }>> = {
    'far arm': farArm,
    'far leg': farLeg,
    'near leg': nearLeg,
    'near arm': nearArm,
  };
  LAYERS.forEach((layer, i) => {
    outline = i * APART;
    bodies[layer]?.paint();
    // Skirts and capes lie on the ground, not below it.
    const floored = layer === 'loose' || layer === 'trunk';
    for (const { joint, layer: own, outline: line, colour, from, to } of look.parts) {
      const frame = joints[joint];
      if (own !== layer || !frame) continue;
      const place = ([ahead, up, radius]: Part['from']): [number, number] => {
        const [x, y] = put(frame, ahead, up);
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
