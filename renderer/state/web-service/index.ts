export { certificateStands } from './certificate.ts';
export { passes, stateLooks } from './looks.ts';
export { connectServiceState, readServiceState, useServiceState } from './store.ts';
