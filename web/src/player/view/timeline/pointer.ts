import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';

/** Where a pointer is. */
export interface Place {
  /** Along the bar, 0..1. */
  at: number;
  isMouse: boolean;
}

/** How far along an element a pointer is, 0..1. */
export function shareAlong(element: Element, { clientX }: MouseEvent): number {
  const { left, width } = element.getBoundingClientRect();
  return Math.min(1, Math.max(0, (clientX - left) / width));
}

/** The actions of a pointer on the bar. */
export function usePointer(bar: RefObject<HTMLElement | null>, on: { press(place: Place): void; drag(place: Place): void }) {
  /** Null while it is elsewhere. */
  const pointer = useSignal<Place | null>(null);
  const dragging = useSignal(false);
  const placeOf = (event: PointerEvent) => ({ at: shareAlong(bar.current!, event), isMouse: event.pointerType === 'mouse' });
  const handlers = {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      bar.current!.setPointerCapture(event.pointerId);
      dragging.value = true;
      const place = placeOf(event);
      on.press(place);
      pointer.value = place;
    },
    onPointerMove: (event: PointerEvent) => {
      pointer.value = placeOf(event);
      if (dragging.value) on.drag(pointer.value);
    },
    onPointerUp: ({ pointerType }: PointerEvent) => {
      dragging.value = false;
      if (pointerType !== 'mouse') pointer.value = null;
    },
    onPointerCancel: () => {
      dragging.value = false;
      pointer.value = null;
    },
    onPointerLeave: () => {
      if (!dragging.value) pointer.value = null;
    },
  };
  return { pointer, dragging, handlers };
}
