import { type ReadonlySignal, useSignal, useSignalEffect } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { CloseUpProps } from '../../../stage/scene';
import { ask } from '../ask';
import { CutDrawing } from '../motion/cut-drawing';
import type { CutPlane } from '../questions.types';

/** The cut as it follows from the frames; it, the recorded one and the saber's way are drawn in the picture while time is near. `isKnown`: there is one. */
export function useComparedCut({ closeUp, replay, root, redraw, time }: CloseUpProps, isKnown: boolean): ReadonlySignal<CutPlane | null> {
  const { id } = closeUp;
  const drawing = useSignal<CutDrawing | null>(null);
  const plane = useSignal<CutPlane | null>(null);
  useEffect(() => {
    if (!isKnown) return;
    let gone = false;
    const show = async () => {
      const cut = await ask(replay, 'compared-cut', { note: id });
      if (gone || !cut) return;
      drawing.value = new CutDrawing(cut);
      root.add(drawing.value.mesh);
      plane.value = cut.recomputed;
      redraw();
    };
    // Without it the card has its numbers all the same.
    show().catch(() => undefined);
    return () => {
      gone = true;
      drawing.peek()?.dispose();
      drawing.value = null;
      plane.value = null;
      redraw();
    };
  }, [replay, id]);
  useSignalEffect(() => drawing.value?.update(time.value));
  return plane;
}
