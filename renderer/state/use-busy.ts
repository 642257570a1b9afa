/** Whether work that a press started is in progress. */
import { useState } from 'react';

/** `run` returns the result of the work. */
export function useBusy(): { busy: boolean; run: <T>(work: () => Promise<T>) => Promise<T> } {
  const [busy, setBusy] = useState(false);
  const run = async <T>(work: () => Promise<T>): Promise<T> => {
    setBusy(true);
    try {
      return await work();
    } finally {
      setBusy(false);
    }
  };
  return { busy, run };
}
