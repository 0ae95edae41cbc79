import { hash } from '../games/bits';
import { GAMES, gameById } from '../games/registry';

/** A small sign for a map, made of its id: the same map looks the same in every row, and games can be distinguished. */
export function MapMark({ game, id }: { game: string; id: string }) {
  return (
    <svg class="map-mark" viewBox="0 0 42 32" aria-hidden="true">
      {(gameById(game) ?? GAMES[0]).mark(hash(id))}
    </svg>
  );
}
