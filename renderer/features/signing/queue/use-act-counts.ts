/** Counts the possible actions on the chosen documents; main counts those that this page has not read. */
import { useEffect, useState } from 'react';
import { type ActCounts, countActs } from '../../../../shared/domain/queue-list.ts';
import { currentSummary } from '../../../state/jobs.ts';
import { countActsOf } from './actions.ts';
import { useQueueList } from './list.ts';

/** Milliseconds after an answer: documents are changed in quick succession while a batch is sent. */
const rest = 1_000;

/** Null until it is known. */
export function useActCounts(ids: ReadonlySet<string>): ActCounts | null {
  const items = useQueueList((state) => state.items);
  const [asked, setAsked] = useState<{ ids: ReadonlySet<string>; counts: ActCounts } | null>(null);
  const chosen = items.filter(({ id }) => ids.has(id));
  const isPart = chosen.length < ids.size;
  useEffect(() => {
    if (!isPart) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    let before: unknown;
    const ask = async () => {
      const summary = currentSummary();
      // Main reads each of the documents.
      const counts = summary === before ? null : await countActsOf([...ids]).catch(() => null);
      if (isOver) return;
      if (counts) setAsked({ ids, counts });
      before = summary;
      timer = setTimeout(() => void ask(), rest);
    };
    void ask();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [ids, isPart]);
  if (!isPart) return countActs(chosen);
  return asked?.ids === ids ? asked.counts : null;
}
