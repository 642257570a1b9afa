/** The one line on stderr for a failed command, and its exit code. */
import { hasTrait, problemOf, StationError } from '../../../shared/errors.ts';
import type { Words } from '../../platform/i18n/words.ts';
import { exitCodes } from './exit-codes.ts';
import { WrongUse } from './wrong-use.ts';

export function failureText(thrown: unknown, words: Words): string {
  if (thrown instanceof WrongUse) return words.say('wrong-use', { what: words.say(`usage.${thrown.key}`, thrown.gaps) });
  return words.problem(problemOf(thrown));
}

export function exitCodeOfFailure(thrown: unknown): number {
  if (thrown instanceof WrongUse) return exitCodes.wrongUse;
  return thrown instanceof StationError && hasTrait(thrown.problem, 'settings') ? exitCodes.wrongUse : exitCodes.fault;
}
