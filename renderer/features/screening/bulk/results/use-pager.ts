/** The rows of a list under a filter, followed while they change. */
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { Run } from '../../../../../shared/domain/bulk-screening.ts';
import type { ScreeningSummary } from '../../../../../shared/domain/screening.ts';
import { call, subscribe } from '../../../../bridge.ts';
import type { Chosen } from '../store.ts';
import { createPager, type Pager, type PagerState } from './pager.ts';

/** Milliseconds: a run reports several times a second; rows in view are requested at most once. */
const leastBetween = 1000;

type Filter = Pick<Chosen, 'outcome' | 'text'>;
export type Rows = { pager: Pager<ScreeningSummary>; state: PagerState };

export function usePager(run: Run, { outcome, text }: Filter): Rows {
  const { id: runId } = run;
  const pager = useMemo(
    () =>
      createPager<ScreeningSummary>({
        fetch: (offset, limit) =>
          call('screening.page', { filter: { scope: { runId }, text, outcome, from: null, to: null }, offset, limit }),
      }),
    [runId, outcome, text],
  );
  const state = useSyncExternalStore(pager.subscribe, pager.state);

  // A decision changes a row without an event of its run.
  const [decisions, setDecisions] = useState(0);
  useEffect(() => subscribe('screening.state', () => setDecisions((before) => before + 1)), []);

  const last = useRef({ pager, run, decisions, at: performance.now() });
  useEffect(() => {
    const before = last.current;
    if (before.pager !== pager) last.current = { pager, run, decisions, at: performance.now() };
    else if (before.run === run && before.decisions === decisions) return;
    const timer = setTimeout(
      () => {
        last.current = { pager, run, decisions, at: performance.now() };
        pager.refresh();
      },
      Math.max(0, last.current.at + leastBetween - performance.now()),
    );
    return () => clearTimeout(timer);
  }, [pager, run, decisions]);
  return { pager, state };
}
