import { effect } from '@preact/signals';
import type { Player } from './player';
import { writeUrl } from './url';

/** Browsers refuse more than some hundred changes of address in half a minute. */
const EVERY_MILLIS = 700;

function queryOf(player: Player): string | null {
  const scene = player.scene.peek();
  const source = player.source.peek();
  if (!scene || !source) return null;
  return writeUrl(
    location.search,
    {
      replay: source.kind === 'address' ? source.replay : null,
      map: source.kind === 'address' ? source.map : undefined,
      others: player.others.peek().flatMap((other) => (other.kind === 'address' ? [other.replay] : [])),
      sample: source.kind === 'sample',
      live: source.kind === 'live' ? source.endpoint : null,
      local: source.kind === 'file' ? (source.key ?? null) : null,
      // The time of a game means nothing in the next one, which a link may lead to.
      time: source.kind === 'live' ? null : player.playback.time.peek(),
      speed: player.playback.speed.peek(),
      camera: player.picture.camera.peek(),
      eye: player.picture.eye.peek(),
      path: player.picture.path.peek(),
      loop: player.playback.loop.peek(),
    },
    { camera: scene.cameras[0]!.name },
  );
}

/** Keeps the page's address saying what is on the screen, so that a reload or a bookmark comes back to it. */
export function followInAddressBar(player: Player): void {
  let timer = 0;
  const write = () => {
    timer = 0;
    const query = queryOf(player);
    if (query !== null && query !== location.search) history.replaceState(history.state, '', query + location.hash);
  };
  effect(() => {
    void [
      player.playback.time.value,
      player.playback.speed.value,
      player.picture.camera.value,
      player.picture.eye.value,
      player.picture.path.value,
      player.playback.loop.value,
      player.source.value,
      player.others.value,
    ];
    if (timer === 0) timer = window.setTimeout(write, EVERY_MILLIS);
  });
}

/** A link to this moment, or null for a file that exists on this computer only. */
export function linkToNow(player: Player): string | null {
  const source = player.source.peek();
  const query = queryOf(player);
  if (query === null || !source || source.kind === 'file') return null;
  const url = new URL(query, location.href);
  for (const name of ['clock', 'autoplay', 'ui']) url.searchParams.delete(name);
  return url.href.replace(/([?&])(sample|live)=(?=&|$)/g, '$1$2').replaceAll('%2C', ',');
}
