import { outputAt, recorded } from './output';
import type { Sound } from './sound';

/** So far ahead, in seconds, a start is ordered: a start that is due at once would be a little late. */
const LEAD = 0.02;

/** A song that is decoded as a whole: it starts to the sample, and its pitch goes with its speed. */
export class Decoded implements Sound {
  readonly blur = 0.02;
  private readonly gain: GainNode;
  private source: AudioBufferSourceNode | null = null;
  /** When the song is at `from`, in seconds of the context. */
  private start = 0;
  private from = 0;
  private rate = 1;

  private constructor(
    private readonly context: AudioContext,
    private readonly buffer: AudioBuffer,
  ) {
    this.gain = new GainNode(context);
    this.gain.connect(context.destination);
  }

  /** `running` is called whenever the browser begins to let it be heard. */
  static async of(song: ArrayBuffer, running: () => void): Promise<Decoded> {
    const context = new AudioContext();
    const decoded = new Decoded(context, await context.decodeAudioData(song));
    context.onstatechange = () => context.state === 'running' && running();
    return decoded;
  }

  play(time: number, rate: number, moment: number): void {
    this.stop();
    void this.context.resume();
    this.source = new AudioBufferSourceNode(this.context, { buffer: this.buffer, playbackRate: rate });
    this.source.connect(this.gain);
    this.rate = rate;
    this.start = this.context.currentTime + LEAD;
    // Sound that is played now is heard later: by then the replay has gone on.
    this.from = time + (this.start - outputAt(this.context, moment)) * rate;
    this.source.start(this.start + Math.max(0, -this.from / rate), Math.max(0, this.from));
  }

  stop(): void {
    this.source?.disconnect();
    this.source = null;
  }

  heardAt(moment: number): number | null {
    // Browsers play nothing before the reader has done something.
    if (!this.source || this.context.state !== 'running') return null;
    const heard = this.from + (outputAt(this.context, moment) - this.start) * this.rate;
    return heard < this.buffer.duration ? heard : null;
  }

  tracks(): MediaStreamTrack[] {
    return recorded(this.context, this.gain);
  }

  setVolume(volume: number): void {
    this.gain.gain.value = volume;
  }

  dispose(): void {
    this.stop();
    void this.context.close();
  }
}
