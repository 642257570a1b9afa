/** Classifies errors of SQLite and of the data folder. */
import { basename } from 'node:path';
import { StationError } from '../../../shared/errors.ts';
import { dataFolderProblem } from '../files/disk-problem.ts';

/** Thrown for a file that SQLite opens and finds damaged. */
export class DamagedDatabase extends Error {}

/** Returns SQLite's name of the error, such as `SQLITE_IOERR_WRITE` (https://sqlite.org/rescode.html); empty for any other error. */
function codeOf(thrown: unknown): string {
  const code = thrown instanceof Error && 'code' in thrown ? thrown.code : null;
  return typeof code === 'string' && code.startsWith('SQLITE_') ? code : '';
}

/** Whether the error has this code, or a more specific form of it. */
const isCode = (thrown: unknown, code: string): boolean => codeOf(thrown) === code || codeOf(thrown).startsWith(`${code}_`);

/** The side file of the log cannot grow, or a write fails for something else than space: a quota, a limit of file size, a faulty disk. */
const refusedCodes = ['SQLITE_IOERR_SHMSIZE', 'SQLITE_IOERR_WRITE'];

/** Whether the disk takes nothing more. Waiting for space helps. */
export const isFull = (thrown: unknown): boolean => codeOf(thrown) === 'SQLITE_FULL' || refusedCodes.includes(codeOf(thrown));

/** Whether a page is not what SQLite wrote. */
export const isCorrupt = (thrown: unknown): boolean => isCode(thrown, 'SQLITE_CORRUPT') || isCode(thrown, 'SQLITE_NOTADB');

/**
 * Whether the file is damaged, rather than locked, not permitted or out of space. Only for errors of opening, which writes nothing that
 * breaks a constraint: a broken one then comes from stored rows.
 */
export const isDamage = (thrown: unknown): boolean =>
  thrown instanceof DamagedDatabase || isCorrupt(thrown) || isCode(thrown, 'SQLITE_CONSTRAINT');

/** Whether another connection has the lock. */
export const isBusy = (thrown: unknown): boolean => isCode(thrown, 'SQLITE_BUSY');

/** Codes of a file that SQLite may not write, or of a side file that it cannot open. */
const refusedFiles = ['SQLITE_READONLY', 'SQLITE_CANTOPEN', 'SQLITE_IOERR'];

/** Returns the problem of an error of opening. @param path of the database */
export function openingProblem(thrown: unknown, path: string): StationError {
  if (thrown instanceof StationError) return thrown;
  if (!isFull(thrown)) return dataFolderProblem(thrown, ...(codeOf(thrown) !== '' ? [basename(path)] : []));
  return new StationError('disk-full', codeOf(thrown) === 'SQLITE_FULL' ? undefined : { context: 'refused' }, { cause: thrown });
}

/** Returns the problem of an error of writing; returns an error that is not the disk's unchanged. @param path of the database */
export function writingProblem(thrown: unknown, path: string): unknown {
  return isFull(thrown) || refusedFiles.some((code) => isCode(thrown, code)) ? openingProblem(thrown, path) : thrown;
}
