/** What is published: the long list, and what belongs to a visit that is looked at. Main tells every change. */
import { useEffect } from 'react';
import { create } from 'zustand';
import type { Publication, PublicationFilter } from '../../../shared/domain/client-service.ts';
import { type Problem, problemOf } from '../../../shared/errors.ts';
import { call } from '../../bridge.ts';
import { createLiveList, newestFirst } from '../live-list.ts';

/** Whether it is listed under a filter; null where a text is looked for, which is main's to do. */
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
export type OfCase = { items: readonly Publication[] | null; problem: Problem | null };

const nothingRead: OfCase = { items: null, problem: null };
const useCases = create<{ cases: Readonly<Record<string, OfCase>> }>(() => ({ cases: {} }));

const set = (caseId: string, change: (before: OfCase) => OfCase): void =>
  useCases.setState(({ cases }) => ({ cases: { ...cases, [caseId]: change(cases[caseId] ?? nothingRead) } }));

async function readCase(id: string): Promise<void> {
  try {
    const items = await call('publications.ofCase', { id });
    set(id, () => ({ items, problem: null }));
  } catch (thrown) {
    set(id, ({ items }) => ({ items, problem: problemOf(thrown) }));
  }
}

/** What is published for a visit, newest first; read when it comes into view, and kept up to date. */
export function usePublicationsOf(caseId: string): OfCase & { again: () => void } {
  const ofCase = useCases(({ cases }) => cases[caseId]) ?? nothingRead;
  useEffect(() => void readCase(caseId), [caseId]);
  return { ...ofCase, again: () => void readCase(caseId) };
}

export function told(publication: Publication): void {
  list.told(publication);
  const { caseId, id } = publication;
  if (caseId === null || useCases.getState().cases[caseId] === undefined) return;
  set(caseId, ({ items, problem }) => {
    if (items === null) return { items, problem };
    const there = items.some((one) => one.id === id);
    return { items: there ? items.map((one) => (one.id === id ? publication : one)) : [publication, ...items], problem };
  });
}

export function gone(id: string): void {
  list.gone(id);
  for (const caseId of Object.keys(useCases.getState().cases)) {
    set(caseId, ({ items, problem }) => ({ items: items?.filter((one) => one.id !== id) ?? null, problem }));
  }
}
