/** Moves the focus when the focused element is gone: after a dialog has closed, or what it was about was removed. */
import { type RefObject, useEffect, useRef } from 'react';

/** The attribute of an element that got the focus only because nothing else had it (`renderer/app/recover-focus.ts`). */
export const recovered = 'data-recovered';

/** Whether nothing has the focus, or what has it gives it to a better place. */
export const isFocusLost = (): boolean => document.activeElement?.matches(`body, [${recovered}]`) ?? true;

/** Milliseconds within which a dialog returns the focus. */
const returnMs = 100;

/** Moves the focus to an element, unless another has it by then. Returns the function that cancels it. */
export function focusWhenLost(find: () => HTMLElement | null | undefined, delayMs = returnMs): () => void {
  const timer = setTimeout(() => {
    if (isFocusLost()) find()?.focus();
  }, delayMs);
  return () => clearTimeout(timer);
}

/** Moves the focus to the first field of a part when what is open is removed, and the focus with it. */
export function useFocusWhenGone(id: string | null, place: RefObject<HTMLElement | null>): void {
  const before = useRef(id);
  useEffect(() => {
    const isGone = before.current !== null && id === null;
    before.current = id;
    return isGone ? focusWhenLost(() => place.current?.querySelector('input')) : undefined;
  }, [id, place]);
}
