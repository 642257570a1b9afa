/** The list of screenings, newest first, and the one shown next to it. */
import { create } from 'zustand';
import type { ScreeningFilter, ScreeningSummary } from '../../../../shared/domain/screening/screening.ts';
import { call } from '../../../bridge.ts';
import { newestFirst } from '../../../state/page-rows.ts';
import { createPagedList } from '../../../state/paged-list.ts';

export const noFilter: ScreeningFilter = { scope: 'single', text: '', outcome: 'any', from: null, to: null };

/** Whether a screening is listed under a filter; null with a text, an outcome or days, which only main can match. */
function belongs({ row }: ScreeningSummary, { scope, text, outcome, from, to }: ScreeningFilter): boolean | null {
  if (scope === 'single' && row !== null) return false;
  return text.trim() === '' && outcome === 'any' && from === null && to === null ? true : null;
}

export const history = createPagedList<ScreeningSummary, ScreeningFilter>({
  filter: noFilter,
  loadPage: (request) => call('screening.page', request),
  merge: newestFirst(belongs, ({ askedAt }) => askedAt),
});
export const useHistory = history.use;

/** `id` null: none is chosen. */
export const useChosen = create<{ id: string | null }>(() => ({ id: null }));

/** Changes the filter; waits until typing pauses for a text and for dates, whose years are typed digit by digit. */
export const filterBy = (change: Partial<ScreeningFilter>): void =>
  history.filterBy(change, 'text' in change || 'from' in change || 'to' in change);

export function dropFromHistory(id: string): void {
  history.remove(id);
  if (useChosen.getState().id === id) useChosen.setState({ id: null });
}
