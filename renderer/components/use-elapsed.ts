/** Returns the whole seconds since a moment of the clock, while they pass. */
import { useEffect, useState } from 'react';

export function useElapsed(sinceMs: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.floor((now - sinceMs) / 1000));
}
