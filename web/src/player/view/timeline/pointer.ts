import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useRef } from 'preact/hooks';

/** Where a pointer is. */
export interface Place {
  /** Along the bar, 0..1. */
  at: number;
  isMouse: boolean;
  /** In the bar's upper half, where the marks are. */
  isOnMarks: boolean;
}

/** How far along an element a pointer is, 0..1. */
export function shareAlong(element: Element, { clientX }: MouseEvent): number {
  const { left, width } = element.getBoundingClientRect();
  return Math.min(1, Math.max(0, (clientX - left) / width));
}

/** A pointer that goes farther than so many pixels is dragged. */
const STILL_PIXELS = 4;

interface Actions {
  press(place: Place): void;
  drag(place: Place): void;
  /** Let go where it was pressed. */
  tap(place: Place): void;
}

/** The actions of a pointer on the bar. */
export function usePointer(bar: RefObject<HTMLElement | null>, on: Actions) {
  /** Null while it is elsewhere. */
  const pointer = useSignal<Place | null>(null);
  const dragging = useSignal(false);
  const pressed = useRef(0);
  const placeOf = (event: PointerEvent) => {
    const { top, height } = bar.current!.getBoundingClientRect();
    return {
      at: shareAlong(bar.current!, event),
      isMouse: event.pointerType === 'mouse',
      isOnMarks: event.clientY < top + height / 2,
    };
  };
  const handlers = {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      bar.current!.setPointerCapture(event.pointerId);
      dragging.value = true;
      pressed.current = event.clientX;
      const place = placeOf(event);
      on.press(place);
      pointer.value = place;
    },
    onPointerMove: (event: PointerEvent) => {
      pointer.value = placeOf(event);
      if (dragging.value) on.drag(pointer.value);
    },
    onPointerUp: (event: PointerEvent) => {
      if (dragging.value && Math.abs(event.clientX - pressed.current) <= STILL_PIXELS) on.tap(placeOf(event));
      dragging.value = false;
      if (event.pointerType !== 'mouse') pointer.value = null;
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
