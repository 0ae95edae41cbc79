import { Module } from './abi';
import { isReel, ReelModule } from './reel';
import { DecodeError, type Description, type Diagnostic, type FileEnding, type FormatOption } from './types';

/** So many bytes from the start of a file show its game. */
const PROBE_LENGTH = 64;

/** The name of the module that opens reels. */
const REEL = 'reel';

interface Opened {
  handle: number;
  description: Description;
}

const lost = ({ refusal }: DecodeError): Diagnostic => ({
  offset: refusal.offset ?? 0,
  section: refusal.section ?? 'original',
  severity: 'error',
  message: refusal.error,
});

/** The decoders of all games and the replays that are open in them. Lives in the Worker. */
export class Decoders {
  private readonly modules = new Map<string, Promise<Module>>();
  private readonly replays = new Map<number, { module: Module; handle: number }>();
  private next = 1;

  /** `address`: where a module is. That of a game is fetched when a file of the game turns up. `endings`: see `Decoder`. */
  constructor(
    private readonly address: (name: string) => string,
    private readonly endings: readonly FileEnding[],
  ) {}

  async open(bytes: Uint8Array, name: string, options: readonly FormatOption[] = []): Promise<Opened> {
    return isReel(bytes) ? this.openReel(bytes, name, options) : this.openFile(bytes, name, options);
  }

  /** The game's own file in a reel is opened as any other; where no game here knows it, or there is none, the reel's tables are. */
  private async openReel(bytes: Uint8Array, name: string, options: readonly FormatOption[]): Promise<Opened> {
    const module = (await this.module(REEL)) as ReelModule;
    const { handle, description } = this.run(module, () => module.open(bytes));
    const { original, tables } = description;
    if (!original) return this.keep(module, handle, description);
    let file: Uint8Array;
    try {
      file = this.run(module, () => module.original(handle));
    } catch (error) {
      if (!(error instanceof DecodeError) || tables.length === 0) throw error;
      // Damaged, or packed in a way that this page does not know: the tables say what there was.
      return this.keep(module, handle, { ...description, diagnostics: [...description.diagnostics, lost(error)] });
    }
    const inner = original.file || name.replace(/\.reel$/i, '');
    const { isKnown } = await this.moduleFor(file.subarray(0, PROBE_LENGTH), inner);
    if (!isKnown && tables.length > 0) return this.keep(module, handle, description);
    module.close(handle);
    return this.openFile(file, inner, options);
  }

  private keep(module: Module, handle: number, description: Description): Opened {
    const number = this.next++;
    this.replays.set(number, { module, handle });
    return { handle: number, description };
  }

  private async openFile(bytes: Uint8Array, name: string, options: readonly FormatOption[]): Promise<Opened> {
    const { game, module } = await this.moduleFor(bytes.subarray(0, PROBE_LENGTH), name);
    const own = options.filter((option) => option.game === game);
    const open = (module: Module) => {
      const { handle, description } = this.run(module, () => module.open(bytes, own));
      return this.keep(module, handle, description);
    };
    try {
      return open(module);
    } catch (error) {
      const isUnsupported = error instanceof DecodeError && error.refusal.fault === 'unsupported';
      if (!isUnsupported || !this.endings.some((ending) => ending.game === game && ending.inference)) throw error;
      return open(await this.module(`${game}-inference`));
    }
  }

  /** Calls the module that a replay is open in. */
  call<T>(own: number, work: (module: Module, handle: number) => T): T {
    const replay = this.replays.get(own);
    if (!replay) throw new DecodeError({ error: 'There is no such replay open any more.', fault: 'bug' });
    return this.run(replay.module, () => work(replay.module, replay.handle));
  }

  async sample(game: string, seed: number): Promise<ArrayBuffer> {
    const module = await this.module(`${game}-sample`);
    return this.run(module, () => module.sample(seed));
  }

  close(own: number): void {
    this.call(own, (module, handle) => module.close(handle));
    this.replays.delete(own);
  }

  module(name: string): Promise<Module> {
    const known = this.modules.get(name);
    if (known) return known;
    const loading = (name === REEL ? ReelModule : Module).load(this.address(name));
    this.modules.set(name, loading);
    // Without a network now, with one perhaps for the next file.
    loading.catch(() => this.modules.delete(name));
    return loading;
  }

  /** The name decides which module to ask first, the content which is the right one. */
  private async moduleFor(head: Uint8Array, name: string): Promise<{ game: string; module: Module; isKnown: boolean }> {
    const { endings } = this;
    const named = endings.filter(({ extension }) => name.toLowerCase().endsWith(extension));
    const fetched = endings.filter(({ game }) => this.modules.has(game));
    const games = new Set([...named, ...fetched, ...endings].map(({ game }) => game));
    const asked: { game: string; module: Module }[] = [];
    let perhaps: { game: string; module: Module } | undefined;
    for (const game of games) {
      const module = await this.module(game);
      const claim = this.run(module, () => module.probe(head));
      if (claim === 'yes') return { game, module, isKnown: true };
      if (claim === 'maybe') perhaps ??= { game, module };
      asked.push({ game, module });
    }
    // What is for none of them, the first refuses, in the words that all have for it.
    return { ...(perhaps ?? asked[0]!), isKnown: perhaps !== undefined };
  }

  /** After a trap a module's memory cannot be trusted: it is forgotten with all that is open in it. */
  private run<T>(module: Module, work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof DecodeError)) this.forget(module);
      throw error;
    }
  }

  private forget(module: Module): void {
    for (const [own, replay] of this.replays) if (replay.module === module) this.replays.delete(own);
    for (const [game, loading] of this.modules)
      void loading.then((loaded) => loaded === module && this.modules.delete(game)).catch(() => undefined);
  }
}
