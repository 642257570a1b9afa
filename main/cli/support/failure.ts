/** The one line on stderr for a failed command, and its exit code. */
import { hasTrait, problemOf, StationError } from '../../../shared/errors.ts';
import type { Words } from '../../platform/i18n/words.ts';
import { isSystemCode, type LogFields } from '../../platform/log/log-events.ts';
import { exitCodes } from './exit-codes.ts';
import { codesOfOut } from './out-paths.ts';
import { WrongUse } from './wrong-use.ts';

/** Codes of the system for a disk, drive, share or system that fails: other arguments or settings would not help. */
const faultCauses: ReadonlySet<unknown> = new Set(['EIO', 'ENOSPC', 'EDQUOT', 'EMFILE', 'ENODEV', 'ESTALE', 'EHOSTDOWN', 'UNKNOWN']);

const isFault = ({ gaps }: WrongUse): boolean => faultCauses.has(gaps.cause);

export function failureText(thrown: unknown, words: Words): string {
  if (thrown instanceof WrongUse) {
    const key = isFault(thrown) ? 'system-fault' : 'wrong-use';
    return words.say(key, { what: words.say(`usage.${thrown.key}`, thrown.gaps) });
  }
  return words.problem(problemOf(thrown));
}

export function exitCodeOfFailure(thrown: unknown): number {
  if (thrown instanceof WrongUse) return isFault(thrown) ? exitCodes.fault : exitCodes.wrongUse;
  if (!(thrown instanceof StationError) || faultCauses.has(thrown.problem.detail?.cause)) return exitCodes.fault;
  const isOfUse = hasTrait(thrown.problem, 'settings') || codesOfOut.has(thrown.problem.code);
  return isOfUse ? exitCodes.wrongUse : exitCodes.fault;
}

/** What the event log says of it: the code, and the system's own code where it is one. */
export function failedFields(thrown: unknown): LogFields<'failed'> {
  const { code, cause } =
    thrown instanceof WrongUse
      ? { code: isFault(thrown) ? ('system-fault' as const) : ('wrong-use' as const), cause: thrown.gaps.cause }
      : { code: problemOf(thrown).code, cause: problemOf(thrown).detail?.cause };
  return { code, ...(isSystemCode(cause) && { cause }) };
}
