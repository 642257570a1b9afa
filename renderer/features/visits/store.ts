/** The list of visits, the open visit, its queries in progress, and the clerk's input. It outlives the view: no input is lost. */
import { create } from 'zustand';
import type { VisitDetails, VisitFilter, VisitSummary, VisitView } from '../../../shared/domain/visits/visit.ts';
import type { Problem } from '../../../shared/errors.ts';
import { call } from '../../bridge.ts';
import { inOrderOfMain } from '../../state/page-rows.ts';
import { createPagedList } from '../../state/paged-list.ts';
import { createRemote } from '../../state/remote.ts';
import { noDetails } from './derive.ts';
import type { FetchInput } from './fetch-input.ts';

/** Fetching for one visit: the input, the query in progress (`bytes` so far), and why the last one failed. */
export type Fetching = { asked: FetchInput | null; running: { fetchId: string; bytes: number } | null; problem: Problem | null };

/** The form of a new visit. `fetch`: the record is fetched at once. */
export type NewVisit = { details: VisitDetails; fetch: boolean; asked: FetchInput | null };

export type VisitDialog = 'fetch' | 'evidence' | 'remove';

type VisitsStore = {
  openId: string | null;
  /** The record of the open visit that is open in full. */
  recordId: string | null;
  /** By id of the visit. */
  fetches: Readonly<Record<string, Fetching>>;
  /** Notes that are being written, by id of the visit. */
  notes: Readonly<Record<string, string>>;
  /** The dialog over the open visit. */
  dialog: VisitDialog | null;
  creating: boolean;
  newVisit: NewVisit;
};

export const nothingNew: NewVisit = { details: noDetails, fetch: true, asked: null };
export const noFetch: Fetching = { asked: null, running: null, problem: null };

export const useVisits = create<VisitsStore>(() => ({
  openId: null,
  recordId: null,
  fetches: {},
  notes: {},
  dialog: null,
  creating: false,
  newVisit: nothingNew,
}));

/** How many visits need a person, wait, or will soon be removed. */
export const visitsState = createRemote(() => call('visits.state'));

/** Counts for the rail: visits that a rule blocks, and visits with pending work. */
export function useVisitsWaiting(): { attention: number; waiting: number } {
  const counts = visitsState.use(({ value }) => value);
  return { attention: counts?.attention ?? 0, waiting: counts?.waiting ?? 0 };
}

/** The open visit. */
export const openedVisit = createRemote((): Promise<VisitView> => {
  const { openId } = useVisits.getState();
  return openId === null ? Promise.reject(new Error('no visit is open')) : call('visits.open', { id: openId });
});

export const setFetching = (id: string, change: Partial<Fetching>): void =>
  useVisits.setState(({ fetches }) => ({ fetches: { ...fetches, [id]: { ...noFetch, ...fetches[id], ...change } } }));

export const writeNote = (id: string, text: string): void => useVisits.setState(({ notes }) => ({ notes: { ...notes, [id]: text } }));

export const typeNew = (change: Partial<NewVisit>): void =>
  useVisits.setState(({ newVisit }) => ({ newVisit: { ...newVisit, ...change } }));

export const openRecord = (recordId: string | null): void => useVisits.setState({ recordId });

/** Returns to the list. */
export const closeVisit = (): void => useVisits.setState({ openId: null, recordId: null, dialog: null });

export const askAbout = (dialog: VisitDialog | null): void => useVisits.setState({ dialog });

export const noFilter: VisitFilter = { text: '', show: 'all' };

/** The list of visits, last changed first. */
export const visitList = createPagedList<VisitSummary, VisitFilter>({
  filter: noFilter,
  loadPage: (request) => call('visits.page', request),
  merge: inOrderOfMain,
  // A changed visit moves to the top.
  reloadDelayMs: 200,
});
export const useVisitList = visitList.use;

export const filterBy = (change: Partial<VisitFilter>): void => visitList.filterBy(change, 'text' in change);
