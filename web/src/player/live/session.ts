import type { Decoder, FormatOption, Replay } from '../../decoder';
import { gameById } from '../../games/registry';
import type { Scene } from '../../stage/scene';
import { follow } from './feed';

/** The followed source. */
export interface LiveState {
  /** `waiting`: for a first game, or for the next one; `running`: a game is being written. */
  phase: 'waiting' | 'running';
  /** The game that began last. */
  name: string | null;
  /** Whether the server answers. */
  connected: boolean;
  /** Whether nothing of a game that is being written has come for some time: it is paused, or its recorder has stopped. */
  stalled: boolean;
}

/** The player's side of a session. */
export interface Host {
  /** Whether a game may make way for the next: not while the reader looks at something in it. */
  mayLeave(): boolean;
  /** Shows a game that has just begun. */
  begin(replay: Replay, scene: Scene): void;
  /**
   * The game that is shown has become longer. `replay` and `scene` may be the very ones that are shown. `recounted`: its moments
   * were worked out anew.
   */
  grow(replay: Replay, scene: Scene, recounted: boolean): void;
  /** Nothing more will be added to the game that is shown. */
  complete(): void;
  /** Options of formats, each a file. */
  options(): Promise<FormatOption[]>;
  report(state: LiveState): void;
  fail(error: unknown): void;
}

/** At most ten times a second, and not so often that nothing else gets done. */
const EVERY_MILLIS = 100;
const REST = 2;
/** Moments and statistics are of the whole game: they are worked out again no more often than this. */
const RECOUNT_MILLIS = 2000;
/** A game that nothing comes of for so long stands still. */
const STALL_MILLIS = 3000;
/** So many frames make a picture that moves. */
const FIRST_FRAMES = 10;

/** A game: the bytes that arrived, and how far the decoder has them. */
class Game {
  over = false;
  /** Shown to its end, as its file is; or not to be shown (any further). */
  settled = false;
  private replay: Replay | null = null;
  private pieces: Uint8Array<ArrayBuffer>[] = [];
  /** How many of them were handed to the decoder. */
  private handed = 0;
  /** Bytes that were handed over are different now. */
  private rewritten = false;

  constructor(private readonly name: string) {}

  add(piece: Uint8Array<ArrayBuffer>): void {
    this.pieces.push(piece);
  }

  /** No more will come. `head`: its first bytes as they are now. */
  end(head: Uint8Array<ArrayBuffer> | null): void {
    this.over = true;
    if (!head) return;
    const all = new Uint8Array(joined(this.pieces));
    const known = head.subarray(0, all.length);
    this.rewritten = known.some((byte, at) => byte !== all[at]);
    if (!this.rewritten) return;
    all.set(known);
    this.pieces = [all];
  }

  get hasUnread(): boolean {
    return this.handed < this.pieces.length || this.rewritten;
  }

  /**
   * The replay so far. Bytes that the decoder has are not handed over again, but for the end: then, as its recorder left it, the
   * file is opened as any other.
   */
  async read(decoder: Decoder, options: () => Promise<FormatOption[]>): Promise<Replay> {
    const formatOptions = this.replay && !this.rewritten ? [] : await options();
    const current = this.rewritten ? null : this.replay;
    const pieces = current ? this.pieces.slice(this.handed) : this.pieces;
    this.handed = this.pieces.length;
    this.rewritten = false;
    if (!current) this.replay = await decoder.open(joined(pieces), this.name, formatOptions);
    else if (pieces.length > 0) await current.append(joined(pieces));
    return this.replay!;
  }

  close(): void {
    this.replay?.close();
    this.replay = null;
  }
}

function joined(pieces: readonly Uint8Array[]): ArrayBuffer {
  const bytes = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes.buffer;
}

