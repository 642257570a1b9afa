export { readAnswer } from '../../../main/screening/answer/read-answer.ts';
export { reasonsOf } from '../../../main/screening/answer/reasons.ts';
export { relatedTexts } from '../../../main/screening/answer/related.ts';
export { decideSources, type Evidence } from '../../../main/screening/answer/source-state.ts';
export { newSearch, readingOf, viewOf } from '../../../main/screening/asked.ts';
export { certificateName, makeCertificate } from '../../../main/screening/certificate/make-certificate.ts';
export { outcomeKey } from '../../../main/screening/certificate/outcome-blocks.ts';
export { askOnce, type HoldSearch } from '../../../main/screening/run/ask-once.ts';
export { type AskerParts, createAsker } from '../../../main/screening/run/asker.ts';
export { machineWords } from '../../../main/screening/run/export-run.ts';
export { createSearchLines } from '../../../main/screening/run/search-line.ts';
export { screeningQuery } from '../../../main/screening/store/find-searches.ts';
export { openScreeningRepository } from '../../../main/screening/store/open-screening-repository.ts';
export { panel } from '../../../main/screening/store/screening-repository.ts';
export type { ScreeningRow } from '../../../main/screening/store/screening-row.ts';
export { guessCsv } from '../../../main/screening/table/guess-csv.ts';
export { guessHeader, guessMapping } from '../../../main/screening/table/guess-mapping.ts';
export { checkTable, describeTable, queryOfRow, readTable, writeTable } from '../../../main/screening/table/index.ts';
export { neutralised } from '../../../main/screening/table/neutralised.ts';
export { createRowChecker, isAskable } from '../../../main/screening/table/row-checker.ts';
export { isSwallowed } from '../../../main/screening/table/swallowed-row.ts';
export {
  columnLetters,
  columnOf,
  escaped,
  isoDateText,
  numberStyle,
  numberText,
  unescaped,
} from '../../../main/screening/table/xlsx/cell-text.ts';
export { xlsxBytes } from '../../../main/screening/table/xlsx/write-xlsx.ts';
