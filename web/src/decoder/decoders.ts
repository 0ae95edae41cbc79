import { Module } from './abi';
import { find } from './columns';
import { RemoteFile, isReel, ReelModule } from './reel';
import {
  type ColumnBuffers,
  DecodeError,
  type Description,
  type Diagnostic,
  type FileEnding,
  type FormatOption,
  type Parameters,
  type Stretch,
  type StretchColumns,
} from './types';

/** So many bytes from the start of a file show its game. */
const PROBE_LENGTH = 64;

/** The module that reads them together with their maps. */
const moduleWithMaps = (ending: FileEnding): string => (ending.maps && ending.module ? usualModule(ending) : `${ending.game}-map`);

/** The name of the module that opens reels. */
const REEL = 'reel';

/** The part after a module's name that the part of it has in its own which works out statistics. */
const STATISTICS = '-statistics';

/** The module that reads files of a format. */
const usualModule = ({ game, module }: FileEnding): string => (module ? `${game}-${module}` : game);

/** A reel of no more bytes is fetched as a whole: asking for pieces would take longer. */
const SHORT = 1_000_000;

interface Opened {
  handle: number;
  description: Description;
}

/** Moments are asked for soon: what works them out comes while the file does, or is decoded. Whoever asks hears of a failure. */
const fetchStatistics = (module: Module): void => void module.withStatistics().catch(() => undefined);

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
  /** Reels whose own tables are shown, with their facts. */
  private readonly reels = new Map<number, { description: Description; from: RemoteFile | null }>();
  private next = 1;

  /** `address`: where a module is. That of a game is fetched when a file of the game turns up. `endings`: see `Decoder`. */
  constructor(
    private readonly address: (name: string) => string,
    private readonly endings: readonly FileEnding[],
  ) {}

  /** Fetches the decoders of a game before there is a file of it. */
  fetchAhead(game: string): Promise<void> {
    return this.module(game).then(fetchStatistics, () => undefined);
  }

  /** `map`: a zip file with the map that it was played on. One that is another is refused, and the replay with it. */
  async open(bytes: Uint8Array, name: string, options: readonly FormatOption[] = [], map: ArrayBuffer | null = null): Promise<Opened> {
    if (map) return this.openWithMap(bytes, name, options, new Uint8Array(map));
    return isReel(bytes) ? this.openReel(bytes, name, options) : this.openFile(bytes, name, options);
  }

  private async openWithMap(bytes: Uint8Array, name: string, options: readonly FormatOption[], map: Uint8Array): Promise<Opened> {
    const games = new Set(this.endings.filter(({ maps }) => maps).map(({ game }) => game));
    const named = this.endings.filter(({ extension }) => name.toLowerCase().endsWith(extension));
    // A file that is of a game without maps by its name costs no fetch.
    const endings = (named.length > 0 ? named : this.endings).filter(({ game }) => games.has(game));
    if (endings.length === 0) throw new DecodeError({ error: 'Replays of this game have no maps to show.', isOfMap: true });
    const { game, module } = await this.moduleFor(bytes.subarray(0, PROBE_LENGTH), name, endings, moduleWithMaps);
    const own = options.filter((option) => option.game === game);
    fetchStatistics(module);
    const { handle } = this.run(module, () => module.open(bytes, own, name));
    try {
      return this.keep(
        module,
        handle,
        this.run(module, () => module.setMap(handle, map)),
      );
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error;
      module.close(handle);
      throw error.ofMap();
    }
  }

  /** The game's own file in a reel is opened as any other; where no game here knows it, or there is none, the reel's tables are. */
  private async openReel(bytes: Uint8Array, name: string, options: readonly FormatOption[]): Promise<Opened> {
    const module = (await this.module(REEL)) as ReelModule;
    const { handle, description } = this.run(module, () => module.open(bytes));
    const { reel, tables } = description;
    const original = reel!.original;
    if (!original) return this.keepReel(module, handle, description);
    let file: Uint8Array;
    try {
      file = this.run(module, () => module.original(handle));
    } catch (error) {
      if (!(error instanceof DecodeError) || tables.length === 0) throw error;
      // Damaged, or packed in a way that this page does not know: the tables say what there was.
      return this.keepReel(module, handle, { ...description, diagnostics: [...description.diagnostics, lost(error)] });
    }
    const inner = original.file || name.replace(/\.reel$/i, '');
    const { isKnown } = await this.moduleFor(file.subarray(0, PROBE_LENGTH), inner);
    if (!isKnown && tables.length > 0) return this.keepReel(module, handle, description);
    module.close(handle);
    return this.openFile(file, inner, options);
  }

  /**
   * The file at an address. Of a reel without a game's own file only what is needed is fetched, if its server has pieces and it is
   * long; of everything else, all.
   */
  async fetch(address: string, name: string, options: readonly FormatOption[]): Promise<Opened> {
    const remote = await RemoteFile.at(address);
    if (remote instanceof ArrayBuffer) return this.open(new Uint8Array(remote), name, options);
    const opened = remote.length > SHORT ? await this.openRemote(remote) : null;
    return opened ?? this.open(new Uint8Array(await remote.whole()), name, options);
  }

  /** Null for one that has to be fetched as a whole: with a game's own file, or without an index. */
  private async openRemote(from: RemoteFile): Promise<Opened | null> {
    const module = (await this.module(REEL)) as ReelModule;
    const handle = this.run(module, () => module.remote(from.length));
    try {
      for (let piece = module.needs(handle); piece; piece = module.needs(handle)) {
        const bytes = await from.piece(piece);
        this.run(module, () => module.give(handle, piece![0], bytes));
      }
    } catch (error) {
      if (!(error instanceof DecodeError) || error.refusal.fault === undefined) throw error;
      module.close(handle);
      return null;
    }
    const description = module.opened(handle);
    if (!description.reel!.original) return this.keepReel(module, handle, description, from);
    module.close(handle);
    return null;
  }

  /** Columns of the rows of a reel's tables in a stretch of time. Missing pieces are fetched, if the reel lies elsewhere. */
  async within(own: number, stretch: Stretch, names: readonly string[]): Promise<StretchColumns> {
    const reel = this.reels.get(own);
    if (!reel) throw new DecodeError({ error: 'There is no such reel open any more.', fault: 'bug' });
    const { description, from } = reel;
    const columns = names.map((name) => find(description, name));
    if (from) {
      const tables = [...new Set(columns.flatMap((column) => (column ? [column.table.name] : [])))];
      const pieces = this.call(own, (module, handle) => (module as ReelModule).needsFor(handle, stretch, tables));
      // Next to each other they come sooner than one after the other.
      await Promise.all(
        pieces.map(async (piece) => {
          const bytes = await from.piece(piece);
          this.call(own, (module, handle) => (module as ReelModule).give(handle, piece[0], bytes));
        }),
      );
    }
    const isText = (name: string) => columns[names.indexOf(name)]?.type === 'dict';
    return this.call(own, (module, handle) => (module as ReelModule).within(handle, stretch, names, isText));
  }

  private keepReel(module: Module, handle: number, description: Description, from: RemoteFile | null = null): Opened {
    const opened = this.keep(module, handle, description);
    this.reels.set(opened.handle, { description, from });
    return opened;
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
      fetchStatistics(module);
      const { handle, description } = this.run(module, () => module.open(bytes, own, name));
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

  /** Whole columns. */
  async columns(own: number, names: readonly string[]): Promise<ColumnBuffers[]> {
    await this.ready(own, (module, handle) => module.needsStatistics(handle, names));
    return this.call(own, (module, handle) => module.columns(handle, names));
  }

  /** The texts of a column's codes. */
  async dict(own: number, name: string): Promise<string[]> {
    await this.ready(own, (module, handle) => module.needsStatistics(handle, [name]));
    return this.call(own, (module, handle) => module.dict(handle, name));
  }

  /** The answer to a question. */
  async ask(own: number, question: string, given: Parameters): Promise<unknown> {
    await this.ready(own, () => true);
    return this.call(own, (module, handle) => module.ask(handle, question, given));
  }

  /** Waits for what works out statistics, where it is needed. */
  private async ready(own: number, isNeeded: (module: Module, handle: number) => boolean): Promise<void> {
    const module = this.call(own, (module, handle) => (isNeeded(module, handle) ? module : null));
    await module?.withStatistics();
  }

  async sample(game: string, seed: number): Promise<ArrayBuffer> {
    const module = await this.module(`${game}-sample`);
    return this.run(module, () => module.sample(seed));
  }

  close(own: number): void {
    this.call(own, (module, handle) => module.close(handle));
    this.replays.delete(own);
    this.reels.delete(own);
  }

  module(name: string): Promise<Module> {
    const known = this.modules.get(name);
    if (known) return known;
    const loading =
      name === REEL ? ReelModule.load(this.address(name)) : Module.load(this.address(name), () => this.address(name + STATISTICS));
    this.modules.set(name, loading);
    // Without a network now, with one perhaps for the next file.
    loading.catch(() => this.modules.delete(name));
    return loading;
  }

  /** The name decides which module to ask first, the content which is the right one. */
  private async moduleFor(
    head: Uint8Array,
    name: string,
    endings = this.endings,
    moduleOf = usualModule,
  ): Promise<{ game: string; module: Module; isKnown: boolean }> {
    const named = endings.filter(({ extension }) => name.toLowerCase().endsWith(extension));
    const fetched = endings.filter((ending) => this.modules.has(moduleOf(ending)));
    // Modules that few files need come last.
    const others = endings.toSorted((a, b) => Number(a.module !== undefined) - Number(b.module !== undefined));
    const games = new Map([...named, ...fetched, ...others].map((ending) => [moduleOf(ending), ending.game]));
    const asked: { game: string; module: Module }[] = [];
    let perhaps: { game: string; module: Module } | undefined;
    for (const [own, game] of games) {
      const module = await this.module(own);
      const claim = this.run(module, () => module.probe(head));
      if (claim === 'yes') return { game, module, isKnown: true };
      if (claim === 'maybe') perhaps ??= { game, module };
      asked.push({ game, module });
    }
    // The first refuses a file that is for none of them, in the words that all have for it.
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
