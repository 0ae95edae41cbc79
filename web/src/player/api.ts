import type { Loop } from './clock';
import type { EventName, PlayerEvents } from './events';
import type { Opening, Player } from './player';
import type { Source } from './sources';

/** `window.ghostreel`, and what an embedding page can call. See docs/embedding.md. */
export interface Ghostreel {
  /** Settles when the replay named in the page's address is on screen, or at once if there is none. */
  readonly ready: Promise<void>;
  state(): Record<string, unknown>;
  /** `map`: a zip file with the map that it was played on, or the address of one. */
  load(source: string | URL | Blob, opening?: Omit<Opening, 'map'> & { map?: string | URL | Blob | null }): Promise<void>;
  /** Shows these replays, of the same map, beside the one on the stage; none takes them away. */
  compareWith(...sources: (string | URL | Blob)[]): Promise<void>;
  seek(time: number): void;
  play(): void;
  pause(): void;
  setCamera(name: string): boolean;
  setSpeed(speed: number): void;
  setLoop(a: number | null, b?: number): void;
  /** To what is being played, where a game is followed. */
  goLive(): void;
  /** Lets time pass and draws; meant for `?clock=manual`, where nothing else does. */
  step(seconds: number): void;
  on<N extends EventName>(event: N | '*', listener: (detail: PlayerEvents[N], name: EventName) => void): () => void;
}

/** Whether another page shows this one in an iframe. */
export const isEmbedded = window.parent !== window;

declare global {
  interface Window {
    ghostreel: Ghostreel;
  }
}

export function apiOf(player: Player, ready: Promise<void>): Ghostreel {
  return {
    ready,
    state: () => stateOf(player),
    load: (source, { map, ...opening } = {}) =>
      map instanceof Blob
        ? player.open(sourceOf(source), { ...opening, map })
        : player.open({ ...sourceOf(source), map: map ? String(map) : undefined }, opening),
    compareWith: (...sources) => player.compareWith(sources.map(sourceOf)),
    seek: (time) => {
      player.playback.seek(time);
      // A caller that asks for a time and then for the state expects them to agree.
      player.picture.step(0);
    },
    play: () => player.playback.play(),
    pause: () => player.playback.pause(),
    setCamera: (name) => player.picture.setCamera(name),
    setSpeed: (speed) => player.playback.setSpeed(speed),
    setLoop: (a, b) => player.playback.setLoop(a === null || b === undefined ? null : { a, b }),
    goLive: () => player.goLive(),
    step: (seconds) => player.picture.step(seconds),
    on: (event, listener) => player.events.on(event, listener),
  };
}

const sourceOf = (source: string | URL | Blob): Source & { kind: 'file' | 'address' } =>
  source instanceof Blob
    ? { kind: 'file', file: source, name: source instanceof File ? source.name : 'replay' }
    : { kind: 'address', replay: String(source) };

function stateOf(player: Player): Record<string, unknown> {
  const scene = player.scene.peek();
  const meta = player.replay.peek()?.meta;
  const loop: Loop | null = player.playback.loop.peek();
  return {
    status: player.status.peek(),
    error: player.refusal.peek(),
    time: player.playback.time.peek(),
    duration: scene ? scene.span.end - scene.span.start : 0,
    start: scene?.span.start ?? 0,
    end: scene?.span.end ?? 0,
    playing: player.playback.playing.peek(),
    ended: player.playback.ended.peek(),
    speed: player.playback.speed.peek(),
    camera: player.picture.camera.peek(),
    cameras: scene?.cameras.map((camera) => camera.name) ?? [],
    eye: player.picture.eyeNow,
    cameraPath: player.picture.path.peek().map(({ time }) => time),
    loop: loop && { ...loop },
    game: meta?.game ?? null,
    format: meta?.format ?? null,
    replayScore: meta?.score ?? null,
    diagnostics: meta?.diagnostics ?? [],
    markers: player.playback.markers.peek().length,
    live: player.live.peek() && {
      ...player.live.peek(),
      atEdge: player.playback.atEdge.peek(),
      growing: player.playback.growing.peek(),
    },
    settled: player.picture.settled,
    drawn: drawn(player.picture.stage.renderer.info.render),
    song: player.song.peek()?.state() ?? null,
    hits: player.hits.peek()?.state() ?? null,
    standing: scene?.standing?.() ?? null,
    closeUp: closeUpOf(player),
    timing: { ...player.timing.marks },
    ...scene?.state(),
  };
}

/** The thing that is looked at closely. */
function closeUpOf({ closeLook }: Player) {
  const shown = closeLook.shown.peek();
  return shown && { id: shown.id, title: shown.title, outcome: shown.outcome, slow: closeLook.slow.peek() };
}

/** The cost of the last picture. */
const drawn = ({ calls, triangles }: { calls: number; triangles: number }) => ({ calls, triangles });
