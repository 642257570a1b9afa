/** Follows what main tells of published documents. */
import { subscribe } from '../../bridge.ts';
import { applyPublication, gone, stopPublications } from './store.ts';

/** Answers with the function that ends it. */
export function connectPublishing(): () => void {
  const ends = [
    subscribe('publications.changed', applyPublication),
    subscribe('publications.removed', ({ id }) => gone(id)),
    stopPublications,
  ];
  return () => {
    for (const end of ends) end();
  };
}
