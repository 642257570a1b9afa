export { fetchFor, showRecord, showVisit } from './actions.ts';
export { startCustomers } from './connect.ts';
export { SigningVisit } from './signing/SigningVisit.tsx';
export { useCustomersWaiting } from './use-waiting.ts';
