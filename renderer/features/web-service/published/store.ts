/** Published documents: the long list, and those of a visit in view. Main reports every change. */
import { useEffect } from 'react';
import type { Publication, PublicationFilter } from '../../../../shared/domain/web-service/web-service.ts';
import { call, subscribe } from '../../../bridge.ts';
import { newestFirst } from '../../../state/page-rows.ts';
import { createPagedList } from '../../../state/paged-list.ts';
import { createRemotes, endAll, type RemoteState } from '../../../state/remote.ts';

/** Whether a publication is listed under a filter; null with a search text, which only main can match. */
export function belongs({ state }: Publication, { text, show }: PublicationFilter): boolean | null {
  if (show !== 'all' && (state === 'offered') !== (show === 'offered')) return false;
  return text.trim() === '' ? true : null;
}

export const publications = createPagedList<Publication, PublicationFilter>({
  filter: { text: '', show: 'all' },
  loadPage: (request) => call('publications.page', request),
  merge: newestFirst(belongs, ({ publishedAt }) => publishedAt),
});
export const usePublications = publications.use;

/** Maximum number of visits with publications that are updated by events. */
const maxVisits = 20;

/** The publications of a visit, newest first, by the id of the visit. */
const ofVisits = createRemotes((id) => call('publications.ofVisit', { id }), maxVisits);

/** Returns the publications of a visit, newest first; loaded when it comes into view, and updated by events. */
export function usePublicationsOf(visitId: string): RemoteState<Publication[]> & { reload: () => void } {
  const remote = ofVisits.of(visitId);
  useEffect(() => void remote.reload(), [remote]);
  return { ...remote.use(), reload: () => void remote.reload() };
}

/** Applies a new or changed publication. */
export function applyPublication(publication: Publication): void {
  publications.change(publication);
  const { visitId, id } = publication;
  if (visitId === null) return;
  ofVisits
    .known(visitId)
    ?.change((before) =>
      before.some((one) => one.id === id) ? before.map((one) => (one.id === id ? publication : one)) : [publication, ...before],
    );
}

export function dropPublication(id: string): void {
  publications.remove(id);
  for (const remote of ofVisits.all()) remote.change((before) => before.filter((one) => one.id !== id));
}

/** Follows main's events; returns the function that ends it. */
export const followPublications = (): (() => void) =>
  endAll([
    subscribe('publications.changed', applyPublication),
    subscribe('publications.removed', ({ id }) => dropPublication(id)),
    publications.stop,
  ]);
