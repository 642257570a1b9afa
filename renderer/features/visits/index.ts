export { fetchFor, showRecord, showVisit } from './actions.ts';
export { followVisits } from './follow-events.ts';
export { SigningVisit } from './signing/SigningVisit.tsx';
export { useVisitsWaiting } from './store.ts';
