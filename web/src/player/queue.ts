import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import type { Emitter } from './events';
import type { Messages } from './said';
import { fileSource, type Source } from './sources';

/** How long a replay that has ended stays before the next one is opened, in milliseconds. */
export const PAUSE = 6000;

/** A replay that comes after another. */
export interface Next {
  /** What it is called: a file's name, or `Game 2 of 3`. */
  name: string;
  /** What else is to be said of it. */
  line?: string;
  source: Source;
  /** The replay that it comes after; without one, it comes after whatever is on the stage. */
  after?: Source;
}

/** The games among which one on the stage is, in their order. */
export interface Series {
  /** They are these while one of these is on the stage. */
  among: readonly Source[];
  count: number;
  all(): Promise<readonly Source[]>;
}

interface Host {
  events: Emitter;
  said: Messages;
  source: ReadonlySignal<Source | null>;
  /** Whether the replay on the stage stands at its end. */
  ended: ReadonlySignal<boolean>;
}

type Open = (source: Source) => Promise<void>;

/** Replays that come one after the other, files that were dropped together or the games of a set: when one has ended, the next plays. */
export class Queue {
  /** The replay that is opened in a moment, unless the reader stays. */
  readonly upcoming = signal<Next | null>(null);
  /** The games of which the one on the stage is one; null if it stands alone. */
  readonly series = computed(() => this.known.value.find(({ among }) => among.includes(this.host.source.value!)) ?? null);
  private readonly known = signal<readonly Series[]>([]);
  private waiting: readonly Next[] = [];
  private open: Open = async () => {};
  private timer = 0;

  constructor(private readonly host: Host) {
    host.events.on('ended', () => this.soon());
    // Whoever moves on from the end wants to see this one.
    effect(() => {
      if (!host.ended.value) this.stay();
    });
  }

  /** Files take the place of whatever was waiting. */
  fill(files: readonly File[], open: Open): void {
    const sources = files.map(fileSource);
    this.expect(
      sources.map((source) => ({ name: source.name, source })),
      open,
    );
    const all = [this.host.source.peek()!, ...sources];
    if (files.length > 0) this.knows({ among: all, count: all.length, all: async () => all });
    if (files.length > 0)
      this.host.said.say(`${files.length === 1 ? 'One more replay follows' : `${files.length} more replays follow`}: N goes to the next`);
  }

  /** These games belong together. */
  knows(series: Series): void {
    this.known.value = [series];
  }

  /** These take the place of whatever was waiting. */
  expect(waiting: readonly Next[], open: Open): void {
    this.stay();
    this.waiting = waiting;
    this.open = open;
  }

  /** Whether replays wait that come after any other. */
  get isFilled(): boolean {
    return this.waiting.some(({ after }) => after === undefined);
  }

  async next(): Promise<void> {
    const next = this.first;
    if (!next) return;
    this.stay();
    this.waiting = this.waiting.slice(1);
    await this.open(next.source);
    const more = this.waiting.length;
    this.host.said.say(next.after ? next.name : `${next.name}, ${more > 0 ? `${more} more to come` : 'the last one'}`);
    // It could not be opened: the one before still stands there.
    if (this.host.ended.peek()) this.soon();
  }

  /** The replay that has ended stays. The next one waits for the reader. */
  stay(): void {
    clearTimeout(this.timer);
    this.upcoming.value = null;
  }

  private get first(): Next | undefined {
    return this.waiting.find(({ after }) => !after || after === this.host.source.peek());
  }

  private soon(): void {
    const next = this.first;
    if (!next) return;
    this.upcoming.value = next;
    this.host.said.announce(`Next: ${[next.name, next.line].filter(Boolean).join(', ')}`);
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.next(), PAUSE);
  }
}

/** By name, as numbers in it count: recorders put the date or a number there. */
export const inOrder = (files: readonly File[]): File[] =>
  [...files].sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }));
