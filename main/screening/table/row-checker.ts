/** What is odd about a row. Only a name that is missing or too long keeps it from being asked. */
import { createHash } from 'node:crypto';
import { foldedText, identificationKey } from '../../../shared/domain/names.ts';
import { longest, type RowFault } from '../../../shared/domain/screening.ts';
import type { RowQuery } from './query-of-row.ts';
import type { TableRow } from './table-line.ts';

/** What is odd about a row, given what it asks; to be called for the rows in order, once each. */
export type RowChecker = (row: TableRow, query: RowQuery) => RowFault[];

/** Some 100 bytes stand in memory for each row: a hash of who was asked for, never the name. */
export function createRowChecker(): RowChecker {
  const asked = new Set<string>();

  function isDuplicate({ name, identification }: RowQuery): boolean {
    // A name without letters or digits of any script is itself only.
    const key = JSON.stringify([foldedText(name) || name, identificationKey(identification)]);
    const hash = createHash('sha256').update(key).digest('base64').slice(0, 16);
    if (asked.has(hash)) return true;
    asked.add(hash);
    return false;
  }

  return ({ cells, expected }, query) => {
    const faults: RowFault[] = [];
    if (query.name === '') faults.push('name-missing');
    else if (query.name.length > longest.name) faults.push('name-too-long');
    else if (isDuplicate(query)) faults.push('duplicate');
    if (isOdd(query.identification)) faults.push('odd-identification');
    if (cells.length !== expected) faults.push('other-cell-count');
    return faults;
  };
}

/** Whether a row is asked. */
export const isAskable = (faults: readonly RowFault[]): boolean => !faults.includes('name-missing') && !faults.includes('name-too-long');

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
