export { finishClosing, resume, tryNow } from './actions.ts';
export { type ConnectionShown, connectionShown } from './derive.ts';
export { followQueue } from './follow-events.ts';
export { showInQueue } from './list.ts';
export { useQueueWaiting } from './store.ts';
