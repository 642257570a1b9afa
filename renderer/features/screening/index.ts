export { screenFor, showSearch } from './actions.ts';
export { startScreening } from './connect.ts';
export { useScreeningProblem, useScreeningWaiting } from './use-waiting.ts';
