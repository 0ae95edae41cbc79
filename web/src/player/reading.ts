import { Decoder, type FormatOption, type Replay } from '../decoder';
import type { OptionFile } from '../files/options';
import { FORMAT_OPTIONS, FORMATS, GAMES, isReelName } from '../games/registry';
import { addressOf, fetchReplay, mapOf, nameOf, optionsOf, type Source } from './sources';
import type { Timing } from './timing';

const SAMPLE_SEED = 7;

/** Where a whole replay comes from. */
export type WholeSource = Exclude<Source, { kind: 'live' }>;

/** Gets replays from where they are into the decoder, with the other files needed. */
export class Reading {
  readonly decoder: Decoder;
  /** Options that the reader dropped as files, the last of each name. They hold for every replay. */
  formatOptions: readonly OptionFile[] = [];

  /** `likely`: the game to fetch ahead of the file, if it is known. */
  constructor(
    likely: string | null,
    private readonly timing: Timing,
  ) {
    this.decoder = new Decoder(FORMATS, likely);
  }

  /** Adds options that the reader dropped as files. */
  addOptions(options: readonly OptionFile[]): void {
    const isNew = ({ name }: OptionFile) => options.some((option) => option.name === name);
    this.formatOptions = [...this.formatOptions.filter((option) => !isNew(option)), ...options];
  }

  /** The options of formats: those that the reader dropped take precedence over those of the server. */
  async optionsFor(source: Source): Promise<FormatOption[]> {
    const all = [...(await optionsOf(source)), ...this.formatOptions];
    const last = new Map(all.map(({ name, file }) => [name, file]));
    // A newer server may have options that this page does not know.
    const known = FORMAT_OPTIONS.filter(({ name }) => last.has(name)).map(async ({ game, name }) => {
      const bytes = new Uint8Array(await last.get(name)!.arrayBuffer());
      return { game, name, bytes };
    });
    return Promise.all(known);
  }

  /** `map`: a zip file with the map that it was played on; otherwise that of the source, if it has one. */
  async read(source: WholeSource, map?: Blob | null): Promise<Replay> {
    const mapAddress = mapOf(source);
    const name = nameOf(source);
    if (!map && !mapAddress && source.kind === 'address' && isReelName(name)) {
      const replay = await this.decoder.fetch(addressOf(source.replay), name, await this.optionsFor(source));
      this.timing.mark('fetched');
      return replay;
    }
    const [bytes, options, zip] = await Promise.all([
      this.bytesOf(source),
      this.optionsFor(source),
      map ?? (mapAddress && fetchMap(mapAddress)),
    ]);
    this.timing.mark('fetched');
    return this.decoder.open(bytes, name, options, zip || null);
  }

  private async bytesOf(source: WholeSource): Promise<ArrayBuffer> {
    switch (source.kind) {
      case 'file':
        return source.file.arrayBuffer();
      case 'address':
        return fetchReplay(source.replay);
      case 'sample':
        return this.decoder.sample(GAMES[0].id, SAMPLE_SEED);
    }
  }
}

/** Fetched where somebody brings a map. */
const fetchMap = async (address: string) => (await import('./fetch-map')).fetchMap(address);
