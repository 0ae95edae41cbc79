import { effect, signal } from '@preact/signals';
import { Icon } from '../ui/icons';
import type { Player } from './player';

/** Seconds by which the song may be off before it jumps to where it should be: after a loop, or where it could not be heard yet. */
const JUMP = 0.4;
/** Below that the replay follows the song, by this share of the difference at each picture: nobody sees that, but a song that is played unevenly is heard. */
const FOLLOW = 0.2;

/** The song of a map, in time with the replay. */
export class Song {
  /** Buttons for the dock. */
  readonly Tools = () => <Tools song={this} />;
  readonly muted = signal(false);
  /** Whether a song that is played slower or faster keeps its pitch. */
  readonly keepsPitch = signal(true);
  private readonly audio = new Audio();
  private readonly stops: (() => void)[];
  /** Seconds by which it was off when it was last looked at while playing; positive where it is ahead. */
  drift = 0;

  constructor(
    private readonly player: Player,
    song: ArrayBuffer,
    failed: () => void,
  ) {
    this.audio.src = URL.createObjectURL(new Blob([song]));
    this.audio.preload = 'auto';
    this.audio.onerror = failed;
    this.stops = [
      player.events.on('time', () => this.follow()),
      player.events.on('seek', () => this.jump()),
      effect(() => {
        void [player.playing.value, player.speed.value];
        this.run();
      }),
      effect(() => {
        this.audio.muted = this.muted.value;
        this.audio.preservesPitch = this.keepsPitch.value;
      }),
    ];
  }

  dispose(): void {
    for (const stop of this.stops) stop();
    this.audio.pause();
    URL.revokeObjectURL(this.audio.src);
  }

  /** Seconds of the song that pass in a second of the watcher's. */
  private get rate(): number {
    return this.player.speed.peek() * (this.player.scene.peek()?.rate ?? 1);
  }

  private run(): void {
    if (!this.player.playing.peek()) return this.audio.pause();
    this.audio.playbackRate = this.rate;
    this.jump();
    // Browsers play nothing before the reader has done something: then the replay goes on without.
    this.audio.play().catch(() => undefined);
  }

  private jump(): void {
    const time = this.player.time.peek();
    if (time >= 0) this.audio.currentTime = time;
  }

  private follow(): void {
    if (this.audio.paused || this.audio.seeking || this.audio.ended) return;
    this.drift = this.audio.currentTime - this.player.time.peek();
    // A song that has just been loaded plays at its own speed.
    if (this.audio.playbackRate !== this.rate) this.audio.playbackRate = this.rate;
    if (Math.abs(this.drift) > JUMP) this.jump();
    else this.player.nudge(this.drift * FOLLOW);
  }
}

function Tools({ song: { muted, keepsPitch } }: { song: Song }) {
  const sound = muted.value ? 'Sound on' : 'Sound off';
  const pitch = keepsPitch.value ? 'Let the pitch change with the speed' : 'Keep the pitch at every speed';
  return (
    <>
      <button type="button" class="btn quiet icon" aria-label={sound} title={sound} onClick={() => (muted.value = !muted.value)}>
        <Icon>
          <path d="M3.5 8v4h3l4 3.5v-11l-4 3.5z" />
          {muted.value ? <path d="m13 8 4 4m0-4-4 4" /> : <path d="M13 7.5a3.5 3.5 0 0 1 0 5M15 5.5a6.5 6.5 0 0 1 0 9" />}
        </Icon>
      </button>
      <button
        type="button"
        class="btn quiet icon"
        aria-label={pitch}
        title={pitch}
        aria-pressed={keepsPitch.value}
        onClick={() => (keepsPitch.value = !keepsPitch.value)}
      >
        <Icon>
          <path d="M7.5 15V5l8-1.5v9.5" />
          <circle cx="5.5" cy="15" r="2" />
          <circle cx="13.5" cy="13" r="2" />
        </Icon>
      </button>
    </>
  );
}
