export { readAnswer } from '../../../main/features/screening/answer/read-answer.ts';
export { reasonsOf, relatedTexts } from '../../../main/features/screening/answer/read-match.ts';
export { readSentence } from '../../../main/features/screening/answer/read-sentence.ts';
export { readSources, type SourcesInput } from '../../../main/features/screening/answer/read-sources.ts';
export { machineWords } from '../../../main/features/screening/bulk/export-results.ts';
export { checkTable, describeTable } from '../../../main/features/screening/bulk/table/describe-table.ts';
export { guessCsv } from '../../../main/features/screening/bulk/table/guess-csv.ts';
export { guessHeader, guessMapping, isNameGuessSure } from '../../../main/features/screening/bulk/table/guess-mapping.ts';
export { isSwallowed, readTable } from '../../../main/features/screening/bulk/table/read-table.ts';
export { columnLetters, escaped, neutralised, writeTable, xlsxBytes } from '../../../main/features/screening/bulk/table/write-table.ts';
export {
  columnOf,
  isoDateText,
  numberStyle,
  numberText,
  unescaped,
} from '../../../main/features/screening/bulk/table/xlsx/sheet-reader.ts';
export { certificateName, makeCertificate } from '../../../main/features/screening/certificate/make-certificate.ts';
export { outcomeKey } from '../../../main/features/screening/certificate/outcome-blocks.ts';
export { createRowChecker, isScreenable, queryOfRow } from '../../../main/features/screening/rules/row-query.ts';
export { type AcquireSearch, screenOnce } from '../../../main/features/screening/screen-once.ts';
export { listQuery, openScreeningRepository, panel } from '../../../main/features/screening/screening-repository.ts';
export type { ScreeningRow } from '../../../main/features/screening/screening-row.ts';
export {
  answered,
  hiddenOf,
  newScreening,
  readingOf,
  screeningRow,
  toScreeningSummary,
  toScreeningView,
} from '../../../main/features/screening/screening-row.ts';
export { createScreeningScheduler, type ScreeningSchedulerDeps } from '../../../main/features/screening/screening-scheduler.ts';
