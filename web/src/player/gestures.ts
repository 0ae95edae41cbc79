import type { Player } from './player';

const DOUBLE_MILLIS = 280;
const STILL_PIXELS = 8;
const JUMP_SECONDS = 5;

export interface GestureHooks {
  /** A press on the picture that did not move, −1 to 1 from its left and its bottom; true if something came of it. */
  onPress(x: number, y: number): boolean;
  /** A single tap of a finger. */
  onTap(): void;
  /** Two taps at a side: how many seconds it jumped, and where to show so. */
  onJump(seconds: number): void;
  onDoubleClick(): void;
}

/**
 * Fingers and clicks on the picture. On what can be looked at closely or followed, both do so. Elsewhere a click plays or pauses, a finger's tap brings the
 * controls, two at a side jump.
 * Dragging is left alone: it belongs to the free camera.
 */
export function watchGestures(canvas: HTMLCanvasElement, player: Player, hooks: GestureHooks): () => void {
  let down: { x: number; y: number } | null = null;
  let fingers = 0;
  let tap: { at: number; side: number; timer: number } | null = null;

  const onDown = (event: PointerEvent) => {
    fingers++;
    down = fingers === 1 && event.button === 0 ? { x: event.clientX, y: event.clientY } : null;
  };
  const onUp = (event: PointerEvent) => {
    fingers = Math.max(0, fingers - 1);
    const start = down;
    down = null;
    if (!start || Math.hypot(event.clientX - start.x, event.clientY - start.y) > STILL_PIXELS) return;
    const [x, y] = [event.clientX / canvas.clientWidth, event.clientY / canvas.clientHeight];
    if (hooks.onPress(2 * x - 1, 1 - 2 * y)) return;
    if (event.pointerType === 'mouse') onClick();
    else onTap(x);
  };
  const onCancel = () => {
    fingers = Math.max(0, fingers - 1);
    down = null;
  };

  /** A double click goes full screen; the two clicks in it play and pause, so that nothing is changed. */
  let clicked = 0;
  const onClick = () => {
    if (!player.scene.peek()) return;
    player.playback.toggle();
    const now = performance.now();
    if (now - clicked < DOUBLE_MILLIS) {
      clicked = 0;
      hooks.onDoubleClick();
    } else clicked = now;
  };

  const onTap = (x: number) => {
    const side = x < 1 / 3 ? -1 : x > 2 / 3 ? 1 : 0;
    const now = performance.now();
    if (tap && side !== 0 && tap.side === side && now - tap.at < DOUBLE_MILLIS) {
      clearTimeout(tap.timer);
      tap.at = now;
      player.playback.seekBy(side * JUMP_SECONDS);
      hooks.onJump(side * JUMP_SECONDS);
      return;
    }
    // In the middle there is no second tap to wait for.
    const timer = window.setTimeout(() => hooks.onTap(), side === 0 ? 0 : DOUBLE_MILLIS);
    tap = { at: now, side, timer };
  };

  canvas.addEventListener('pointerdown', onDown);
  canvas.addEventListener('pointerup', onUp);
  canvas.addEventListener('pointercancel', onCancel);
  return () => {
    canvas.removeEventListener('pointerdown', onDown);
    canvas.removeEventListener('pointerup', onUp);
    canvas.removeEventListener('pointercancel', onCancel);
  };
}
