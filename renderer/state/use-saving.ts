/** Saves a form, once at a time, and stores why it was last found. */
import { useRef, useState } from 'react';
import type { Problem } from '../../shared/errors.ts';

/** `save` returns whether it succeeded; false for a press while another save is in progress. */
export function useSaving(): { problem: Problem | null; save: (work: () => Promise<Problem | null>) => Promise<boolean> } {
  const busy = useRef(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const save = async (work: () => Promise<Problem | null>): Promise<boolean> => {
    if (busy.current) return false;
    busy.current = true;
    const found = await work();
    busy.current = false;
    setProblem(found);
    return found === null;
  };
  return { problem, save };
}
