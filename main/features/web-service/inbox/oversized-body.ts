/** What is known of a body over the limit: it is refused before it is read to its end. */
import { type Problem, problem } from '../../../../shared/errors.ts';

const mib = 2 ** 20;

/** `stated`: its Content-Length, in bytes; NaN for none. Without one the size is the least that is over the limit. */
export function oversizedBody(stated: number, limitMiB: number): { size: number; problem: Problem } {
  if (Number.isSafeInteger(stated))
    return { size: stated, problem: problem('body-too-large', { size: Math.ceil(stated / mib), limit: limitMiB }) };
  return { size: limitMiB * mib + 1, problem: problem('body-too-large', { limit: limitMiB, context: 'unstated' }) };
}

/** Whether the size of an item with this problem is the least that it can be. */
export const isLowerBound = (found: Problem | null): boolean => found?.code === 'body-too-large' && found.detail?.size === undefined;
