/** Whether an element has at least this width in CSS pixels: for conditional rendering, where style alone is not enough. */
import { type RefObject, useLayoutEffect, useState } from 'react';

export function useWide(element: RefObject<HTMLElement | null>, least: number): boolean {
  const [wide, setWide] = useState(false);
  useLayoutEffect(() => {
    const measured = element.current;
    if (!measured) return;
    // Measured before the first paint, so that nothing jumps; the observer reports later changes.
    setWide(measured.clientWidth >= least);
    const observer = new ResizeObserver(() => setWide(measured.clientWidth >= least));
    observer.observe(measured);
    return () => observer.disconnect();
  }, [element, least]);
  return wide;
}
