import type { Scene } from '../stage/scene';
import type { Player } from './player';

/** A picture of the stage with a line under it. */
export class Sheet {
  readonly canvas = document.createElement('canvas');

  /** As large as the picture of the stage is now. */
  constructor({ width, height }: { width: number; height: number }) {
    // Video has pixels in pairs.
    this.canvas.width = width & ~1;
    this.canvas.height = height & ~1;
  }

  /** Takes the picture that was drawn last, of a scene at a time that people read as `time`. */
  draw(picture: HTMLCanvasElement, scene: Scene, time: string): void {
    const { width, height } = this.canvas;
    const context = this.canvas.getContext('2d')!;
    context.drawImage(picture, 0, 0, width, height);
    const size = Math.max(12, Math.round(height * 0.026));
    context.fillStyle = 'rgb(0 0 0 / 0.55)';
    context.fillRect(0, height - size * 2, width, size * 2);
    context.font = `600 ${size}px system-ui, sans-serif`;
    context.fillStyle = '#fff';
    context.textBaseline = 'middle';
    const right = [scene.standing?.(), time].filter(Boolean).join(' · ');
    const rightWidth = context.measureText(right).width;
    context.fillText(right, width - rightWidth - size, height - size);
    const left = [scene.caption.title, scene.caption.line].filter(Boolean).join(' · ');
    context.fillText(left, size, height - size, Math.max(1, width - rightWidth - size * 3));
  }
}

/** The replay and the moment, as a file name that every system takes. */
export function fileName(player: Player, at = player.playback.time.peek()): string {
  const { title } = player.scene.peek()!.caption;
  const time = player.playback.timeText(at).replace(':', '-');
  return `${title} ${time}`.replace(/[\\/:*?"<>|\p{Cc}]+/gu, ' ').trim();
}

/** Has the browser save a file. */
export function save(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
