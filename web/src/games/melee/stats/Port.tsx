import { hueOf } from './hue';
import type { PlayerInfo } from './types';

/** A player as a number in their colour. */
export function Port({ player }: { player: PlayerInfo | undefined }) {
  if (!player) return null;
  return (
    <i class="port" data-hue={hueOf(player)}>
      {player.port}
    </i>
  );
}
