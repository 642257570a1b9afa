export {
  bringingBack,
  currentDocuments,
  customerBefore,
  documentsOf,
  firstStepOf,
  isFinished,
  nextCustomer,
  removalOf,
  resumeCustomer,
  withDocuments,
  withoutReturning,
} from '../../../../renderer/features/signing/customers.ts';
export {
  batchOf,
  countByFilter,
  countOwnAttention,
  forAnother,
  matchesFilter,
  sendable,
  shownStatus,
  summaryOf,
} from '../../../../renderer/features/signing/derive.ts';
export { faultless, fittedRules, groupFaults } from '../../../../renderer/features/signing/faults.ts';
export { filters, initialState, type SigningState } from '../../../../renderer/features/signing/state.ts';
export { savedMembers, toWorkspace, withWorkspace } from '../../../../renderer/features/signing/workspace.ts';
