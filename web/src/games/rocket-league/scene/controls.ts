import { at } from '../../../stage/columns';
import { lastAt } from '../../../stage/times';
import { type Game, type Player, rowAt } from './data';
import { boostAt } from './tank';

/** A player's inputs, as far as the replay has them. */
export interface Controls {
  /** −1 to 1: back and forwards, to the left and to the right. */
  throttle: number;
  steer: number;
  boost: boolean;
  jump: boolean;
  handbrake: boolean;
}

/** The effect of a press on the jump button. */
const JUMPS = ['Jump', 'DoubleJump', 'Dodge'];

export function controlsAt(game: Game, player: Player, time: number): Controls {
  const row = rowAt(game.inputs, player.inputs, time);
  return {
    throttle: at(game.inputs, 'throttle', row),
    steer: at(game.inputs, 'steer', row),
    boost: boostAt(player.boost, time).active,
    jump: JUMPS.some((name) => isActing(game, player, name, time)),
    handbrake: at(game.inputs, 'handbrake', row) === 1,
  };
}

/** When a player jumped or dodged, by time. */
export function jumpsOf({ components, partNames }: Game, { parts }: Player): number[] {
  const codes = JUMPS.map((name) => partNames.indexOf(name));
  const began = parts.filter((row) => at(components, 'is_active', row) === 1 && codes.includes(at(components, 'component', row)));
  return began.map((row) => at(components, 'time', row));
}

/** Whether a part of the car acts. */
function isActing({ components, partNames }: Game, { parts }: Player, name: string, time: number): boolean {
  const code = partNames.indexOf(name);
  let i = lastAt(parts.length, (k) => at(components, 'time', parts[k]!), time);
  while (i >= 0 && at(components, 'component', parts[i]!) !== code) i--;
  return i >= 0 && at(components, 'is_active', parts[i]!) === 1;
}
