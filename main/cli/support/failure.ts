/** The one line on stderr for a failed command, and its exit code. */
import { hasTrait, problemOf, StationError } from '../../../shared/errors.ts';
import type { Words } from '../../platform/i18n/words.ts';
import { exitCodes } from './exit-codes.ts';
import { WrongUse } from './wrong-use.ts';

/** Codes of the system for a disk, drive, share or system that fails: other arguments or settings would not help. */
const faultCauses: ReadonlySet<unknown> = new Set(['EIO', 'ENOSPC', 'EDQUOT', 'EMFILE', 'ENODEV', 'ESTALE', 'EHOSTDOWN', 'UNKNOWN']);

export function failureText(thrown: unknown, words: Words): string {
  if (thrown instanceof WrongUse) {
    const key = faultCauses.has(thrown.gaps.cause) ? 'system-fault' : 'wrong-use';
    return words.say(key, { what: words.say(`usage.${thrown.key}`, thrown.gaps) });
  }
  return words.problem(problemOf(thrown));
}

export function exitCodeOfFailure(thrown: unknown): number {
  if (thrown instanceof WrongUse) return faultCauses.has(thrown.gaps.cause) ? exitCodes.fault : exitCodes.wrongUse;
  if (!(thrown instanceof StationError) || faultCauses.has(thrown.problem.detail?.cause)) return exitCodes.fault;
  return hasTrait(thrown.problem, 'settings') ? exitCodes.wrongUse : exitCodes.fault;
}
