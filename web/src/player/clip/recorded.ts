import type { Player } from '../player';
import { fileName, save, Sheet } from '../sheet';
import { FRAMES_PER_SECOND, type Part } from './parts';

const BITS_PER_SECOND = 12e6;
/** An encoder that has not begun so many milliseconds after the clip's end never does. */
const LATEST_BEGIN = 5000;
/** Formats that browsers record, the best first. */
const typesOf = (hasSound: boolean): string[] => {
  const audio = hasSound ? ',opus' : '';
  return [`video/webm;codecs=vp9${audio}`, `video/webm;codecs=vp8${audio}`, 'video/webm', 'video/mp4'];
};

/** A clip that is recorded while it is played, where browsers encode no single pictures. The sound is in it. */
export class RecordedClip {
  private readonly sheet: Sheet;
  private readonly recorder: MediaRecorder;
  private readonly pieces: Blob[] = [];
  /** The encoder has begun: before that, pictures wait for it. */
  private hasBegun = false;
  private readonly name: string;
  private readonly from: number;
  private readonly until: number;
  private last: number;

  /** Null if the browser records nothing. `say` gets how it ended. */
  static start(player: Player, part: Part, say: (text: string) => void): RecordedClip | null {
    if (typeof MediaRecorder === 'undefined') return null;
    const song = player.song.peek()?.tracks() ?? [];
    const heard = player.hits.peek()?.tracks(song) ?? song;
    const type = typesOf(heard.length > 0).find((type) => MediaRecorder.isTypeSupported(type));
    return type === undefined ? null : new RecordedClip(player, part, heard, song, type, say);
  }

  private constructor(
    private readonly player: Player,
    part: Part,
    private readonly heard: MediaStreamTrack[],
    private readonly song: MediaStreamTrack[],
    type: string,
    say: (text: string) => void,
  ) {
    player.playback.seek(part.from);
    this.from = this.last = player.playback.time.peek();
    this.until = part.until;
    this.name = fileName(player);
    this.sheet = new Sheet(player.picture.stage.canvas);
    const stream = new MediaStream([...this.sheet.canvas.captureStream(FRAMES_PER_SECOND).getTracks(), ...heard]);
    this.recorder = new MediaRecorder(stream, { mimeType: type, videoBitsPerSecond: BITS_PER_SECOND });
    this.recorder.ondataavailable = ({ data }) => this.pieces.push(data);
    this.recorder.onstart = () => (this.hasBegun = true);
    this.recorder.onstop = () => {
      const clip = new Blob(this.pieces, { type: type.split(';')[0]! });
      save(clip, `${this.name}.${clip.type.split('/')[1]}`);
      say('Clip saved');
    };
    player.picture.stage.afterRender = () => this.onRender();
    this.recorder.start();
    player.playback.play();
  }

  /** Saves what was recorded. */
  stop(): void {
    this.player.picture.stage.afterRender = null;
    this.player.playback.pause();
    if (this.hasBegun) return this.end();
    this.recorder.onstart = () => this.end();
    setTimeout(() => this.end(), LATEST_BEGIN);
  }

  private end(): void {
    if (this.recorder.state !== 'inactive') this.recorder.stop();
    for (const track of [...this.heard, ...this.song]) track.stop();
  }

  private onRender(): void {
    const now = this.player.playback.time.peek();
    // A loop that began again has been shown whole. A song that is followed takes the time back, too, but not so far.
    const isAgain = this.last - now > (this.until - this.from) / 2;
    if (now >= this.until || isAgain || !this.player.playback.playing.peek()) return this.stop();
    this.last = now;
    const { picture, playback, scene } = this.player;
    this.sheet.draw(picture.stage.canvas, scene.peek()!, playback.timeText(now, true));
  }
}
