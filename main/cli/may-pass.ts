/** What keeps a search waiting: the line and the provider, or something that a person must see to. */
import type { Problem } from '../../shared/errors.ts';
import { passesByItself } from '../provider/call-outcome.ts';

/** A search may be asked again after any of these, as it changes nothing at the provider. */
const passing: ReadonlySet<Problem['code']> = new Set(['no-answer', 'answer-cut-off', 'search-failed']);

/** Whether asking the same again later may fare better without anyone doing anything. */
export const mayPass = (problem: Problem): boolean => passing.has(problem.code) || passesByItself(problem);
