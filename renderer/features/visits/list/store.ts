/** The list of visits: its filter, and the rows loaded so far. */
import { create } from 'zustand';
import { maxPageRows } from '../../../../shared/domain/max-page-rows.ts';
import type { VisitFilter, VisitSummary } from '../../../../shared/domain/visit.ts';
import { type Problem, problemOf } from '../../../../shared/errors.ts';
import { call } from '../../../bridge.ts';
import { readStretches, withStretch } from '../../../state/stretches.ts';

type ListStore = {
  filter: VisitFilter;
  items: readonly VisitSummary[];
  /** Number of visits that match the filter; null until the first page is loaded. */
  total: number | null;
  loading: boolean;
  problem: Problem | null;
};

export const noFilter: VisitFilter = { text: '', show: 'all' };

export const useVisitList = create<ListStore>(() => ({ filter: noFilter, items: [], total: null, loading: false, problem: null }));

/** Number of the last request: only its answer is used. */
let asked = 0;

/** Loads `more` rows from `offset` on; until they are loaded, the previous ones stay on screen. */
async function load(offset: number, more: number): Promise<void> {
  asked += 1;
  const mine = asked;
  const { filter } = useVisitList.getState();
  const ask = async (from: number, limit: number) => {
    const page = await call('visits.page', { filter, offset: from, limit });
    return mine === asked ? page : null;
  };
  useVisitList.setState({ loading: true });
  try {
    const found = await readStretches(offset, more, ask);
    if (found) useVisitList.setState(({ items }) => ({ ...withStretch(items.slice(0, offset), found), loading: false, problem: null }));
  } catch (thrown) {
    if (mine === asked) useVisitList.setState({ loading: false, problem: problemOf(thrown) });
  }
}

/** Reloads from the first row on, at least as many rows as before, so that the scroll position stays. */
export function reloadList(): void {
  void load(0, Math.max(useVisitList.getState().items.length, maxPageRows));
}

export function loadMore(): void {
  const { items, total, loading } = useVisitList.getState();
  if (!loading && total !== null && items.length < total) void load(items.length, maxPageRows);
}

/** Milliseconds without a key or a change before the list is requested. */
const rest = 200;
let resting: ReturnType<typeof setTimeout> | undefined;

function loadSoon(work: () => void, wait: number): void {
  clearTimeout(resting);
  resting = setTimeout(work, wait);
}

export function filterBy(change: Partial<VisitFilter>): void {
  useVisitList.setState(({ filter }) => ({ filter: { ...filter, ...change } }));
  loadSoon(() => void load(0, maxPageRows), 'text' in change ? rest : 0);
}

/** Updates a listed row at once; main decides its place, and whether it is listed at all. */
export function changedInList(summary: VisitSummary): void {
  useVisitList.setState(({ items }) => ({ items: items.map((one) => (one.id === summary.id ? summary : one)) }));
  if (useVisitList.getState().total !== null) loadSoon(reloadList, rest);
}

export function goneFromList(id: string): void {
  useVisitList.setState(({ items, total }) => {
    const left = items.filter((one) => one.id !== id);
    return { items: left, total: total === null ? null : total - (items.length - left.length) };
  });
}
