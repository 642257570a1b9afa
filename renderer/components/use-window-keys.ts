/** Handles keys wherever the focus is in the window. */
import { useEffect, useEffectEvent } from 'react';

/** Whether a dialog lies over the page: files dropped then are not meant for the page behind it. */
export const isDialogOpen = (): boolean => document.querySelector('.ui-modal') !== null;

/** Whether a dialog or popover lies over the page: keys must not act on the page behind it. */
export const isCovered = (): boolean => document.querySelector('.ui-modal, .ui-popover') !== null;

/** `capture`: before the focused part handles the key. */
export function useWindowKeys(onKeyDown: (event: KeyboardEvent) => void, { capture = false } = {}): void {
  const handle = useEffectEvent(onKeyDown);
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handle(event);
    window.addEventListener('keydown', listener, capture);
    return () => window.removeEventListener('keydown', listener, capture);
  }, [capture]);
}

/** Handles Escape wherever the focus is, but for a key that repeats, and where the focused part or a layer over the page handles it. */
export function useEscape(act: () => void): void {
  useWindowKeys((event) => {
    if (event.key === 'Escape' && !event.defaultPrevented && !event.repeat && !isCovered()) act();
  });
}
