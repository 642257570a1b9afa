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

/** The primary result code of an error of `node:sqlite`, else null. */
function resultCode(thrown: unknown): number | null {
  const code = thrown instanceof Error && 'errcode' in thrown ? thrown.errcode : null;
  return typeof code === 'number' ? code & 0xff : null;
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
  return resultCode(thrown) === FULL ? new StationError('disk-full') : dataFolderProblem(thrown);
}

/** For errors of writing: only a full disk is the clerk's to mend. */
export function writingProblem(thrown: unknown): unknown {
  return resultCode(thrown) === FULL ? new StationError('disk-full', undefined, { cause: thrown }) : thrown;
}
