/** What keeps a search waiting: the line and the provider, or something that a person must see to. */
import type { Problem } from '../../shared/errors.ts';
import { passesByItself } from '../provider/call-outcome.ts';

/** Whether asking the same again later may fare better without anyone doing anything; also a service that failed may be asked again. */
export const mayPass = (problem: Problem): boolean => problem.code === 'search-failed' || passesByItself(problem);
