import { Decoders } from '../../../src/decoder/decoders';
import { type Description, DecodeError, type Parameters } from '../../../src/decoder/types';
import { FORMATS } from '../../../src/games/registry';
import { bytesOf, moduleAddress } from './files';
import { type Calls, inWorker } from './in-worker';
import { type Origin, Table, type Times } from './table';
import { type Asked, type AskedCopy, type Beside, type Level, Verbs } from './verbs';

export type { Beside, Level };
export type { ColumnInfo, Description, Diagnostic, Parameters, TableInfo, TypedArray } from '../../../src/decoder/types';
export { DecodeError, Table, type Times };

/** Where a replay is: its bytes, a `File`, an address, or, outside browsers, a path. */
export type Source = ArrayBuffer | ArrayBufferView | Blob | string | URL;

/** One for all replays: each of its modules is compiled once. */
let decoders: Calls | null = null;
let isInWorker = false;
let folder: string | URL = new URL(/* @vite-ignore */ './decoders/', import.meta.url);

/** Fetched when something is asked that the decoders do not answer. It answers on the thread that asks. */
let verbs: Promise<Verbs> | null = null;

function allVerbs(): Promise<Verbs> {
  verbs ??= Verbs.load(moduleAddress(folder, 'verbs')).catch((error) => {
    // Without a network now, with one perhaps for the next question.
    verbs = null;
    throw error;
  });
  return verbs;
}

const all = (): Calls =>
  (decoders ??= isInWorker ? inWorker(new URL(folder).href) : new Decoders((name) => moduleAddress(folder, name), FORMATS));

/** Says where the folder `decoders` of this package is served, where a bundler does not take it along. Call it before anything else. */
export function useDecoders(address: string | URL): void {
  folder = new URL(address, import.meta.url);
  decoders = null;
  verbs = null;
}

/** Decodes in a Worker from now on, so that a page stays quick meanwhile. Call it before a replay is opened. In Node and wherever else there are no Workers of the web it throws. */
export function useWorker(): void {
  if (typeof Worker === 'undefined') throw new TypeError('there are no Workers here: decoding runs on the thread that asks');
  isInWorker = true;
  decoders = null;
}

/**
 * Opens a replay, or the game's own file that is packed in a reel. A damaged one is read as far as possible.
 *
 * `name`: the file's name, where the source has none: some formats have facts in it. `map`: the map of Beat Saber that it was played
 * on, a zip file; the replay then has the map's tables, too.
 */
export async function open(source: Source, { name, map }: { name?: string; map?: Source } = {}): Promise<Replay> {
  const file = await bytesOf(source);
  const zip = map === undefined ? null : (await bytesOf(map)).bytes;
  const named = name ?? file.name;
  const { handle, description } = await all().open(file.bytes, named, [], zip?.slice().buffer ?? null);
  return new Replay(all(), handle, description, { bytes: file.bytes, name: named, map: zip });
}

/** Events that follow each other: the rows of each table, first to last, where all come within some seconds of the first. The tables are of one replay. */
export async function sequence(events: readonly Table[], within: number): Promise<number[][]> {
  const [first] = events;
  if (!first) return [];
  const asked = events.map(({ origin }) => origin.asked);
  return first.origin.sequence(asked, within);
}

/**
 * What the marks of a replay or reel prove to those who trust some servers, by their public keys (`ed25519:…`): docs/json.md has the members (`verify --json`).
 * `mark`: the mark beside the file, `FILE.mark`, where there is one.
 */
export async function verify(source: Source, { trust = [], mark }: { trust?: readonly string[]; mark?: Source } = {}): Promise<unknown> {
  const { bytes } = await bytesOf(source);
  const beside = mark === undefined ? new Uint8Array() : (await bytesOf(mark)).bytes;
  return (await allVerbs()).verify(bytes, beside, trust);
}

/** What a replay was opened from. */
interface File {
  bytes: Uint8Array;
  name: string;
  map: Uint8Array | null;
}

const list = (columns: string | readonly string[]): readonly string[] => (typeof columns === 'string' ? [columns] : columns);

/** The bytes of a replay that is made up, e.g. of `melee`: for trying things out. */
export async function sample(game: string, seed = 1): Promise<Uint8Array> {
  return new Uint8Array(await all().sample(game, seed));
}

/** An opened replay of whatever game, made by `open`. */
export class Replay {
  /** The module of verbs, and the file's handle in it, once something was asked of it. */
  private opened: { verbs: Verbs; handle: number } | null = null;

  /** @internal */
  constructor(
    private readonly decoders: Calls,
    private readonly handle: number,
    /** Players, setting, time and result; oddities and losses; and every table with its columns, their units and meanings. docs/json.md has the members. */
    readonly description: Description,
    private readonly file: File,
  ) {}

  /** The game's short name: `beat-saber`, `melee`, `rocket-league`. */
  get game(): string {
    return this.description.game;
  }

  /** The format's short name, e.g. `slp`. */
  get format(): string {
    return this.description.format;
  }

  /** Columns of the table `frames`, cut to some seconds. */
  frames(columns: string | readonly string[], times?: Times): Promise<Table> {
    return this.columns('frames', columns, times);
  }

  /** Columns of any table, cut to some seconds of it; all of its columns if none are named. The time is among them. */
  async columns(table: string, columns?: string | readonly string[], times?: Times): Promise<Table> {
    const info = this.description.tables.find(({ name }) => name === table);
    const named = columns === undefined ? null : list(columns);
    const names = named ? [...named] : (info?.columns.map(({ name }) => name) ?? []);
    if (info?.time && !names.includes(info.time)) names.unshift(info.time);
    const paths = names.map((name) => `${table}.${name}`);
    // Without a name there is nobody to say that the table is not there.
    const buffers = await this.decoders.columns(this.handle, info ? paths : [`${table}.`]);
    const texts = new Map<string, string[]>();
    for (const { name, type } of info!.columns)
      if (type === 'dict' && names.includes(name)) texts.set(name, await this.decoders.dict(this.handle, `${table}.${name}`));
    const whole = Table.of(info!, names, buffers, texts, this.origin({ verb: 'columns', table, columns: names, times: null }));
    return times ? whole.cut(times) : whole;
  }

