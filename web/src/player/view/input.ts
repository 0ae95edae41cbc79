import { watchGestures } from '../gestures';
import { onKey } from '../keyboard';
import type { Player } from '../player';
import type { OpenPage } from './page';

interface InputHooks {
  /** A sign of interest. */
  wake(): void;
  onTap(): void;
  onJump(seconds: number): void;
}

/** Acts on keys, fingers and the mouse, until it is stopped. */
export function watchInput(canvas: HTMLCanvasElement, player: Player, page: OpenPage, { wake, onTap, onJump }: InputHooks): () => void {
  const { closeLook, picture } = player;
  /** Nothing opens over a picture without controls. */
  const closeUpAt = (x: number, y: number) => (page.ui.peek() === 'all' ? closeLook.at(x, y) : null);
  /** A hand over what a press opens. */
  const onMove = ({ pointerType, buttons, clientX, clientY }: PointerEvent) => {
    if (pointerType !== 'mouse' || buttons > 0) return;
    const isOver = closeUpAt((2 * clientX) / canvas.clientWidth - 1, 1 - (2 * clientY) / canvas.clientHeight) !== null;
    canvas.dataset.opens = String(isOver);
  };
  const onPress = (x: number, y: number) => {
    const closeUp = closeUpAt(x, y);
    if (closeUp) closeLook.look(closeUp);
    return closeUp !== null || picture.followAt(x, y);
  };
  const stopGestures = watchGestures(canvas, player, { onPress, onTap, onJump, onDoubleClick: () => page.toggleFullscreen() });
  const onKeyDown = (event: KeyboardEvent) => {
    // The focus may be on the page below a dialog, too.
    if (document.querySelector('dialog:modal')) return;
    if (event.key === 'Escape' && !page.help.peek()) {
      if (closeLook.shown.peek()) closeLook.leave();
      else page.stats.value = false;
    }
    if (event.key === 'Tab') wake();
    if (!onKey(event, player, page)) return;
    event.preventDefault();
    wake();
  };
  // A key that goes up elsewhere is not seen.
  const onBlur = () => picture.land();
  const watching = new AbortController();
  const { signal } = watching;
  canvas.addEventListener('pointermove', onMove, { signal });
  window.addEventListener('keydown', onKeyDown, { signal });
  window.addEventListener('keyup', ({ key }) => picture.land(key.toLowerCase()), { signal });
  window.addEventListener('blur', onBlur, { signal });
  window.addEventListener('pointermove', ({ pointerType }) => pointerType === 'mouse' && wake(), { signal });
  window.addEventListener('focusin', wake, { signal });
  window.addEventListener('click', releaseControl, { signal });
  return () => {
    stopGestures();
    watching.abort();
  };
}

/** Takes the focus from a control that was pressed by pointer, so that Space plays again. Who uses keys keeps it: their clicks have no detail. */
function releaseControl({ detail }: MouseEvent): void {
  const focused = document.activeElement;
  if (detail > 0 && focused instanceof HTMLElement && focused.closest('button, summary')) focused.blur();
}
