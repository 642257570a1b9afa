/** The door of screening: all that other areas import of it. */
export { type BulkScreeningService, createBulkScreening } from './bulk/bulk-screening-service.ts';
export { exportWords, machineWords } from './bulk/export-results.ts';
export { certificateName, makeCertificate } from './certificate/make-certificate.ts';
export { stateWithoutAnswer } from './rules/source-state.ts';
export type { ScreeningEvent, SearchAccess } from './screening-context.ts';
export { openScreeningRepository, type ScreeningRepository } from './screening-repository.ts';
export {
  type DamagedScreening,
  damagedSummary,
  readingOf,
  type ScreeningRow,
  toScreeningSummary,
  toScreeningView,
  verdictOf,
} from './screening-row.ts';
export { createScreening, type ScreeningService } from './screening-service.ts';
