/** Ends slow transfers: a caller who sends or reads a few bytes at a time would occupy a connection for ever. */
import type { Limits } from './limits.ts';

/** Calls `tooSlow` once when `count` grows too little within one period. Returns a function that stops the check. */
export function keepPace({ bytes, every }: Limits['pace'], count: () => number, tooSlow: () => void): () => void {
  let before = count();
  const timer = setInterval(() => {
    const now = count();
    if (now - before >= bytes) {
      before = now;
      return;
    }
    clearInterval(timer);
    tooSlow();
  }, every);
  return () => clearInterval(timer);
}
