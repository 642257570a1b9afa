/** What went wrong, in one line for whoever started the command, and the exit code of it. */
import { hasTrait, type Problem, type ProblemCode, problemOf, StationError } from '../../shared/errors.ts';
import type { Words } from '../platform/i18n/words.ts';
import { exitCodes } from './exit-codes.ts';
import { WrongUse } from './wrong-use.ts';

export function inWords(thrown: unknown, words: Words): string {
  if (thrown instanceof WrongUse) return words.say('wrong-use', { what: words.say(`usage.${thrown.key}`, thrown.gaps) });
  const problem = problemOf(thrown);
  const key = wayOut(problem);
  return key === null ? words.problem(problem) : `${words.problem(problem)} ${words.say(key)}`;
}

export function failureCodeOf(thrown: unknown): number {
  if (thrown instanceof WrongUse) return exitCodes.wrongUse;
  return thrown instanceof StationError && hasTrait(thrown.problem, 'settings') ? exitCodes.wrongUse : exitCodes.fault;
}

/** What the window offers beside the problem are options, variables and commands here. */
const waysOut: ReadonlyMap<ProblemCode, string> = new Map<ProblemCode, string>([
  ['table-quote-open', 'screen.read-otherwise'],
  ['keychain-unavailable', 'way-out.key'],
  ['service-not-kept', 'way-out.key'],
  ['service-no-users', 'way-out.users'],
  ['service-certificate-unusable', 'way-out.certificate'],
  ['service-needs-tls', 'way-out.encryption'],
  ['service-address-unusable', 'way-out.address'],
]);

const wayOut = ({ code, detail }: Problem): string | null =>
  detail?.cause === 'not-this-encoding' ? 'screen.read-otherwise' : (waysOut.get(code) ?? null);
