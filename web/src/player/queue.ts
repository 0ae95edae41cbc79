import type { Emitter } from './events';
import type { Messages } from './said';

/** How long a replay that has ended stays before the next one is opened, in milliseconds. */
const PAUSE = 4000;

interface Host {
  events: Emitter;
  said: Messages;
  /** Whether the replay on the stage stands at its end. */
  hasEnded(): boolean;
}

/** Files that were dropped together: when one has ended, the next plays. */
export class Queue {
  private files: readonly File[] = [];
  private open: (file: File) => Promise<void> = async () => {};

  constructor(private readonly host: Host) {
    host.events.on('ended', () => this.soon());
  }

  /** Takes the place of whatever was waiting. */
  fill(files: readonly File[], open: (file: File) => Promise<void>): void {
    this.files = files;
    this.open = open;
    if (files.length > 0)
      this.host.said.say(`${files.length === 1 ? 'One more replay follows' : `${files.length} more replays follow`}: N goes to the next`);
  }

  async next(): Promise<void> {
    const [file, ...more] = this.files;
    if (!file) return;
    this.files = more;
    await this.open(file);
    this.host.said.say(more.length > 0 ? `${file.name}, ${more.length} more to come` : `${file.name}, the last one`);
    // It could not be opened: the one before still stands there.
    if (this.host.hasEnded()) this.soon();
  }

  private soon(): void {
    const [file] = this.files;
    if (!file) return;
    this.host.said.say(`Next: ${file.name}`);
    // Whoever moves on or drops something else until then does not want it.
    setTimeout(() => this.files[0] === file && this.host.hasEnded() && void this.next(), PAUSE);
  }
}

/** By name, as numbers in it count: recorders put the date or a number there. */
export const inOrder = (files: readonly File[]): File[] =>
  [...files].sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }));
