export { recheckFaults } from '../../../../renderer/features/signing/recheck-faults.ts';
export { useSigning } from '../../../../renderer/features/signing/store.ts';
