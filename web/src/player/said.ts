import { signal } from '@preact/signals';

/** The player's messages. */
export class Messages {
  /** Said aloud by screen readers. */
  readonly announcement = signal('');
  /** Shown for a moment. */
  readonly toast = signal('');

  announce(text: string): void {
    this.announcement.value = text;
  }

  /** Says it to everybody. */
  say(text: string): void {
    this.toast.value = text;
    this.announce(text);
  }
}
