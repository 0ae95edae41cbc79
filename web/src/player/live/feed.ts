import type { Live, LiveGame } from '../../replays/api.types';

/** Receives what is being written. */
export interface Listener {
  /** A game begins; the one before has ended. */
  began(name: string): void;
  /** Its next bytes. */
  bytes(piece: Uint8Array<ArrayBuffer>): void;
  /** No more of it will come. `head`: its first bytes as they are now, since a recorder fills in a length at the end. */
  ended(head: Uint8Array<ArrayBuffer> | null): void;
  /** The server does not answer, or answers again. */
  connected(yes: boolean): void;
}

const HEAD = 1024;
const RETRY_MILLIS = 1000;

/** Passes one game after the other to `listener` until `signal` is aborted. Connections that break are taken up again. */
export async function follow(endpoint: URL, listener: Listener, signal: AbortSignal): Promise<void> {
  let after = 0;
  while (!signal.aborted) {
    try {
      const game = await later(endpoint, after, signal);
      listener.connected(true);
      if (!game) continue;
      after = game.number;
      listener.began(game.name);
      await watch(addressOf(endpoint, game.number), listener, signal);
      listener.ended(await headOf(addressOf(endpoint, game.number), signal).catch(() => null));
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof Refused) throw error;
      listener.connected(false);
      await pause(RETRY_MILLIS);
    }
  }
}

/** An answer that the server gives again when asked again. */
class Refused extends Error {}

/** The first game with a number above `after`; null if there is none yet. The server keeps the question for a while. */
async function later(endpoint: URL, after: number, signal: AbortSignal): Promise<LiveGame | null> {
  const url = new URL(endpoint);
  url.searchParams.set('after', String(after));
  const response = await fetch(url, { signal });
  if (response.status === 404) throw new Refused('This server follows no game.');
  if (!response.ok) throw new Error(`The server answered ${response.status}.`);
  const { game } = (await response.json()) as Live;
  return game && game.number > after ? game : null;
}

/** Passes on a game's bytes to its end. After a lost connection it goes on where it was. */
async function watch(url: URL, listener: Listener, signal: AbortSignal): Promise<void> {
  for (let got = 0; ; ) {
    try {
      url.searchParams.set('from', String(got));
      const response = await fetch(url, { signal });
      // The server was started anew, or the game is long over.
      if (response.status === 404) return;
      if (!response.ok || !response.body) throw new Error(`The server answered ${response.status}.`);
      listener.connected(true);
      const reader = response.body.getReader();
      for (let read = await reader.read(); !read.done; read = await reader.read()) {
        got += read.value.length;
        listener.bytes(read.value);
      }
      return;
    } catch (error) {
      if (signal.aborted) throw error;
      listener.connected(false);
      await pause(RETRY_MILLIS);
    }
  }
}

async function headOf(url: URL, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer> | null> {
  url.searchParams.set('from', '0');
  url.searchParams.set('to', String(HEAD));
  const response = await fetch(url, { signal });
  return response.ok ? new Uint8Array(await response.arrayBuffer()) : null;
}

function addressOf(endpoint: URL, number: number): URL {
  const url = new URL(endpoint);
  url.pathname = `${url.pathname.replace(/\/$/, '')}/${number}`;
  return url;
}

const pause = (millis: number) => new Promise((resolve) => setTimeout(resolve, millis));