/** Keeps the stage up with the recording. */
export class LiveSession {
  private readonly abort = new AbortController();
  private latest: Game | null = null;
  /** The one that is being opened, and the one that is shown. */
  private coming: Game | null = null;
  private current: Game | null = null;
  private replay: Replay | null = null;
  private scene: Scene | null = null;
  private recounted = 0;
  private state: LiveState = { phase: 'waiting', name: null, connected: true, stalled: false };
  /** When bytes came last. */
  private came = performance.now();

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
          this.came = performance.now();
          this.report({ phase: 'running', name, stalled: false });
        },
        bytes: (piece) => {
          this.latest?.add(piece);
          this.came = performance.now();
          this.report({ stalled: false });
        },
        ended: (head) => {
          this.latest?.end(head);
          this.report({ phase: 'waiting', stalled: false });
        },
        connected: (connected) => this.report({ connected }),
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

  private report(change: Partial<LiveState>): void {
    const next = { ...this.state, ...change };
    const same = (Object.keys(next) as (keyof LiveState)[]).every((key) => next[key] === this.state[key]);
    this.state = next;
    if (!same && !this.stopped) this.host.report(next);
  }

  private async run(): Promise<void> {
    this.host.report(this.state);
    while (!this.stopped) {
      const started = performance.now();
      const { phase } = this.state;
      this.report({ stalled: phase === 'running' && started - this.came >= STALL_MILLIS });
      const game = this.due();
      await (game && this.show(game))?.catch((error: unknown) => {
        // The next game may be better.
        game!.settled = true;
        if (!this.stopped) this.host.fail(error);
      });
      const took = performance.now() - started;
      await new Promise((resolve) => setTimeout(resolve, Math.max(EVERY_MILLIS - took, REST * took)));
    }
  }

  /** The game with something new to show. */
  private due(): Game | null {
    const { latest, current } = this;
    const isDue = (game: Game) => !game.settled && (game.hasUnread || game.over);
    if (latest && latest !== current && isDue(latest) && this.host.mayLeave()) return latest;
    if (!current || !isDue(current)) return null;
    // A scene that cannot grow is made again, with its moments.
    return this.scene?.grow || current.over || this.isTimeToRecount ? current : null;
  }

  private get isTimeToRecount(): boolean {
    return performance.now() - this.recounted >= RECOUNT_MILLIS;
  }

  private show(game: Game): Promise<void> {
    return game === this.current ? this.grow(game) : this.begin(game);
  }

  private async begin(game: Game): Promise<void> {
    const { over } = game;
    if (this.coming !== game && this.coming !== this.current) this.coming?.close();
    this.coming = game;
    // A game that was over before it could be shown is opened as any other file.
    if (over) game.close();
    // Too little to make sense of yet; of a game that is over, that is its fault.
    const replay = await game.read(this.decoder, this.host.options).catch((error: unknown) => {
      if (over) throw error;
      return null;
    });
    if (!replay) return;
    const kind = gameById(replay.meta.game)?.scene();
    if (!kind || (replay.table('frames')?.rows ?? 0) < FIRST_FRAMES || this.stopped) {
      game.settled = over || !kind;
      if (game.settled || this.stopped) game.close();
      return;
    }
    const scene = await (await kind).load(replay);
    if (this.stopped) return game.close();
    this.recounted = performance.now();
    this.current = game;
    this.replay = replay;
    this.scene = scene;
    this.host.begin(replay, scene);
  }

  private async grow(game: Game): Promise<void> {
    const { over } = game;
    const replay = await game.read(this.decoder, this.host.options);
    const recounts = over || replay !== this.replay || this.isTimeToRecount;
    const scene = await this.grown(replay, recounts);
    if (this.stopped) return replay === this.replay ? undefined : replay.close();
    if (recounts) this.recounted = performance.now();
    this.replay = replay;
    this.scene = scene;
    this.host.grow(replay, scene, recounts);
    if (over) {
      game.settled = true;
      this.host.complete();
    }
  }

  /** The scene with the new rows; of a game whose scenes cannot grow, another one. */
  private async grown(replay: Replay, recounts: boolean): Promise<Scene> {
    const scene = this.scene!;
    if (!scene.grow) return (await gameById(replay.meta.game)!.scene()).load(replay);
    await scene.grow(replay);
    if (recounts) await scene.recount?.(replay);
    return scene;
  }
}
