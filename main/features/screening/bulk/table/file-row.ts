/** A row as it is read from a file, and the problems of a file that cannot be read. */
import { basename } from 'node:path';
import { StationError } from '../../../../../shared/errors.ts';
import { systemCode } from '../../../../platform/files/disk-problem.ts';

/** A row of the file (the header is one too), or a number of `blank` lines, which are not rows. */
export type FileRow = { cells: string[] } | { blank: number };

/**
 * `old-excel`: a workbook of Excel 97-2003, or one with a password. `not-text`: neither text nor a workbook.
 * `not-this-encoding`: bytes that the encoding does not have; comes with the line of the first ones. `row-too-long`: see `maxRow`.
 * `damaged-workbook`: not as XLSX is described. `workbook-too-large`: see `workbookLimits`. `sheet-missing`: no sheet of that name.
 * `not-a-file`: a folder, a pipe or a device. `file-gone`, `not-openable`: the system's error.
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
  | 'not-a-file'
  | 'not-openable';

/** The ways out that differ; the usual one is to save the file again. */
const contexts: Readonly<Partial<Record<UnreadableCause, string>>> = {
  'file-gone': 'path',
  'not-a-file': 'path',
  'not-openable': 'access',
};

export function unreadable(path: string, cause: UnreadableCause, more: { line?: number; encoding?: string } = {}): StationError {
  const context = contexts[cause];
  return new StationError('table-unreadable', { name: basename(path), cause, ...more, ...(context && { context }) });
}

/** Maps the system's refusal to open or read to a problem; returns other errors unchanged. Drops the error's text, which has the path. */
export function readingProblem(path: string, thrown: unknown): unknown {
  const code = systemCode(thrown);
  if (code === null) return thrown;
  if (code === 'ENOTFILE') return unreadable(path, 'not-a-file');
  return unreadable(path, code === 'ENOENT' || code === 'ENOTDIR' ? 'file-gone' : 'not-openable');
}

/** @throws StationError `cancelled` */
export function checkSignal(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new StationError('cancelled');
}
