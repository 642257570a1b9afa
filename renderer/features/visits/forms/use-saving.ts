/** What a form does when it is sent: once at a time, and why it was refused the last time. */
import { useRef, useState } from 'react';
import type { Problem } from '../../../../shared/errors.ts';

/** `save` answers with whether it was done; of a press while another is under way, false. */
export function useSaving(): { problem: Problem | null; save: (work: () => Promise<Problem | null>) => Promise<boolean> } {
  const busy = useRef(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const save = async (work: () => Promise<Problem | null>): Promise<boolean> => {
    if (busy.current) return false;
    busy.current = true;
    const refused = await work();
    busy.current = false;
    setProblem(refused);
    return refused === null;
  };
  return { problem, save };
}
