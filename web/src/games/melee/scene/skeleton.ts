import { footOf, type Frame, type Limb, limbOf, type Point, put, RADIANS } from './limb';
import type { JointName, Look } from './look';
import { Joint, type Pose } from './poses';

export interface Skeleton {
  joints: Record<JointName, Frame>;
  farArm: Limb;
  farLeg: Limb;
  nearLeg: Limb;
  nearArm: Limb;
}

/** Where a character in a pose has its joints and limbs, from between its feet, facing right. */
export function skeletonOf(look: Look, pose: Pose): Skeleton {
  const foot = look.legs[2].radius;
  // Leaning ahead turns right.
  const angle = -pose[Joint.lean]! * RADIANS;
  const sway = pose[Joint.sway]! * RADIANS;
  const hip = { x: 0, y: Math.max(foot, (pose[Joint.hip]! / 100) * look.leg + foot), angle };
  const chest = at(put(hip, 0, look.trunk), angle);
  // Turned a little to whoever watches: the far shoulder is ahead of the near one.
  const shoulder = (side: number) => put(chest, side * look.shoulder, 0);
  const thigh = (side: number) => put({ ...hip, angle: angle * 0.3 }, side * look.hip, 0);
  const aimOf = (joint: number): Point => [pose[joint]!, pose[joint + 1]!];
  // A limb that strikes has the body's side behind it.
  const striking = (root: Point, middle: Frame, [x, y]: Point, part: number): Point => {
    const far = Math.hypot(x, y) || 1;
    const side = [middle.x + (x / far) * look.girth, middle.y + (y / far) * look.girth] as const;
    return [root[0] + (side[0] - root[0]) * part, root[1] + (side[1] - root[1]) * part];
  };
  const [hand, toe, strike, kick] = [aimOf(Joint.handF), aimOf(Joint.footF), pose[Joint.strike]!, pose[Joint.kick]!];
  const farArm = limbOf(shoulder(1), aimOf(Joint.handB), look.arm, -1, 0);
  const nearArm = limbOf(striking(shoulder(-1), chest, hand, strike), hand, look.arm, -1, strike);
  const farLeg = limbOf(thigh(-1), aimOf(Joint.footB), look.leg, 1, 0);
  const nearLeg = limbOf(striking(thigh(1), hip, toe, kick), toe, look.leg, 1, kick);
  // At rest a weapon is held as its owner does; it reaches out along the arm that strikes.
  const rest = look.blade * RADIANS + angle * 0.5;
  const thrust = Math.atan2(hand[1], hand[0]);
  const turned = Math.atan2(Math.sin(thrust - rest), Math.cos(thrust - rest));
  const joints = {
    hip,
    chest,
    head: at(put(chest, 0, look.neck), angle * 0.3 + pose[Joint.nod]! * RADIANS),
    drape: { ...chest, angle: angle * 0.6 - sway },
    tail: { ...hip, angle: angle * 0.5 - sway * 0.5 },
    'far-hand': at(farArm.end, farArm.along),
    'far-foot': footOf(farLeg),
    foot: footOf(nearLeg),
    hand: at(nearArm.end, nearArm.along),
    blade: at(nearArm.end, rest + turned * pose[Joint.thrust]!),
  };
  return { joints, farArm, farLeg, nearLeg, nearArm };
}

const at = ([x, y]: Point, angle: number): Frame => ({ x, y, angle });
