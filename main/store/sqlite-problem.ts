/** What an error of SQLite or of the data folder means to the station. */
import { StationError } from '../../shared/errors.ts';
import { dataFolderProblem } from '../files/disk-problem.ts';

/** Thrown for a file that SQLite opens but finds broken. */
export class DamagedDatabase extends Error {}

// Result codes: https://sqlite.org/rescode.html
const BUSY = 5;
const CORRUPT = 11;
const FULL = 13;
const CONSTRAINT = 19;
const NOT_A_DATABASE = 26;

// Extended ones. The side file of the log cannot grow; a write fails for want of more than space: a quota, a limit of file size.
const IOERR_SHMSIZE = 4874;
const IOERR_WRITE = 778;

function extendedCode(thrown: unknown): number | null {
  const code = thrown instanceof Error && 'errcode' in thrown ? thrown.errcode : null;
  return typeof code === 'number' ? code : null;
}

/** The primary result code of an error of `node:sqlite`, else null. */
function resultCode(thrown: unknown): number | null {
  const code = extendedCode(thrown);
  return code === null ? null : code & 0xff;
}

export function isFull(thrown: unknown): boolean {
  const code = extendedCode(thrown);
  return resultCode(thrown) === FULL || code === IOERR_SHMSIZE || code === IOERR_WRITE;
}

/**
 * Whether the file is broken, as against locked, not permitted or out of space. For errors of opening: what is
 * written then breaks no constraint, so that only what is stored already can.
 */
export function isDamage(thrown: unknown): boolean {
  const code = resultCode(thrown);
  return thrown instanceof DamagedDatabase || code === CORRUPT || code === NOT_A_DATABASE || code === CONSTRAINT;
}

/** Whether another connection has the lock. */
export function isBusy(thrown: unknown): boolean {
  return resultCode(thrown) === BUSY;
}

/** For errors of opening. */
export function openingProblem(thrown: unknown): StationError {
  if (thrown instanceof StationError) return thrown;
  return isFull(thrown) ? new StationError('disk-full', undefined, { cause: thrown }) : dataFolderProblem(thrown);
}

/** For errors of writing: only a full disk is the clerk's to mend. */
export function writingProblem(thrown: unknown): unknown {
  return isFull(thrown) ? new StationError('disk-full', undefined, { cause: thrown }) : thrown;
}
