/** Moves the focus to the first field of a part when the open screening is removed, and the focus with it. */
import { type RefObject, useEffect, useRef } from 'react';

export function useFocusWhenGone(id: string | null, place: RefObject<HTMLElement | null>): void {
  const before = useRef(id);
  useEffect(() => {
    const gone = before.current !== null && id === null;
    before.current = id;
    if (!gone) return;
    // Waits until the dialog that asked is closed too.
    const timer = setTimeout(() => {
      if (document.activeElement === document.body) place.current?.querySelector('input')?.focus();
    }, 100);
    return () => clearTimeout(timer);
  }, [id, place]);
}
