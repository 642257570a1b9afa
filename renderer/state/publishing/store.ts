/** Published documents: the long list, and those of a visit in view. Main reports every change. */
import { useEffect } from 'react';
import { create } from 'zustand';
import type { Publication, PublicationFilter } from '../../../shared/domain/web-service.ts';
import { type Problem, problemOf } from '../../../shared/errors.ts';
import { call } from '../../bridge.ts';
import { createLiveList, newestFirst } from '../live-list.ts';

/** Whether a publication is listed under a filter; null with a search text, which only main can match. */
export function belongs({ state }: Publication, { text, show }: PublicationFilter): boolean | null {
  if (show !== 'all' && (state === 'offered') !== (show === 'offered')) return false;
  return text.trim() === '' ? true : null;
}

const list = createLiveList<Publication, PublicationFilter>({
  filter: { text: '', show: 'all' },
  ask: (request) => call('publications.page', request),
  place: newestFirst(belongs, ({ publishedAt }) => publishedAt),
});
export const usePublications = list.use;
export const { reload: reloadPublications, loadMore: morePublications, filterBy: filterPublications, stop: stopPublications } = list;

/** `items` null: not read yet. */
export type OfVisit = { items: readonly Publication[] | null; problem: Problem | null };

const nothingRead: OfVisit = { items: null, problem: null };
const useVisits = create<{ visits: Readonly<Record<string, OfVisit>> }>(() => ({ visits: {} }));

const set = (visitId: string, change: (before: OfVisit) => OfVisit): void =>
  useVisits.setState(({ visits }) => ({ visits: { ...visits, [visitId]: change(visits[visitId] ?? nothingRead) } }));

async function readVisit(id: string): Promise<void> {
  try {
    const items = await call('publications.ofVisit', { id });
    set(id, () => ({ items, problem: null }));
  } catch (thrown) {
    set(id, ({ items }) => ({ items, problem: problemOf(thrown) }));
  }
}

/** Returns the publications of a visit, newest first; read when it comes into view, and kept up to date. */
export function usePublicationsOf(visitId: string): OfVisit & { again: () => void } {
  const ofVisit = useVisits(({ visits }) => visits[visitId]) ?? nothingRead;
  useEffect(() => void readVisit(visitId), [visitId]);
  return { ...ofVisit, again: () => void readVisit(visitId) };
}

export function applyPublication(publication: Publication): void {
  list.told(publication);
  const { visitId, id } = publication;
  if (visitId === null || useVisits.getState().visits[visitId] === undefined) return;
  set(visitId, ({ items, problem }) => {
    if (items === null) return { items, problem };
    const there = items.some((one) => one.id === id);
    return { items: there ? items.map((one) => (one.id === id ? publication : one)) : [publication, ...items], problem };
  });
}

export function gone(id: string): void {
  list.gone(id);
  for (const visitId of Object.keys(useVisits.getState().visits)) {
    set(visitId, ({ items, problem }) => ({ items: items?.filter((one) => one.id !== id) ?? null, problem }));
  }
}
