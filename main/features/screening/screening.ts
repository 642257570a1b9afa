/** The public interface of screening: the only file that other areas import. */
export { readingOf, viewOf } from './asked.ts';
export type { BulkScreeningService } from './bulk-screening-service.ts';
export { certificateName, makeCertificate } from './certificate/make-certificate.ts';
export { createBulkScreening } from './create-bulk-screening.ts';
export { createScreening, type SearchAccess } from './create-screening.ts';
export { machineWords } from './run/export-run.ts';
export { exportWords } from './run/export-words.ts';
export type { ScreeningEvent, ScreeningService } from './screening-service.ts';
export { openScreeningRepository } from './store/open-screening-repository.ts';
export type { ScreeningRepository } from './store/screening-repository.ts';
export { type ScreeningRow, summaryOf, type UnopenedSearch, unopenedSummary, verdictOf } from './store/screening-row.ts';
