import { computed, effect, type ReadonlySignal } from '@preact/signals';
import type { Hit } from '../../stage/scene';
import { lastAtOrBefore } from '../../stage/times';
import type { Accompanied } from '../accompanied';
import type { Loop } from '../clock';
import type { Picture } from '../picture';
import { hears, hitVolume, muted } from '../song/choices';
import { pictureMoment } from '../song/output';
import { Tools } from './Tools';
import { Voice } from './voice';

/** Hits are ordered so many seconds before they sound. */
const AHEAD = 0.25;
/** By so many seconds of the watcher's, sound and picture may be apart before hits are ordered anew. */
const MOST_APART = 0.004;

/** How the replay goes on from a picture: the sound at `at`, in seconds of the voice's clock, is of `time`. */
interface Course {
  at: number;
  time: number;
  /** Seconds of the replay that pass in one. */
  rate: number;
  /** The loop that it runs into the end of. */
  loop: Loop | null;
}

/** `song`: the replay's, if it is heard. */
interface Struck extends Accompanied {
  readonly song: ReadonlySignal<object | null>;
  readonly picture: Picture;
}

/** The sounds of hits, in time with the picture. One is enough for a page: it goes on with any replay on the stage. */
export class HitSounds {
  private readonly hits = computed(() => sorted(this.player.scene.value?.hits?.() ?? []));
  private readonly times = computed(() => Float64Array.from(this.hits.value, ({ time }) => time));
  /** Without a word of the reader's, beside a song: a page that was silent stays so. */
  private readonly isOn = computed(() => (hears.value ?? this.player.song.value !== null) && !muted.value);
  private readonly volume = computed(() => (this.isOn.value ? hitVolume.value : 0));
  private voice: Voice | null = null;
  private course: Course | null = null;
  /** The next hit that is to be ordered, and how many seconds of loops that begin again are before it. */
  private next = 0;
  private laps = 0;

  constructor(private readonly player: Struck) {
    player.events.on('time', () => this.follow());
    player.events.on('seek', () => this.stop());
    document.addEventListener('visibilitychange', () => this.stop());
    effect(() => {
      void [player.scene.value, player.playback.speed.value, player.playback.loop.value];
      this.stop();
      if (player.playback.playing.value && this.isOn.value) this.speak()?.resume();
    });
    effect(() => {
      void this.hits.value;
      this.reorder();
    });
    effect(() => {
      const volume = this.volume.value;
      this.voice?.setVolume(volume);
    });
  }

  /** Controls for the dock. */
  readonly Tools = () => {
    const label = this.player.scene.value?.hitsLabel;
    return this.hits.value.length > 0 ? <Tools label={label} volume={this.volume} toggle={() => this.toggle()} /> : null;
  };

  /** On or off; returns whether it is off then. */
  toggle(): boolean {
    const isOn = !this.isOn.peek();
    hears.value = isOn;
    if (isOn) muted.value = false;
    return !isOn;
  }

  state(): Record<string, unknown> {
    return { on: this.isOn.peek(), volume: hitVolume.peek(), hits: this.hits.peek().length, waiting: this.voice?.waiting ?? 0 };
  }

  /** Tracks of the sound besides these, to be recorded. */
  tracks(others: MediaStreamTrack[]): MediaStreamTrack[] {
    return (this.isOn.peek() && this.speak()?.tracks(others)) || others;
  }

  /** The voice, if there is something for it. */
  private speak(): Voice | null {
    // Where time moves by steps, nothing is heard.
    if (this.hits.peek().length === 0 || this.player.picture.options.manual) return null;
    this.voice ??= new Voice();
    this.voice.setVolume(this.volume.peek());
    return this.voice;
  }

  private stop(): void {
    this.course = null;
    this.voice?.hush();
  }

  /** Orders the coming sounds anew; those that are heard go on. */
  private reorder(): void {
    this.course = null;
    this.voice?.cancel();
  }

  /** Orders what comes next, from the picture that is being drawn. */
  private follow(): void {
    const { voice, player } = this;
    if (!voice?.isRunning || !this.isOn.peek() || !player.playback.playing.peek() || document.hidden) return;
    const [at, time] = [voice.playedAt(pictureMoment()), player.playback.time.peek()];
    const rate = player.playback.speed.peek() * (player.scene.peek()?.rate ?? 1);
    // The page stood still for a moment, or the replay followed its song.
    if (!this.course || Math.abs(timeOf(this.course, at) - time) > MOST_APART * rate) {
      this.reorder();
      const loop = player.playback.loop.peek();
      this.course = { at, time, rate, loop: loop && time <= loop.b ? loop : null };
      this.next = this.firstFrom(time);
      this.laps = 0;
    }
    this.order(voice, this.course);
  }

  private order(voice: Voice, { at, time, rate, loop }: Course): void {
    const hits = this.hits.peek();
    for (;;) {
      let hit = hits[this.next];
      if (loop && !(hit && hit.time < loop.b)) {
        const first = this.firstFrom(loop.a);
        hit = hits[first];
        if (!(hit && hit.time < loop.b)) return;
        this.next = first;
        this.laps += loop.b - loop.a;
      }
      if (!hit) return;
      const due = at + (hit.time + this.laps - time) / rate;
      if (due > voice.now + AHEAD) return;
      voice.strike(hit, due);
      this.next++;
    }
  }

  private firstFrom(time: number): number {
    return lastAtOrBefore(this.times.peek(), time - 1e-9) + 1;
  }
}

/** By time; damaged files hold any numbers. */
const sorted = (hits: readonly Hit[]): Hit[] => hits.filter(({ time }) => Number.isFinite(time)).sort((a, b) => a.time - b.time);

/** Of what time that is which is played at `played`. */
function timeOf({ at, time, rate, loop }: Course, played: number): number {
  const gone = time + (played - at) * rate;
  return loop && gone >= loop.b ? loop.a + ((gone - loop.b) % (loop.b - loop.a)) : gone;
}
