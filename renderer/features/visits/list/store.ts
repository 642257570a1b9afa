/** The list of visits: what it is filtered by, and the stretch that has come so far. */
import { create } from 'zustand';
import { maxPageRows } from '../../../../shared/domain/max-page-rows.ts';
import type { VisitFilter, VisitSummary } from '../../../../shared/domain/visit.ts';
import { type Problem, problemOf } from '../../../../shared/errors.ts';
import { call } from '../../../bridge.ts';
import { readStretches, withStretch } from '../../../state/stretches.ts';

type ListStore = {
  filter: VisitFilter;
  items: readonly VisitSummary[];
  /** How many match the filter; null until the first stretch is there. */
  total: number | null;
  loading: boolean;
  problem: Problem | null;
};

export const noFilter: VisitFilter = { text: '', show: 'all' };

export const useVisitList = create<ListStore>(() => ({ filter: noFilter, items: [], total: null, loading: false, problem: null }));

/** Only the last question asked may answer. */
let asked = 0;

/** So many rows from there on; until they are there, those of before stay on screen. */
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

/** From the first on; at least as much as was there, so that the place in the list stays. */
export function reloadList(): void {
  void load(0, Math.max(useVisitList.getState().items.length, maxPageRows));
}

export function loadMore(): void {
  const { items, total, loading } = useVisitList.getState();
  if (!loading && total !== null && items.length < total) void load(items.length, maxPageRows);
}

/** Milliseconds that typing, or changes that follow each other, must rest before the list is asked for. */
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

/** At once where it stands; its place, and whether it is listed at all, is main's to say. */
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
