/** What the rest of the station asks of this folder. */
export { checkTable } from './check-table.ts';
export { describeTable } from './describe-table.ts';
export { queryOfRow } from './query-of-row.ts';
export { readTable } from './read-table.ts';
export { createRowChecker, isAskable } from './row-checker.ts';
export type { TableRow } from './table-line.ts';
export { type WrittenTable, writeTable } from './write-table.ts';
