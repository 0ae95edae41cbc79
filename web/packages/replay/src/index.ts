import { Decoders } from '../../../src/decoder/decoders';
import { type Description, DecodeError, type Parameters } from '../../../src/decoder/types';
import { FORMATS } from '../../../src/games/registry';
import { bytesOf, moduleAddress } from './files';
import { type Calls, inWorker } from './in-worker';
import { Table, type Times } from './table';

export type { ColumnInfo, Description, Diagnostic, Parameters, TableInfo, TypedArray } from '../../../src/decoder/types';
export { DecodeError, Table, type Times };

/** Where a replay is: its bytes, a `File`, an address, or, outside browsers, a path. */
export type Source = ArrayBuffer | ArrayBufferView | Blob | string | URL;

/** One for all replays: each of its modules is compiled once. */
let decoders: Calls | null = null;
let isInWorker = false;
let folder: string | URL = new URL(/* @vite-ignore */ './decoders/', import.meta.url);

const all = (): Calls =>
  (decoders ??= isInWorker ? inWorker(new URL(folder).href) : new Decoders((name) => moduleAddress(folder, name), FORMATS));

/** Says where the folder `decoders` of this package is served, where a bundler does not take it along. Call it before anything else. */
export function useDecoders(address: string | URL): void {
  folder = new URL(address, import.meta.url);
  decoders = null;
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
  const zip = map === undefined ? null : (await bytesOf(map)).bytes.slice().buffer;
  const { handle, description } = await all().open(file.bytes, name ?? file.name, [], zip);
  return new Replay(all(), handle, description);
}

/** The bytes of a replay that is made up, e.g. of `melee`: for trying things out. */
export async function sample(game: string, seed = 1): Promise<Uint8Array> {
  return new Uint8Array(await all().sample(game, seed));
}

/** An opened replay of whatever game, made by `open`. */
export class Replay {
  /** @internal */
  constructor(
    private readonly decoders: Calls,
    private readonly handle: number,
    /** Players, setting, time and result; oddities and losses; and every table with its columns, their units and meanings. docs/json.md has the members. */
    readonly description: Description,
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
    const named = typeof columns === 'string' ? [columns] : columns;
    const names = named ? [...named] : (info?.columns.map(({ name }) => name) ?? []);
    if (info?.time && !names.includes(info.time)) names.unshift(info.time);
    const paths = names.map((name) => `${table}.${name}`);
    // Without a name there is nobody to say that the table is not there.
    const buffers = await this.decoders.columns(this.handle, info ? paths : [`${table}.`]);
    const texts = new Map<string, string[]>();
    for (const { name, type } of info!.columns)
      if (type === 'dict' && names.includes(name)) texts.set(name, await this.decoders.dict(this.handle, `${table}.${name}`));
    return Table.of(info!, names, buffers, texts, times);
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

  /** All statistics, under the names that each game's field uses; null if there are none of the game. */
  stats(): Promise<unknown> {
    return this.ask('stats');
  }

  /** The answer to a question that the game's replays answer: docs/json.md lists them. */
  ask(question: string, given: Parameters = {}): Promise<unknown> {
    return this.decoders.ask(this.handle, question, given);
  }

  /** Gives its memory back. */
  close(): void {
    this.decoders.close(this.handle);
  }
}
