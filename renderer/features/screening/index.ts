export { startScreening } from './connect.ts';
export { ScreeningResult } from './result/ScreeningResult.tsx';
export { ScreeningView } from './ScreeningView.tsx';
export { useScreeningWaiting } from './use-waiting.ts';
