import { batch } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Quaternion, Vector3 } from 'three';
import type { Player } from '../../player';

/** A picture is drawn when the pointer has rested for so long. */
const REST_MILLIS = 60;
/** CSS pixels. */
const WIDTH = 176;

/** A small picture of another moment. */
export function Preview({ player, time }: { player: Player; time: number }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { clientWidth, clientHeight } = player.picture.stage.canvas;
  const height = Math.round((WIDTH * clientHeight) / Math.max(1, clientWidth));
  useEffect(() => {
    const timer = setTimeout(() => draw(player, time, canvas.current!), REST_MILLIS);
    return () => clearTimeout(timer);
  }, [time]);
  return (
    <canvas ref={canvas} class="preview" width={WIDTH * 2} height={height * 2} style={{ width: `${WIDTH}px`, height: `${height}px` }} />
  );
}

/** Draws the scene at another time, copies the picture, and draws it as it was: all before the browser shows anything. */
function draw(player: Player, time: number, to: HTMLCanvasElement): void {
  const { stage } = player.picture;
  const scene = player.scene.peek();
  // A clip that is being recorded gets every picture that is drawn.
  if (!scene || stage.afterRender) return;
  const { camera } = stage;
  const before = { position: camera.position.clone(), rotation: camera.quaternion.clone() };
  const view = { camera: player.picture.camera.peek(), reducedMotion: player.picture.options.reducedMotion, eye: camera };
  const spec = scene.cameras.find(({ name }) => name === view.camera);
  // Numbers that the scene shows come back to what they were before anything of them is drawn.
  batch(() => {
    if (spec && !spec.orbit) {
      const pose = { position: new Vector3(), rotation: new Quaternion() };
      spec.place(time, pose, view);
      camera.position.copy(pose.position);
      camera.quaternion.copy(pose.rotation);
    }
    scene.update(time, view);
    stage.render();
    to.getContext('2d')!.drawImage(stage.canvas, 0, 0, to.width, to.height);
    to.dataset.time = String(time);
    camera.position.copy(before.position);
    camera.quaternion.copy(before.rotation);
    scene.update(player.playback.time.peek(), view);
    stage.render();
  });
}
