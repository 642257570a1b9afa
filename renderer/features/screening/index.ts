export { screenFor, showSearch } from './actions.ts';
export { startScreening } from './connect.ts';
export { ScreeningResult } from './result/ScreeningResult.tsx';
export { ScreeningView } from './ScreeningView.tsx';
export { useScreeningWaiting, useSearchesHeld } from './use-waiting.ts';
