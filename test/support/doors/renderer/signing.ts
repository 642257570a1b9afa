export {
  batchOf,
  countByFilter,
  faultless,
  fittedRules,
  groupFaults,
  matchesFilter,
  sendable,
  shownStatus,
  summaryOf,
  withDocuments,
} from '../../../../renderer/features/signing/derive.ts';
export { filters } from '../../../../renderer/features/signing/state.ts';
