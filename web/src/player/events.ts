/** The player's events, for the page around it. */
export interface PlayerEvents {
  load: { game: string; format: string; duration: number };
  error: { message: string; section?: string; offset?: number };
  play: { time: number };
  pause: { time: number };
  seek: { time: number };
  time: { time: number };
  ended: { time: number };
  camera: { camera: string };
  speed: { speed: number };
  live: { phase: 'waiting' | 'running'; name: string | null; connected: boolean; stalled: boolean; atEdge: boolean };
  loop: { loop: { a: number; b: number } | null };
}

export type EventName = keyof PlayerEvents;

export class Emitter {
  private readonly listeners = new Map<EventName | '*', Set<(detail: never, name: EventName) => void>>();

  /** `*` hears everything. Returns the way to stop. */
  on<N extends EventName>(name: N | '*', listener: (detail: PlayerEvents[N], name: EventName) => void): () => void {
    const set = this.listeners.get(name) ?? new Set();
    this.listeners.set(name, set);
    set.add(listener as (detail: never, name: EventName) => void);
    return () => set.delete(listener as (detail: never, name: EventName) => void);
  }

  emit<N extends EventName>(name: N, detail: PlayerEvents[N]): void {
    for (const key of [name, '*'] as const) {
      for (const listener of this.listeners.get(key) ?? []) (listener as (detail: PlayerEvents[N], name: EventName) => void)(detail, name);
    }
  }
}
