export { openFiles, openFolder, send, signFor, takeDropped } from './actions.ts';
export { followSigning } from './follow-events.ts';
export { SigningView } from './SigningView.tsx';
export { useWaiting } from './store.ts';
