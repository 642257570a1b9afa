/** A caller who sends or reads a few bytes now and then would hold a connection, and what is kept for it, for ever. */
import type { Limits } from './limits.ts';

/** Calls `tooSlow` once when `count` grows too little within one period. Answers with how to stop. */
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
