/** The list of visits, last changed first. */
import type { VisitFilter, VisitSummary } from '../../../../shared/domain/visit.ts';
import { call } from '../../../bridge.ts';
import { createPagedList, inOrderOfMain } from '../../../state/paged-list.ts';

export const noFilter: VisitFilter = { text: '', show: 'all' };

export const visitList = createPagedList<VisitSummary, VisitFilter>({
  filter: noFilter,
  loadPage: (request) => call('visits.page', request),
  merge: inOrderOfMain,
  // A changed visit moves to the top.
  reloadDelayMs: 200,
});
export const useVisitList = visitList.use;

export const filterBy = (change: Partial<VisitFilter>): void => visitList.filterBy(change, 'text' in change);
