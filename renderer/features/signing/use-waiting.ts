/** How many documents need a person: the count on the rail. */
import { countByFilter } from './derive.ts';
import { useSigning } from './store.ts';

export const useWaiting = (): number => useSigning((state) => countByFilter(state.documents, state.jobs).attention);
