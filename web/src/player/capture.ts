import type { Player } from './player';

/** How long a clip is without a loop, in seconds of the watcher's time. */
const CLIP_SECONDS = 10;
const FRAMES_PER_SECOND = 60;
const BITS_PER_SECOND = 12e6;
/** An encoder that has not begun so many milliseconds after the clip's end never does. */
const LATEST_BEGIN = 5000;
/** Formats that browsers record, the best first. */
const typesOf = (hasSound: boolean): string[] => {
  const audio = hasSound ? ',opus' : '';
  return [`video/webm;codecs=vp9${audio}`, `video/webm;codecs=vp8${audio}`, 'video/webm', 'video/mp4'];
};

/** Saves the picture on the stage as a PNG, with the title and the time written under it. Returns the message. */
export async function savePicture(player: Player): Promise<string> {
  const { stage } = player.picture;
  stage.still();
  const sheet = new Sheet(player);
  // A rendered picture is gone with the browser's next frame: it is taken at once.
  stage.render();
  sheet.draw();
  const picture = await new Promise<Blob | null>((resolve) => sheet.canvas.toBlob(resolve, 'image/png'));
  if (!picture) return 'The browser makes no picture of this size';
  save(picture, `${fileName(player)}.png`);
  return 'Picture saved';
}

/** A clip that is being recorded: of the loop if there is one, else of the next seconds. The sound is in it. */
export class Clip {
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
  static start(player: Player, say: (text: string) => void): Clip | null {
    if (typeof MediaRecorder === 'undefined') return null;
    const song = player.song.peek()?.tracks() ?? [];
    const heard = player.hits.peek()?.tracks(song) ?? song;
    const type = typesOf(heard.length > 0).find((type) => MediaRecorder.isTypeSupported(type));
    return type === undefined ? null : new Clip(player, heard, song, type, say);
  }

  private constructor(
    private readonly player: Player,
    private readonly heard: MediaStreamTrack[],
    private readonly song: MediaStreamTrack[],
    type: string,
    say: (text: string) => void,
  ) {
    const loop = player.playback.loop.peek();
    player.playback.seek(loop?.a ?? player.playback.time.peek());
    this.from = this.last = player.playback.time.peek();
    this.until = loop?.b ?? this.last + CLIP_SECONDS * player.playback.speed.peek() * player.scene.peek()!.rate;
    this.name = fileName(player);
    this.sheet = new Sheet(player);
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
    this.sheet.draw();
  }
}

/** The stage with a line under it, as large as the stage was at first. */
class Sheet {
  readonly canvas = document.createElement('canvas');

  constructor(private readonly player: Player) {
    const { width, height } = player.picture.stage.canvas;
    // Video has pixels in pairs.
    this.canvas.width = width & ~1;
    this.canvas.height = height & ~1;
  }

  draw(): void {
    const { width, height } = this.canvas;
    const scene = this.player.scene.peek()!;
    const context = this.canvas.getContext('2d')!;
    context.drawImage(this.player.picture.stage.canvas, 0, 0, width, height);
    const size = Math.max(12, Math.round(height * 0.026));
    context.fillStyle = 'rgb(0 0 0 / 0.55)';
    context.fillRect(0, height - size * 2, width, size * 2);
    context.font = `600 ${size}px system-ui, sans-serif`;
    context.fillStyle = '#fff';
    context.textBaseline = 'middle';
    const right = [scene.standing?.(), this.player.playback.timeText(this.player.playback.time.peek(), true)].filter(Boolean).join(' · ');
    const rightWidth = context.measureText(right).width;
    context.fillText(right, width - rightWidth - size, height - size);
    const left = [scene.caption.title, scene.caption.line].filter(Boolean).join(' · ');
    context.fillText(left, size, height - size, Math.max(1, width - rightWidth - size * 3));
  }
}

/** The replay and the moment, as a file name that every system takes. */
function fileName(player: Player): string {
  const { title } = player.scene.peek()!.caption;
  const time = player.playback.timeText(player.playback.time.peek()).replace(':', '-');
  return `${title} ${time}`.replace(/[\\/:*?"<>|\p{Cc}]+/gu, ' ').trim();
}

function save(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
