export { showCase } from './actions.ts';
export { CustomersView } from './CustomersView.tsx';
export { startCustomers } from './connect.ts';
export { useCustomersWaiting } from './use-waiting.ts';
