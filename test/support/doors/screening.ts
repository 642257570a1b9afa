export { readAnswer } from '../../../main/features/screening/answer/read-answer.ts';
export { reasonsOf } from '../../../main/features/screening/answer/reasons.ts';
export { relatedTexts } from '../../../main/features/screening/answer/related.ts';
export { decideSources, type Evidence } from '../../../main/features/screening/answer/source-state.ts';
export { newSearch, readingOf, viewOf } from '../../../main/features/screening/asked.ts';
export { certificateName, makeCertificate } from '../../../main/features/screening/certificate/make-certificate.ts';
export { outcomeKey } from '../../../main/features/screening/certificate/outcome-blocks.ts';
export { type AcquireSearch, askOnce } from '../../../main/features/screening/run/ask-once.ts';
export { machineWords } from '../../../main/features/screening/run/export-run.ts';
export { createScreeningScheduler, type ScreeningSchedulerDeps } from '../../../main/features/screening/run/screening-scheduler.ts';
export { screeningQuery } from '../../../main/features/screening/store/find-searches.ts';
export { openScreeningRepository } from '../../../main/features/screening/store/open-screening-repository.ts';
export { panel } from '../../../main/features/screening/store/screening-repository.ts';
export type { ScreeningRow } from '../../../main/features/screening/store/screening-row.ts';
export { guessCsv } from '../../../main/features/screening/table/guess-csv.ts';
export { guessHeader, guessMapping } from '../../../main/features/screening/table/guess-mapping.ts';
export { checkTable, describeTable, queryOfRow, readTable, writeTable } from '../../../main/features/screening/table/index.ts';
export { neutralised } from '../../../main/features/screening/table/neutralised.ts';
export { createRowChecker, isAskable } from '../../../main/features/screening/table/row-checker.ts';
export { isSwallowed } from '../../../main/features/screening/table/swallowed-row.ts';
export {
  columnLetters,
  columnOf,
  escaped,
  isoDateText,
  numberStyle,
  numberText,
  unescaped,
} from '../../../main/features/screening/table/xlsx/cell-text.ts';
export { xlsxBytes } from '../../../main/features/screening/table/xlsx/write-xlsx.ts';
