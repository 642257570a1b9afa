/** Shortcuts of the viewer that work wherever the focus is, and zoom with Ctrl and the wheel. */
import { type RefObject, useEffect } from 'react';
import { isMac, matchesKeys } from '../components/keys.ts';
import { useWindowKeys } from '../components/use-window-keys.ts';
import type { PageView } from './page-view.ts';

export type ViewerKeys = { find: () => void; zoomIn: () => void; zoomOut: () => void; fitWidth: () => void; togglePlacing: () => void };

/** Pixels of wheel per doubling of the size; a line of a wheel counts as 16. */
const doubling = 700;

/** @param viewer keys pressed in a dialog count only when the viewer is inside it */
export function useViewerKeys(keys: ViewerKeys, viewer: RefObject<HTMLElement | null>): void {
  useWindowKeys((event) => {
    const dialog = event.target instanceof Element ? event.target.closest('[role="dialog"], [role="alertdialog"]') : null;
    if (event.defaultPrevented || (dialog && !dialog.contains(viewer.current))) return;
    const is = (...shortcuts: string[]) => shortcuts.some((shortcut) => matchesKeys(event, shortcut));
    // A plus is Shift and another key on many keyboards.
    if (is('mod+f')) keys.find();
    else if (is('mod+=') || ((event.ctrlKey || event.metaKey) && event.key === '+')) keys.zoomIn();
    else if (is('mod+-')) keys.zoomOut();
    else if (is('mod+0')) keys.fitWidth();
    else if (is('mod+d')) keys.togglePlacing();
    else return;
    event.preventDefault();
  });
}

export function useWheelZoom(container: RefObject<HTMLDivElement | null>, view: PageView | null): void {
  useEffect(() => {
    const element = container.current;
    if (!element || !view) return;
    let gathered = 0;
    const listener = (event: WheelEvent) => {
      if (!event.ctrlKey && !(isMac() && event.metaKey)) return;
      event.preventDefault();
      gathered -= event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * 16 : event.deltaY;
      const scaleFactor = 2 ** (gathered / doubling);
      // pdf.js rounds scales to whole per cents; a touch pad's small steps are added up until they count.
      if (Math.abs(scaleFactor - 1) < 0.02) return;
      gathered = 0;
      view.viewer.updateScale({ drawingDelay: 250, scaleFactor, origin: [event.clientX, event.clientY] });
    };
    // Not passive: the page itself must not zoom.
    element.addEventListener('wheel', listener, { passive: false });
    return () => element.removeEventListener('wheel', listener);
  }, [container, view]);
}
