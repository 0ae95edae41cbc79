import {
  type AudioCodec,
  AudioBufferSource,
  BufferTarget,
  CanvasSource,
  getFirstEncodableAudioCodec,
  getFirstEncodableVideoCodec,
  Mp4OutputFormat,
  Output,
  type OutputFormat,
  QUALITY_HIGH,
  QUALITY_VERY_HIGH,
  type VideoCodec,
  WebMOutputFormat,
} from 'mediabunny';
import { FRAMES_PER_SECOND } from './parts';
import { CHANNELS, SAMPLE_RATE } from './sound';

interface Kind {
  ending: string;
  type: string;
  video: VideoCodec[];
  audio: AudioCodec[];
  format(): OutputFormat;
}

/** The files that a clip may be, the one that most programs play first. */
const KINDS: readonly Kind[] = [
  {
    ending: 'mp4',
    type: 'video/mp4',
    video: ['avc'],
    audio: ['aac', 'opus'],
    format: () => new Mp4OutputFormat({ fastStart: 'in-memory' }),
  },
  { ending: 'webm', type: 'video/webm', video: ['vp9', 'vp8', 'av1'], audio: ['opus'], format: () => new WebMOutputFormat() },
];

/** A file with a clip, picture by picture. */
export class ClipFile {
  private count = 0;

  private constructor(
    readonly ending: string,
    private readonly type: string,
    private readonly output: Output<OutputFormat, BufferTarget>,
    private readonly pictures: CanvasSource,
    private readonly sound: AudioBufferSource | null,
  ) {}

  /** `isHeard`: it gets sounds, too. Null if this browser encodes no pictures of this size. */
  static async of(canvas: HTMLCanvasElement, isHeard: boolean): Promise<ClipFile | null> {
    const { width, height } = canvas;
    for (const { ending, type, video, audio, format } of KINDS) {
      const codec = await getFirstEncodableVideoCodec(video, { width, height, quality: QUALITY_VERY_HIGH, frameRate: FRAMES_PER_SECOND });
      if (!codec) continue;
      const output = new Output({ format: format(), target: new BufferTarget() });
      const pictures = new CanvasSource(canvas, { codec, quality: QUALITY_VERY_HIGH });
      output.addVideoTrack(pictures, { frameRate: FRAMES_PER_SECOND });
      const heard =
        isHeard &&
        (await getFirstEncodableAudioCodec(audio, { numberOfChannels: CHANNELS, sampleRate: SAMPLE_RATE, quality: QUALITY_HIGH }));
      const sound = heard ? new AudioBufferSource({ codec: heard, quality: QUALITY_HIGH }) : null;
      if (sound) output.addAudioTrack(sound);
      await output.start();
      return new ClipFile(ending, type, output, pictures, sound);
    }
    return null;
  }

  /** Takes what is on the canvas as the next picture, when the encoder has room for it. */
  async add(): Promise<void> {
    await this.pictures.add(this.count++ / FRAMES_PER_SECOND, 1 / FRAMES_PER_SECOND);
  }

  /** Takes what is heard after all that was before. */
  async addSound(sound: AudioBuffer): Promise<void> {
    await this.sound?.add(sound);
  }

  async finish(): Promise<Blob> {
    this.sound?.close();
    await this.output.finalize();
    return new Blob([this.output.target.buffer!], { type: this.type });
  }

  async cancel(): Promise<void> {
    await this.output.cancel();
  }
}
