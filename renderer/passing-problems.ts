/** Problems of a search that pass without anybody: of the way to the service, and of a service that is not itself. Pure. */
import type { Problem, ProblemCode } from '../shared/errors.ts';

const ofTheLine: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  'address-not-found',
  'connection-refused',
  'line-down',
  'timed-out-connecting',
  'certificate-untrusted',
  'proxy-failed',
]);

/** It was reached, and asks to wait or does not answer. */
const ofTheService: ReadonlySet<ProblemCode> = new Set<ProblemCode>(['search-busy', 'search-unanswered', 'search-answer-cut-off']);

export const isOfTheLine = ({ code }: Problem): boolean => ofTheLine.has(code);
export const isOfTheService = ({ code }: Problem): boolean => ofTheService.has(code);
