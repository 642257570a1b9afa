/** Handles keys wherever the focus is in the window. */
import { useEffect, useEffectEvent } from 'react';
import { matchesKeys } from './keys.ts';

/** Whether a dialog lies over the page: files dropped then are not meant for the page behind it. */
export const isDialogOpen = (): boolean => document.querySelector('.ui-modal') !== null;

/** Whether a dialog or popover lies over the page: keys must not act on the page behind it. */
export const isCovered = (): boolean => document.querySelector('.ui-modal, .ui-popover') !== null;

export const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof HTMLElement && target.matches('input, textarea, [contenteditable]');

/** `capture`: before the focused part handles the key. */
export function useWindowKeys(onKeyDown: (event: KeyboardEvent) => void, { capture = false } = {}): void {
  const handle = useEffectEvent(onKeyDown);
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handle(event);
    window.addEventListener('keydown', listener, capture);
    return () => window.removeEventListener('keydown', listener, capture);
  }, [capture]);
}

/** Handles keys wherever the focus is, but for one that repeats, and where the focused part or a layer over the page handles it. */
function useKey(isMeant: (event: KeyboardEvent) => boolean, act: () => void): void {
  useWindowKeys((event) => {
    if (isMeant(event) && !event.defaultPrevented && !event.repeat && !isCovered()) act();
  });
}

export const useEscape = (act: () => void): void => useKey(({ key }) => key === 'Escape', act);

/** Handles Ctrl+Z, also when a list whose rows were removed has lost the focus; in a field it takes back what was typed. */
export const useUndo = (act: () => void): void => useKey((event) => matchesKeys(event, 'mod+z') && !isTyping(event), act);
