export { screenFor, showSearch } from './actions.ts';
export { startScreening } from './connect.ts';
export { useScreeningWaiting, useSearchesHeld } from './use-waiting.ts';
