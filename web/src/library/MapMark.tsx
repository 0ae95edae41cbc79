import { hash, mixed } from '../games/bits';
import { GAMES, gameById } from '../games/registry';

/** A small sign for a map, made of its id: the same map looks the same in every row, and games can be distinguished. */
export function MapMark({ game, id }: { game: string; id: string }) {
  const bits = hash(id);
  return (
    <svg class="map-mark" viewBox="-3 -3 48 38" aria-hidden="true" style={{ '--hue': mixed(bits) % 360 }}>
      <rect class="ground" x="-3" y="-3" width="48" height="38" rx="6" />
      {(gameById(game) ?? GAMES[0]).mark(bits)}
    </svg>
  );
}
