import type { Decoder, Replay } from '../../decoder';
import { gameById } from '../../games/registry';
import type { Scene } from '../../stage/scene';
import { follow } from './feed';

/** What is being followed. */
export interface LiveState {
  /** `waiting`: for a first game, or for the next one; `running`: a game is being written. */
  phase: 'waiting' | 'running';
  /** The game that began last. */
  name: string | null;
  /** Whether the server answers. */
  connected: boolean;
}

/** What a session needs of the player. */
export interface Host {
  /** Whether a game may make way for the next: not while the reader looks at something in it. */
  mayLeave(): boolean;
  /** Shows a game that has just begun. */
  begin(replay: Replay, scene: Scene): void;
  /** The game that is shown has become longer. `replay` and `scene` may be the very ones that are shown. */
  grow(replay: Replay, scene: Scene): void;
  /** Nothing more will be added to the game that is shown. */
  complete(): void;
  tell(state: LiveState): void;
  fail(error: unknown): void;
}

/** At most ten times a second, and not so often that nothing else gets done. */
const EVERY_MILLIS = 100;
const REST = 2;
/** So many frames make a picture that moves. */
const FIRST_FRAMES = 10;

/** A game: what arrived of it, and what of that is shown. */
class Game {
  pieces: Uint8Array<ArrayBuffer>[] = [];
  length = 0;
  shown = 0;
  over = false;
  /** Bytes are different now from when they arrived. */
  rewritten = false;
  /** Shown to its end, as its file is; or not to be shown (any further). */
  settled = false;

  constructor(readonly name: string) {}

  add(piece: Uint8Array<ArrayBuffer>): void {
    this.pieces.push(piece);
    this.length += piece.length;
  }

  /** All bytes from `from` on. */
  bytes(from = 0): ArrayBuffer {
    const joined = new Uint8Array(this.length);
    let at = 0;
    for (const piece of this.pieces) {
      joined.set(piece, at);
      at += piece.length;
    }
    this.pieces = [joined];
    return joined.buffer.slice(from);
  }

  /** Takes over what its recorder filled in. */
  settle(head: Uint8Array): void {
    const all = new Uint8Array(this.bytes());
    const known = head.subarray(0, all.length);
    this.rewritten = known.some((byte, at) => byte !== all[at]);
    all.set(known);
    this.pieces = [all];
  }
}

/** Keeps the stage up with what is being written. */
export class LiveSession {
  private readonly abort = new AbortController();
  private latest: Game | null = null;
  private current: Game | null = null;
  private replay: Replay | null = null;
  private scene: Scene | null = null;
  private state: LiveState = { phase: 'waiting', name: null, connected: true };

  constructor(
    endpoint: URL,
    private readonly decoder: Decoder,
    private readonly host: Host,
  ) {
    follow(
      endpoint,
      {
        began: (name) => {
          this.latest = new Game(name);
          this.tell({ phase: 'running', name });
        },
        bytes: (piece) => this.latest?.add(piece),
        ended: (head) => {
          if (head) this.latest?.settle(head);
          if (this.latest) this.latest.over = true;
          this.tell({ phase: 'waiting' });
        },
        connected: (connected) => this.tell({ connected }),
      },
      this.abort.signal,
    ).catch((error: unknown) => this.stopped || host.fail(error));
    void this.run();
  }

  /** Whether the game that is shown is the one being written. */
  get upToDate(): boolean {
    return this.current === this.latest;
  }

  stop(): void {
    this.abort.abort();
  }

  private get stopped(): boolean {
    return this.abort.signal.aborted;
  }

  private tell(change: Partial<LiveState>): void {
    const next = { ...this.state, ...change };
    const same = (Object.keys(next) as (keyof LiveState)[]).every((key) => next[key] === this.state[key]);
    this.state = next;
    if (!same && !this.stopped) this.host.tell(next);
  }

  private async run(): Promise<void> {
    this.host.tell(this.state);
    while (!this.stopped) {
      const started = performance.now();
      const game = this.due();
      await (game && this.show(game))?.catch((error: unknown) => {
        // Whatever it was, the next game may be better.
        game!.settled = true;
        if (!this.stopped) this.host.fail(error);
      });
      const took = performance.now() - started;
      await new Promise((resolve) => setTimeout(resolve, Math.max(EVERY_MILLIS - took, REST * took)));
    }
  }

  /** The game that there is something new of to show. */
  private due(): Game | null {
    const { latest, current } = this;
    const isDue = (game: Game) => !game.settled && (game.length > game.shown || game.over);
    if (latest && latest !== current && isDue(latest) && this.host.mayLeave()) return latest;
    return current && isDue(current) ? current : null;
  }

  private show(game: Game): Promise<void> {
    return game === this.current ? this.grow(game) : this.begin(game);
  }

  private async begin(game: Game): Promise<void> {
    const { length, over } = game;
    game.shown = length;
    // Too little to make sense of yet; of a game that is over, that is what is wrong with it.
    const replay = await this.decoder.open(game.bytes(), game.name).catch((error: unknown) => {
      if (over) throw error;
      return null;
    });
    const kind = replay && gameById(replay.meta.game)?.scene();
    if (!replay) return;
    if (!kind || (replay.table('frames')?.rows ?? 0) < FIRST_FRAMES || this.stopped) {
      game.settled = over;
      return replay.close();
    }
    const scene = await (await kind).load(replay);
    if (this.stopped) return replay.close();
    this.current = game;
    this.replay = replay;
    this.scene = scene;
    this.host.begin(replay, scene);
  }

  private async grow(game: Game): Promise<void> {
    const { length, shown, over } = game;
    game.shown = length;
    const replay = await this.longer(game, shown);
    const scene = await this.grown(replay);
    if (this.stopped) return replay === this.replay ? undefined : replay.close();
    this.replay = replay;
    this.scene = scene;
    this.host.grow(replay, scene);
    if (over) {
      game.settled = true;
      this.host.complete();
    }
  }

  /** The replay with what has arrived since; if bytes have changed that were there before, another one. */
  private async longer(game: Game, from: number): Promise<Replay> {
    const replay = this.replay!;
    if (game.rewritten) return this.decoder.open(game.bytes(), game.name);
    if (game.length > from) await replay.append(game.bytes(from));
    return replay;
  }

  /** The scene with what was added; of a game whose scenes cannot grow, another one. */
  private async grown(replay: Replay): Promise<Scene> {
    if (!this.scene!.grow) return (await gameById(replay.meta.game)!.scene()).load(replay);
    await this.scene!.grow(replay);
    return this.scene!;
  }
}
