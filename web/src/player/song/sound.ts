/** A way to play a song for which it is known what is heard when. */
export interface Sound {
  /** Seconds by which what it says may be wrong. */
  readonly blur: number;
  /** Plays so many seconds of the song in one, so that it is at `time` at a moment: in milliseconds, as `performance.now()`. */
  play(time: number, rate: number, moment: number): void;
  stop(): void;
  /** The time of the song that is heard at a moment; null if none is. */
  heardAt(moment: number): number | null;
  /** The sound, to be recorded; nothing where the browser does not give it. */
  tracks(): MediaStreamTrack[];
  /** 0 to 1. */
  setVolume(volume: number): void;
  dispose(): void;
}
