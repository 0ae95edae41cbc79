import type { Hit } from '../../stage/scene';
import { outputAt, recorded } from '../song/output';
import { LEAST_APART, makeSound } from './sounds';

/** Full volume is still quiet beside a song. */
export const LOUDEST = 0.6;
/** Looks at the clocks are a little off each: the median of so many is true. */
const LOOKS = 15;
/** A hit that was due at most so many seconds ago still sounds. */
const LATEST = 0.005;
/** A hit that sounded less than so many seconds ago does not sound again. */
const AGAIN = 0.1;
/** What was heard longer ago, in seconds, is over; and how fast a sound goes out that is not over. */
const LONGEST = 2;
const FADE = 0.02;

/** How far apart two hits are at the least, in seconds. */
const apart = (hit: Hit, other: Hit): number => (hit === other ? AGAIN : hit.sound === other.sound ? (LEAST_APART[hit.sound] ?? 0) : 0);

/** A hit that is ordered. `at`: when, in seconds of the context. */
interface Ordered {
  hit: Hit;
  at: number;
  source: AudioBufferSourceNode;
  /** That of its own loudness. */
  gain: GainNode | null;
}

/** Plays hits at times of its own clock. */
export class Voice {
  private readonly context = new AudioContext();
  private readonly gain = new GainNode(this.context);
  private readonly sounds = new Map<Hit['sound'], AudioBuffer>();
  private readonly looks: number[] = [];
  private ordered: Ordered[] = [];

  constructor() {
    this.gain.connect(this.context.destination);
    // A clock that stood still is another one.
    this.context.onstatechange = () => (this.looks.length = 0);
  }

  /** Browsers play nothing before the reader has done something. */
  get isRunning(): boolean {
    return this.context.state === 'running';
  }

  get now(): number {
    return this.context.currentTime;
  }

  /** How many hits are ordered that have not sounded yet. */
  get waiting(): number {
    return this.ordered.filter(({ at }) => at > this.now).length;
  }

  /** 0 to 1. */
  setVolume(volume: number): void {
    this.gain.gain.value = volume * LOUDEST;
  }

  resume(): void {
    void this.context.resume();
  }

  /** When, in seconds of the context, that is played which is heard at a moment. */
  playedAt(moment: number): number {
    this.looks.push(outputAt(this.context, moment) - moment / 1000);
    if (this.looks.length > LOOKS) this.looks.shift();
    return moment / 1000 + [...this.looks].sort((a, b) => a - b)[this.looks.length >> 1]!;
  }

  strike(hit: Hit, at: number): void {
    const { now } = this;
    if (at < now - LATEST || this.ordered.some((other) => Math.abs(other.at - at) < apart(hit, other.hit))) return;
    const source = new AudioBufferSourceNode(this.context, { buffer: this.soundOf(hit), playbackRate: hit.pitch ?? 1 });
    const gain = hit.loudness === undefined ? null : new GainNode(this.context, { gain: hit.loudness });
    gain?.connect(this.gain);
    source.connect(gain ?? this.gain);
    source.start(Math.max(at, now));
    this.ordered = this.ordered.filter((other) => other.at > now - LONGEST);
    this.ordered.push({ hit, at, source, gain });
  }

  private soundOf({ sound }: Hit): AudioBuffer {
    const made = this.sounds.get(sound) ?? makeSound(sound, this.context.sampleRate);
    this.sounds.set(sound, made);
    return made;
  }

  /** Hits that have not sounded yet are dropped. */
  cancel(): void {
    const { now } = this;
    for (const { at, source } of this.ordered) if (at > now) source.disconnect();
    this.ordered = this.ordered.filter(({ at }) => at <= now);
  }

  /** As `cancel`, and those that have a loudness of their own sound no longer: they may last. */
  hush(): void {
    this.cancel();
    for (const { gain } of this.ordered) gain?.gain.setTargetAtTime(0, this.now, FADE);
  }

  /** The sound, together with these tracks, to be recorded. */
  tracks(others: readonly MediaStreamTrack[]): MediaStreamTrack[] {
    const mixed = new GainNode(this.context);
    const [own] = recorded(this.context, this.gain);
    for (const track of [own!, ...others]) {
      new MediaStreamAudioSourceNode(this.context, { mediaStream: new MediaStream([track]) }).connect(mixed);
    }
    const destination = new MediaStreamAudioDestinationNode(this.context);
    mixed.connect(destination);
    return destination.stream.getAudioTracks();
  }
}
