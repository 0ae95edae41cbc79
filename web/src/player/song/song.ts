import { effect, signal } from '@preact/signals';
import type { Accompanied } from '../accompanied';
import { keepsPitch, muted, volume } from './choices';
import { Decoded } from './decoded';
import { pictureMoment } from './output';
import type { Sound } from './sound';
import { Streamed } from './streamed';
import { Tools } from './Tools';

/** Seconds by which the song may be off before it jumps back: the page stood still too long to skip it. */
const JUMP = 1;
/** The replay follows the song by this share of the difference at each picture: that is not seen, but a song that is played unevenly is heard. */
const FOLLOW = 0.2;
/** A song that takes more seconds is not decoded as a whole: that would take a quarter of a gigabyte. */
const LONGEST = 600;

/** The song of a map, in time with the replay. */
export class Song {
  /** Controls for the dock. */
  readonly Tools = Tools;
  private readonly streamed: Streamed;
  private readonly decoded = signal<Decoded | null>(null);
  private readonly stops: (() => void)[];
  /** The sound that plays it now. */
  private sound: Sound | null = null;
  /** It was put to where the replay is, and the replay was not yet put to where it is heard. */
  private isFresh = false;
  /** Where the replay was when it was last looked at. */
  private last = 0;
  private isDisposed = false;
  /** Seconds by which it was heard ahead of the picture, when it was last looked at. */
  private drift = 0;

  constructor(
    private readonly player: Accompanied,
    song: ArrayBuffer,
    /** Called if it cannot be streamed. */
    failed: () => void,
  ) {
    const decode = (length: number) => length <= LONGEST && void this.decode(song);
    this.streamed = new Streamed(new Blob([song]), decode, failed);
    const onVisibility = () => this.run();
    document.addEventListener('visibilitychange', onVisibility);
    this.stops = [
      () => document.removeEventListener('visibilitychange', onVisibility),
      player.events.on('time', () => this.follow()),
      player.events.on('seek', () => this.run()),
      effect(() => {
        void [player.playback.playing.value, player.playback.speed.value, keepsPitch.value, this.decoded.value];
        this.streamed.keepPitch(keepsPitch.value);
        this.run();
      }),
      effect(() => {
        const heard = muted.value ? 0 : volume.value;
        this.streamed.setVolume(heard);
        this.decoded.value?.setVolume(heard);
      }),
    ];
  }

  dispose(): void {
    this.isDisposed = true;
    for (const stop of this.stops) stop();
    this.streamed.dispose();
    this.decoded.peek()?.dispose();
  }

  /** On or off; returns whether it is off then. */
  toggle(): boolean {
    return (muted.value = !muted.peek());
  }

  /** It is heard at its own speed even if it cannot be streamed. */
  get hasDecoded(): boolean {
    return this.decoded.peek() !== null;
  }

  state(): Record<string, unknown> {
    const isDecoded = this.sound !== null && this.sound === this.decoded.peek();
    return { drift: this.drift, muted: muted.peek(), volume: volume.peek(), keepsPitch: keepsPitch.peek(), isDecoded };
  }

  /** The sound as long as speed and pitch stay as they are, to be recorded. */
  tracks(): MediaStreamTrack[] {
    return this.sound?.tracks() ?? [];
  }

  private async decode(song: ArrayBuffer): Promise<void> {
    // This browser may play files that it does not decode.
    const decoded = await Decoded.of(song, () => this.run()).catch(() => null);
    if (this.isDisposed) decoded?.dispose();
    else this.decoded.value = decoded;
  }

  /** Seconds of the song that pass in a second of the watcher's. */
  private get rate(): number {
    return this.player.playback.speed.peek() * (this.player.scene.peek()?.rate ?? 1);
  }

  /** Plays from where the replay is, if it plays and somebody sees it: a hidden page stands still. */
  private run(): void {
    const { rate } = this;
    const mayDecoded = rate === 1 || !keepsPitch.peek();
    const sound = (mayDecoded && this.decoded.peek()) || this.streamed;
    if (sound !== this.sound) this.sound?.stop();
    this.sound = sound;
    if (!this.player.playback.playing.peek() || document.hidden) return sound.stop();
    this.last = this.player.playback.time.peek();
    sound.play(this.last, rate, pictureMoment());
    this.isFresh = true;
  }

  private follow(): void {
    const heard = this.sound?.heardAt(pictureMoment());
    if (!this.sound || heard == null || !this.player.playback.playing.peek()) return;
    const time = this.player.playback.time.peek();
    this.drift = heard - time;
    // A loop that begins again takes the song along.
    if (time < this.last || Math.abs(this.drift) > JUMP) return this.run();
    // The page stood still for a moment: the replay leaps to where the song is by now.
    const leaps = this.isFresh || Math.abs(this.drift) > this.sound.blur;
    this.player.playback.nudge(leaps ? this.drift : this.drift * FOLLOW);
    this.last = this.player.playback.time.peek();
    this.isFresh = false;
  }
}