  /**
   * Columns of a table of states or steps at given times, or so many times a second (`rate`): between its rows as the player on the page shows them, docs/verbs.md
   * says how. At each time there is a row for each that the table has states of. All of its columns if none are named.
   */
  at(table: string, columns: string | readonly string[] | null, when: { times: readonly number[] } | { rate: number }): Promise<Table> {
    const times = 'times' in when ? when.times : null;
    const rate = 'rate' in when ? when.rate : null;
    return this.answer({ verb: 'at', table, columns: columns === null ? null : list(columns), times, rate });
  }

  /** The rows of a table around each of some events, within seconds of the event, e.g. `[-1, 2]`. Before them come `event`, the row of the event, and `offset_s`, the seconds since it. */
  around(events: Table, seconds: readonly [number, number], table: string, columns: string | readonly string[]): Promise<Table> {
    return this.answer({ verb: 'around', events: events.origin.asked, seconds, table, columns: list(columns) });
  }

  /** Events with the row of a table that is just `before` or `after` each. `same` are pairs of columns, of the events and of the table, that must be equal. */
  joined(
    events: Table,
    table: string,
    columns: string | readonly string[],
    beside: Beside = 'before',
    same: readonly (readonly [string, string])[] = [],
  ): Promise<Table> {
    return this.answer({ verb: 'joined', events: events.origin.asked, table, columns: list(columns), beside, same });
  }

  /** All columns of a table of events, e.g. `goals`. */
  async events(table: string): Promise<Table> {
    const { kind } = this.description.tables.find(({ name }) => name === table) ?? {};
    if (kind !== undefined && kind !== 'events') throw new TypeError(`table ${table} holds ${kind}, not events`);
    return this.columns(table);
  }

  /** Goals, kills, misses and what else is worth a look, by time. */
  moments(): Promise<Table> {
    return this.events('moments');
  }

  /** The statistics of each player, a row each. */
  playerStats(): Promise<Table> {
    return this.answer({ verb: 'columns', table: 'player_stats', columns: null, times: null });
  }

  /** All statistics, under the names that each game's field uses; null if there are none of the game. */
  stats(): Promise<unknown> {
    return this.ask('stats');
  }

  /** The answer to a question that the game's replays answer: docs/json.md lists them. */
  ask(question: string, given: Parameters = {}): Promise<unknown> {
    return this.decoders.ask(this.handle, question, given);
  }

  /** The file made whole; null if nothing is wrong with it. */
  async repaired(): Promise<Uint8Array | null> {
    const whole = await this.copy({ verb: 'repaired' });
    return whole.length > 0 ? whole : null;
  }

  /** A copy that does not say who played, when, and on what. The motion and the inputs stay, and they identify who played nevertheless. */
  redacted(): Promise<Uint8Array> {
    return this.copy({ verb: 'redacted' });
  }

  /** The game's own file packed into a reel, from which `open` reads it, and `ghostreel unpack` gives it back to the byte. */
  packed(level: Level = 'fast'): Promise<Uint8Array> {
    return this.copy({ verb: 'packed', file: this.file.name, level });
  }

  /** A changed copy, so far of Rocket League's replays: players called otherwise, a stretch of time (seconds since the first frame), without all actors of some objects. */
  edited({
    rename = {},
    times,
    drop = [],
  }: {
    rename?: Readonly<Record<string, string>>;
    times?: Times;
    drop?: readonly string[];
  }): Promise<Uint8Array> {
    return this.copy({ verb: 'edited', rename: Object.entries(rename), times: times ?? null, drop });
  }

  /** The whole replay, record by record, as the text of a JSON document. */
  async toJson(): Promise<string> {
    return new TextDecoder().decode(await this.copy({ verb: 'json' }));
  }

  /** Gives its memory back. */
  close(): void {
    this.decoders.close(this.handle);
    this.opened?.verbs.close(this.opened.handle);
    this.opened = null;
  }

  /** Asks the module of verbs, in which the file is opened once more. */
  private async ofVerbs<T>(ask: (verbs: Verbs, handle: number) => T): Promise<T> {
    // Of a replay that was closed they say so.
    await this.decoders.columns(this.handle, []);
    const verbs = await allVerbs();
    this.opened ??= { verbs, handle: verbs.openFile(this.file.bytes, this.file.map) };
    return ask(this.opened.verbs, this.opened.handle);
  }

  private origin(asked: Asked): Origin {
    return {
      asked,
      arrow: (asked) => this.ofVerbs((verbs, handle) => verbs.arrow(handle, asked)),
      sequence: (events, within) => this.ofVerbs((verbs, handle) => verbs.sequence(handle, events, within)),
    };
  }

  private async answer(asked: Asked): Promise<Table> {
    const { info, buffers, texts } = await this.ofVerbs((verbs, handle) => verbs.table(handle, asked));
    const names = info.columns.map(({ name }) => name);
    const named = new Map(names.flatMap((name, at) => (texts[at] ? [[name, texts[at]] as const] : [])));
    return Table.of(info, names, buffers, named, this.origin(asked));
  }

  private copy(asked: AskedCopy): Promise<Uint8Array> {
    return this.ofVerbs((verbs, handle) => verbs.copy(handle, asked));
  }
}
