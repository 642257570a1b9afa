/** Follows main's events about published documents. */
import { subscribe } from '../../bridge.ts';
import { applyPublication, gone, stopPublications } from './store.ts';

/** Returns the function that ends the subscription. */
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
