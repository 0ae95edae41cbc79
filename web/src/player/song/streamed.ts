import type { Sound } from './sound';

/** A song that the browser decodes as it goes: of any length, and at every speed with its own pitch if that is wanted. */
export class Streamed implements Sound {
  readonly blur = 0.1;
  private readonly audio = new Audio();

  /** `known` is called with its length in seconds. */
  constructor(song: Blob, known: (length: number) => void, failed: () => void) {
    this.audio.src = URL.createObjectURL(song);
    this.audio.preload = 'auto';
    this.audio.onloadedmetadata = () => known(this.audio.duration);
    this.audio.onerror = failed;
  }

  play(time: number, rate: number): void {
    this.audio.playbackRate = rate;
    this.audio.currentTime = Math.max(0, time);
    // Browsers play nothing before the reader has done something: then the replay goes on without.
    this.audio.play().catch(() => undefined);
  }

  stop(): void {
    this.audio.pause();
  }

  heardAt(moment: number): number | null {
    const { paused, seeking, ended, error, currentTime, playbackRate } = this.audio;
    // One that failed stands where it is, but says that it plays.
    return paused || seeking || ended || error ? null : currentTime - ((performance.now() - moment) / 1000) * playbackRate;
  }

  tracks(): MediaStreamTrack[] {
    const audio: HTMLAudioElement & { captureStream?(): MediaStream } = this.audio;
    return audio.captureStream?.().getAudioTracks() ?? [];
  }

  setVolume(volume: number): void {
    this.audio.volume = volume;
    // Some phones leave the volume to their own buttons.
    this.audio.muted = volume === 0;
  }

  /** Whether a song that is played slower or faster keeps its pitch. */
  keepPitch(keeps: boolean): void {
    this.audio.preservesPitch = keeps;
  }

  dispose(): void {
    this.audio.onerror = null;
    this.audio.pause();
    URL.revokeObjectURL(this.audio.src);
  }
}
