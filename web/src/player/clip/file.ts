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
  ) {}

  /** Null if this browser encodes no pictures of this size. */
  static async of(canvas: HTMLCanvasElement, sound: AudioBuffer | null): Promise<ClipFile | null> {
    const { width, height } = canvas;
    for (const { ending, type, video, audio, format } of KINDS) {
      const codec = await getFirstEncodableVideoCodec(video, { width, height, quality: QUALITY_VERY_HIGH, frameRate: FRAMES_PER_SECOND });
      if (!codec) continue;
      const output = new Output({ format: format(), target: new BufferTarget() });
      const pictures = new CanvasSource(canvas, { codec, quality: QUALITY_VERY_HIGH });
      output.addVideoTrack(pictures, { frameRate: FRAMES_PER_SECOND });
      const { numberOfChannels, sampleRate } = sound ?? { numberOfChannels: 2, sampleRate: 48_000 };
      const heard = sound && (await getFirstEncodableAudioCodec(audio, { numberOfChannels, sampleRate, quality: QUALITY_HIGH }));
      const track = heard && new AudioBufferSource({ codec: heard, quality: QUALITY_HIGH });
      if (track) output.addAudioTrack(track);
      await output.start();
      if (track) {
        await track.add(sound!);
        track.close();
      }
      return new ClipFile(ending, type, output, pictures);
    }
    return null;
  }

  /** Takes what is on the canvas as the next picture, when the encoder has room for it. */
  async add(): Promise<void> {
    await this.pictures.add(this.count++ / FRAMES_PER_SECOND, 1 / FRAMES_PER_SECOND);
  }

  async finish(): Promise<Blob> {
    await this.output.finalize();
    return new Blob([this.output.target.buffer!], { type: this.type });
  }

  async cancel(): Promise<void> {
    await this.output.cancel();
  }
}
