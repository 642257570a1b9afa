/** What keeps a table from being read, as problems. */
import { basename } from 'node:path';
import { StationError } from '../../../../shared/errors.ts';
import { systemCode } from '../../../platform/files/disk-problem.ts';

/**
 * `old-excel`: a workbook of Excel 97-2003, or one with a password. `not-text`: neither text nor a workbook.
 * `not-this-encoding`: bytes that the encoding does not have; goes with the line of the first ones. `row-too-long`: see `maxRow`.
 * `damaged-workbook`: not as XLSX is described. `workbook-too-large`: see `workbookLimits`. `sheet-missing`: no sheet of that name.
 * `file-gone`, `not-openable`: what the system says.
 */
export type UnreadableCause =
  | 'old-excel'
  | 'not-text'
  | 'not-this-encoding'
  | 'row-too-long'
  | 'damaged-workbook'
  | 'workbook-too-large'
  | 'sheet-missing'
  | 'file-gone'
  | 'not-openable';

export const unreadable = (path: string, cause: UnreadableCause, more: { line?: number; encoding?: string } = {}): StationError =>
  new StationError('table-unreadable', { name: basename(path), cause, ...more });

/** The system's refusal to open or read as a problem; everything else passes. The error's text holds the path and is dropped. */
export function readingProblem(path: string, thrown: unknown): unknown {
  const code = systemCode(thrown);
  if (code === null) return thrown;
  return unreadable(path, code === 'ENOENT' || code === 'ENOTDIR' ? 'file-gone' : 'not-openable');
}

/** @throws StationError `cancelled` */
export function checkSignal(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new StationError('cancelled');
}
