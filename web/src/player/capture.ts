import type { Player } from './player';
import { fileName, save, Sheet } from './sheet';

/** Saves the picture on the stage as a PNG, with the title and the time written under it. Returns the message. */
export async function savePicture(player: Player): Promise<string> {
  const { stage } = player.picture;
  stage.still();
  const sheet = new Sheet(stage.canvas);
  // A rendered picture is gone with the browser's next frame: it is taken at once.
  stage.render();
  sheet.draw(stage.canvas, player.scene.peek()!, player.playback.timeText(player.playback.time.peek(), true));
  const picture = await new Promise<Blob | null>((resolve) => sheet.canvas.toBlob(resolve, 'image/png'));
  if (!picture) return 'The browser makes no picture of this size';
  save(picture, `${fileName(player)}.png`);
  return 'Picture saved';
}
