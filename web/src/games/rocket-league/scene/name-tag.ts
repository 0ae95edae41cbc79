import { CanvasTexture, type PerspectiveCamera, Sprite, SpriteMaterial, Vector2 } from 'three';
import { SCALE } from './axes';
import { onPicture, opacityOf, type Thing } from './give-way';
import { LEAST_PIXELS, LENGTH, leastOn, magnified } from './magnify';

/** Height of a name's picture, in pixels of wide pictures and of narrow ones. */
const TAG_PIXELS = [27, 20] as const;

/** The picture of a name, and its letters in it. */
const [WIDTH, HEIGHT, LETTERS] = [512, 64, 40];
const size = new Vector2();

/** A name over a car, as large on the screen from near and far, and faint where a thing `around` is behind it. */
export function nameTag(name: string, around: () => Thing[]): Sprite {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [WIDTH, HEIGHT];
  const pen = canvas.getContext('2d')!;
  pen.font = `600 ${LETTERS}px Inter, system-ui, sans-serif`;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.lineWidth = 8;
  pen.lineJoin = 'round';
  pen.strokeStyle = 'rgb(0 0 0 / 0.75)';
  pen.strokeText(name, WIDTH / 2, HEIGHT / 2, WIDTH - 12);
  pen.fillStyle = '#ffffff';
  pen.fillText(name, WIDTH / 2, HEIGHT / 2, WIDTH - 12);
  const width = Math.min(WIDTH, pen.measureText(name).width) / HEIGHT;
  const tag = new Sprite(
    new SpriteMaterial({ map: new CanvasTexture(canvas), sizeAttenuation: false, depthTest: false, transparent: true }),
  );
  tag.center.set(0.5, -0.3);
  tag.renderOrder = 5;
  tag.onBeforeRender = (renderer, _scene, camera) => {
    const { y: height } = renderer.getSize(size);
    const pixels = leastOn(renderer, TAG_PIXELS);
    const slope = Math.tan(((camera as PerspectiveCamera).fov * Math.PI) / 360);
    const scale = (2 * slope * (pixels / height)) / SCALE;
    tag.scale.set((scale * WIDTH) / HEIGHT, scale, 1);
    // Above the car also where that is drawn larger.
    const larger = magnified(tag.position, LENGTH, LEAST_PIXELS, renderer, camera);
    tag.center.y = -0.3 - ((1 - 1 / larger) * 0.4 * leastOn(renderer, LEAST_PIXELS)) / pixels;
    const { x, y } = onPicture(tag.position, renderer, camera);
    const middle = y + (0.5 - tag.center.y) * pixels;
    const letters = (pixels * LETTERS) / HEIGHT / 2;
    const rectangle = { left: x - (width * pixels) / 2, right: x + (width * pixels) / 2, bottom: middle - letters, top: middle + letters };
    tag.material.opacity = opacityOf(rectangle, around(), renderer, camera);
    tag.updateMatrixWorld();
  };
  return tag;
}
