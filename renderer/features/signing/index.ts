export { openFiles, openFolder, send, signFor, takeDropped } from './actions.ts';
export { startSigning } from './connect.ts';
export { SigningView } from './SigningView.tsx';
export { useWaiting } from './use-waiting.ts';
