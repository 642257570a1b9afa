export { finishClosing, resume, tryNow } from './actions.ts';
export { startQueue } from './connect.ts';
export { type LineShown, lineShown } from './derive.ts';
export { showInQueue } from './list.ts';
export { useQueueWaiting } from './use-waiting.ts';
