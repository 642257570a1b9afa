/** The one line on stderr for a failed command, and its exit code. */
import { hasTrait, type Problem, type ProblemCode, problemOf, StationError } from '../../../shared/errors.ts';
import type { Words } from '../../platform/i18n/words.ts';
import { exitCodes } from './exit-codes.ts';
import { WrongUse } from './wrong-use.ts';

export function failureText(thrown: unknown, words: Words): string {
  if (thrown instanceof WrongUse) return words.say('wrong-use', { what: words.say(`usage.${thrown.key}`, thrown.gaps) });
  const problem = problemOf(thrown);
  const key = solutionOf(problem);
  return key === null ? words.problem(problem) : `${words.problem(problem)} ${words.say(key)}`;
}

export function exitCodeOfFailure(thrown: unknown): number {
  if (thrown instanceof WrongUse) return exitCodes.wrongUse;
  return thrown instanceof StationError && hasTrait(thrown.problem, 'settings') ? exitCodes.wrongUse : exitCodes.fault;
}

/** What solves the problem on the command line: options, variables and commands in place of the window's buttons. */
const solutions: ReadonlyMap<ProblemCode, string> = new Map<ProblemCode, string>([
  ['table-quote-open', 'solution.file-format'],
  ['keychain-unavailable', 'solution.key'],
  ['service-memory-only', 'solution.key'],
  ['service-no-users', 'solution.users'],
  ['service-certificate-unusable', 'solution.certificate'],
  ['service-needs-tls', 'solution.encryption'],
  ['service-address-unusable', 'solution.address'],
  ['system-transport-missing', 'solution.transport'],
]);

const solutionOf = ({ code, detail }: Problem): string | null =>
  detail?.cause === 'not-this-encoding' ? 'solution.file-format' : (solutions.get(code) ?? null);
