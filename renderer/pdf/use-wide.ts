/** Whether an element is at least so many CSS pixels wide: for what is drawn or not, where style alone is not enough. */
import { type RefObject, useLayoutEffect, useState } from 'react';

export function useWide(element: RefObject<HTMLElement | null>, least: number): boolean {
  const [wide, setWide] = useState(false);
  useLayoutEffect(() => {
    const measured = element.current;
    if (!measured) return;
    // Before the first picture, so that nothing jumps; the observer tells of what comes after.
    setWide(measured.clientWidth >= least);
    const observer = new ResizeObserver(() => setWide(measured.clientWidth >= least));
    observer.observe(measured);
    return () => observer.disconnect();
  }, [element, least]);
  return wide;
}
