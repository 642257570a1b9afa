/**
 * A list of any length of which only the pages in view are stored: rows are requested as they come into view, and again
 * when something changed, while the old ones stay on screen. `createPager` is independent of React.
 */

import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { Run } from '../../../../../shared/domain/screening/bulk-screening.ts';
import type { ScreeningSummary } from '../../../../../shared/domain/screening/screening.ts';
import { type Problem, problemOf } from '../../../../../shared/errors.ts';
import { call, subscribe } from '../../../../bridge.ts';
import type { Chosen } from '../store.ts';

/** Rows per request; at most `maxPageRows` of the contract. */
export const pageSize = 100;
/** Stored pages: a few screens to each side, so that scrolling back and forth shows rows at once. */
const maxPages = 24;

type Page<Row> = { items: readonly Row[]; fresh: boolean };

type PagerState = {
  /** Null until the first answer. */
  total: number | null;
  /** Why the rows could not be loaded; the next `want` or `refresh` tries again. */
  problem: Problem | null;
  /** Increases with each change, so that a view knows to draw. */
  version: number;
};

export type Pager<Row> = {
  state(): PagerState;
  /** Returns undefined while the row is being loaded. */
  row(index: number): Row | undefined;
  /** Requests the rows in view, both ends included. Earlier requests that have not begun are dropped. */
  want(first: number, last: number): void;
  /** Reloads: everything may have changed. */
  refresh(): void;
  /** Subscribes to changes. Nothing is requested without a listener. */
  subscribe(listener: () => void): () => void;
};

export type PagerDeps<Row> = {
  fetch(offset: number, limit: number): Promise<{ total: number; items: readonly Row[] }>;
};

export function createPager<Row>({ fetch }: PagerDeps<Row>): Pager<Row> {
  const pages = new Map<number, Page<Row>>();
  const listeners = new Set<() => void>();
  let state: PagerState = { total: null, problem: null, version: 0 };
  let wanted: { first: number; last: number } | null = null;
  let asking = false;
  /** Answers requested before a refresh are shown, and requested again. */
  let round = 0;

  const change = (part: Partial<PagerState>) => {
    state = { ...state, ...part, version: state.version + 1 };
    for (const listener of listeners) listener();
  };

  function next(): number | undefined {
    if (!wanted) return undefined;
    for (let number = wanted.first; number <= wanted.last; number++) {
      const known = state.total === null || number === 0 || number * pageSize < state.total;
      if (known && !pages.get(number)?.fresh) return number;
    }
    return undefined;
  }

  /** Drops the pages furthest from view first. */
  function drop(): void {
    const middle = wanted ? (wanted.first + wanted.last) / 2 : 0;
    const far = [...pages.keys()].sort((a, b) => Math.abs(b - middle) - Math.abs(a - middle));
    for (const number of far.slice(0, Math.max(0, pages.size - maxPages))) pages.delete(number);
  }

  async function pump(): Promise<void> {
    if (asking) return;
    asking = true;
    for (let number = next(); number !== undefined && listeners.size > 0; number = next()) {
      const begun = round;
      try {
        const { total, items } = await fetch(number * pageSize, pageSize);
        pages.set(number, { items, fresh: begun === round });
        drop();
        change({ total, problem: null });
      } catch (thrown) {
        change({ problem: problemOf(thrown) });
        break;
      }
    }
    asking = false;
  }

  return {
    state: () => state,
    row: (index) => pages.get(Math.floor(index / pageSize))?.items[index % pageSize],
    want(first, last) {
      wanted = { first: Math.floor(Math.max(0, first) / pageSize), last: Math.floor(Math.max(0, last) / pageSize) };
      void pump();
    },
    refresh() {
      round += 1;
      for (const page of pages.values()) page.fresh = false;
      void pump();
    },
    subscribe(listener) {
      listeners.add(listener);
      void pump();
      return () => listeners.delete(listener);
    },
  };
}

/** Milliseconds: a run reports several times a second; rows in view are requested at most once. */
const leastBetween = 1000;

type Filter = Pick<Chosen, 'outcome' | 'text'>;
export type Rows = { pager: Pager<ScreeningSummary>; state: PagerState };

/** The rows of a list under a filter, followed while they change. */
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
    // The end of a run is shown with its rows.
    const least = before.run.state === run.state ? leastBetween : 0;
    const timer = setTimeout(
      () => {
        last.current = { pager, run, decisions, at: performance.now() };
        pager.refresh();
      },
      Math.max(0, last.current.at + least - performance.now()),
    );
    return () => clearTimeout(timer);
  }, [pager, run, decisions]);
  return { pager, state };
}
