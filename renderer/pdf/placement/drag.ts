/** Pointer drags: captured, so that they continue outside the element and the window; Escape cancels. */
import type { Point, Size } from './placement-moves.ts';

export type DragDeps<T> = {
  element: HTMLElement;
  start: PointerEvent;
  /** Pixels before it counts as a drag: a click is no drag. */
  threshold: number;
  at: (event: PointerEvent) => T;
  onMove: (value: T) => void;
  /** Called with the last value; null when cancelled, or when it never counted as a drag. */
  onEnd: (value: T | null) => void;
};

/** @returns cancels the drag */
export function drag<T>({ element, start, threshold, at, onMove, onEnd }: DragDeps<T>): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  let last: T | null = null;
  const end = (value: T | null) => {
    if (signal.aborted) return;
    listening.abort();
    if (element.hasPointerCapture(start.pointerId)) element.releasePointerCapture(start.pointerId);
    onEnd(value);
  };
  const follow = (event: PointerEvent) => {
    if (event.pointerId !== start.pointerId) return;
    if (last === null && Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) < threshold) return;
    last = at(event);
    onMove(last);
  };
  element.setPointerCapture(start.pointerId);
  element.addEventListener('pointermove', follow, { signal });
  element.addEventListener(
    'pointerup',
    (event) => {
      follow(event);
      end(last);
    },
    { signal },
  );
  element.addEventListener('pointercancel', () => end(null), { signal });
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      end(null);
    },
    { signal, capture: true },
  );
  return () => end(null);
}

/** Returns the pointer's position on a page, in displayed points from its bottom left; also outside the page. */
export function pointOn(element: HTMLElement, page: Size, event: { clientX: number; clientY: number }): Point {
  const box = element.getBoundingClientRect();
  return {
    x: ((event.clientX - box.left) / box.width) * page.width,
    y: page.height - ((event.clientY - box.top) / box.height) * page.height,
  };
}
