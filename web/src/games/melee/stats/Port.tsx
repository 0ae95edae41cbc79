import { hueOf } from './hue';
import type { Player } from './statistics.types';

/** A player as a number in their colour. */
export function Port({ player }: { player: Player | undefined }) {
  if (!player) return null;
  return (
    <i class="port" data-hue={hueOf(player)}>
      {player.port}
    </i>
  );
}
