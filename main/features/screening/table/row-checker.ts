/** What is odd about a row. Only a name that is missing, too long or of several lines keeps it from being asked. */
import { createHash } from 'node:crypto';
import type { ColumnMapping } from '../../../../shared/domain/bulk-screening.ts';
import { longest, type RowFault } from '../../../../shared/domain/screening.ts';
import { foldedText, identificationKey } from '../../../../shared/domain/text-folding.ts';
import type { RowQuery } from './query-of-row.ts';
import type { TableRow } from './table-line.ts';

/** What is odd about a row, given what it asks; to be called for the rows in order, once each. */
export type RowChecker = (row: TableRow, query: RowQuery) => RowFault[];

/** Some 100 bytes stand in memory for each row: a hash of who was asked for, never the name. */
export function createRowChecker({ name, identification }: Pick<ColumnMapping, 'name' | 'identification'>): RowChecker {
  const asked = new Set<string>();

  function isDuplicate(query: RowQuery): boolean {
    // A name without letters or digits of any script is itself only.
    const key = JSON.stringify([foldedText(query.name) || query.name, identificationKey(query.identification)]);
    const hash = createHash('sha256').update(key).digest('base64').slice(0, 16);
    if (asked.has(hash)) return true;
    asked.add(hash);
    return false;
  }

  return ({ cells, expected }, query) => {
    const faults: RowFault[] = [];
    if (query.name === '') faults.push('name-missing');
    else if (query.name.length > longest.name) faults.push('name-too-long');
    // Several persons asked for as one would come back clear.
    else if (name.some((at) => hasLines(cells[at]))) faults.push('name-several-lines');
    else if (isDuplicate(query)) faults.push('duplicate');
    if (isOdd(query.identification) || (identification !== null && hasLines(cells[identification]))) faults.push('odd-identification');
    if (cells.length !== expected) faults.push('other-cell-count');
    return faults;
  };
}

/** Whether a row is asked. */
export const isAskable = (faults: readonly RowFault[]): boolean =>
  !faults.some((fault) => fault === 'name-missing' || fault === 'name-too-long' || fault === 'name-several-lines');

const hasLines = (cell = ''): boolean => /[\r\n\v\f\u0085\u2028\u2029]/.test(cell.trim());

/** No identification is not odd: many lists have none. */
function isOdd(identification: string): boolean {
  if (identification === '') return false;
  const significant = identificationKey(identification).length;
  return (
    !/\d/.test(identification) ||
    significant < 4 ||
    significant > 20 ||
    identification.length > longest.identification ||
    /[^\p{L}\p{N} .,\-–/°º#:]/u.test(identification)
  );
}
