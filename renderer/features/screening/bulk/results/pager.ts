/**
 * A list of any length of which only the pages in sight are held: rows are asked for as they come into view, and asked
 * anew when something changed, while the old ones stay on screen. Nothing of React in here.
 */
import { type Problem, problemOf } from '../../../../../shared/errors.ts';

/** Rows asked for at once; at most `maxPageRows` of the contract. */
export const pageSize = 100;
/** Pages kept: a few screens to each side, so that going back and forth shows rows at once. */
const keptPages = 24;

type Page<Row> = { items: readonly Row[]; fresh: boolean };

export type PagerState = {
  /** Null until the first answer. */
  total: number | null;
  /** Why the rows could not be had; the next `want` or `refresh` tries again. */
  problem: Problem | null;
  /** Goes up with each change, so that a view knows to draw. */
  version: number;
};

export type Pager<Row> = {
  state(): PagerState;
  /** Undefined while it is on its way. */
  row(index: number): Row | undefined;
  /** Rows in sight, both included. What was wanted before and has not begun is let go. */
  want(first: number, last: number): void;
  /** Everything may have changed. */
  refresh(): void;
  /** Nothing is asked for while nobody listens. */
  subscribe(listener: () => void): () => void;
};

export type PagerParts<Row> = {
  fetch(offset: number, limit: number): Promise<{ total: number; items: readonly Row[] }>;
};

export function createPager<Row>({ fetch }: PagerParts<Row>): Pager<Row> {
  const pages = new Map<number, Page<Row>>();
  const listeners = new Set<() => void>();
  let state: PagerState = { total: null, problem: null, version: 0 };
  let wanted: { first: number; last: number } | null = null;
  let asking = false;
  /** What was asked for before a refresh is shown, and asked for again. */
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

  /** Those furthest from sight go first. */
  function drop(): void {
    const middle = wanted ? (wanted.first + wanted.last) / 2 : 0;
    const far = [...pages.keys()].sort((a, b) => Math.abs(b - middle) - Math.abs(a - middle));
    for (const number of far.slice(0, Math.max(0, pages.size - keptPages))) pages.delete(number);
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
