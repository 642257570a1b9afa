/** The list of screenings: its filter, and the rows loaded so far. */
import { create } from 'zustand';
import type { ScreeningFilter, ScreeningSummary } from '../../../../shared/domain/screening.ts';
import { type Problem, problemOf } from '../../../../shared/errors.ts';
import { call } from '../../../bridge.ts';
import { readStretches, withStretch } from '../../../state/stretches.ts';

/** Rows per request. */
const stretch = 100;

type HistoryStore = {
  filter: ScreeningFilter;
  items: readonly ScreeningSummary[];
  /** Number of screenings that match the filter; null until the first page is loaded. */
  total: number | null;
  loading: boolean;
  problem: Problem | null;
  /** The screening shown next to the list. */
  chosenId: string | null;
};

export const noFilter: ScreeningFilter = { scope: 'single', text: '', outcome: 'any', from: null, to: null };

export const useHistory = create<HistoryStore>(() => ({
  filter: noFilter,
  items: [],
  total: null,
  loading: false,
  problem: null,
  chosenId: null,
}));

/** Number of the last request: only its answer is used. */
let asked = 0;
/** A screening changed while the list was requested: the answer may contain its earlier state. */
let isOutdated = false;

/** Loads `more` rows from `offset` on; until they are loaded, the previous ones stay on screen. */
async function load(offset: number, more: number): Promise<void> {
  asked += 1;
  const mine = asked;
  const { filter } = useHistory.getState();
  const ask = async (from: number, limit: number) => {
    const page = await call('screening.page', { filter, offset: from, limit });
    return mine === asked ? page : null;
  };
  isOutdated = false;
  useHistory.setState({ loading: true });
  try {
    const found = await readStretches(offset, more, ask);
    if (!found) return;
    useHistory.setState(({ items }) => ({ ...withStretch(items.slice(0, offset), found), loading: false, problem: null }));
    if (isOutdated) reloadHistory();
  } catch (thrown) {
    if (mine === asked) useHistory.setState({ loading: false, problem: problemOf(thrown) });
  }
}

/** Reloads from the first row on, at least as many rows as before, so that the scroll position stays. */
export function reloadHistory(): void {
  void load(0, Math.max(useHistory.getState().items.length, stretch));
}

export function loadMore(): void {
  const { items, total, loading } = useHistory.getState();
  if (!loading && total !== null && items.length < total) void load(items.length, stretch);
}

/** Milliseconds without a key before the list is requested. */
const rest = 200;
let typing: ReturnType<typeof setTimeout> | undefined;

export function filterBy(change: Partial<ScreeningFilter>): void {
  useHistory.setState(({ filter }) => ({ filter: { ...filter, ...change } }));
  clearTimeout(typing);
  // A year is typed digit by digit too.
  const typed = 'text' in change || 'from' in change || 'to' in change;
  typing = setTimeout(() => void load(0, stretch), typed ? rest : 0);
}

export function changedInHistory(search: ScreeningSummary): void {
  isOutdated = useHistory.getState().loading;
  useHistory.setState(({ items }) => ({ items: items.map((one) => (one.id === search.id ? search : one)) }));
}

export function goneFromHistory(id: string): void {
  useHistory.setState(({ items, total, chosenId }) => {
    const left = items.filter((one) => one.id !== id);
    return {
      items: left,
      total: total === null ? null : total - (items.length - left.length),
      chosenId: chosenId === id ? null : chosenId,
    };
  });
}
