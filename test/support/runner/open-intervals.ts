import { vi } from 'vitest';

/** Counts the intervals that are set from now on and not cleared. */
export function countIntervals(): () => number {
  const running = new Set<unknown>();
  const { setInterval: set, clearInterval: clear } = globalThis;
  vi.spyOn(globalThis, 'setInterval').mockImplementation(((...args: Parameters<typeof set>) => {
    const timer = set(...args);
    running.add(timer);
    return timer;
  }) as typeof set);
  vi.spyOn(globalThis, 'clearInterval').mockImplementation((timer) => {
    running.delete(timer);
    clear(timer);
  });
  return () => running.size;
}
