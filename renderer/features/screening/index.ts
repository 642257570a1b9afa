export { screenFor, showSearch } from './actions.ts';
export { followScreenings } from './follow-events.ts';
export { useScreeningProblem, useScreeningWaiting } from './store.ts';
