/** Outcomes of calls that may be refused, as codes. */
import { StationError } from './doors/errors.ts';

/** Returns the code of the problem that it is refused with, or `done`. Rethrows other errors. */
export async function outcomeOf(work: (() => unknown) | Promise<unknown>): Promise<string> {
  try {
    await (typeof work === 'function' ? work() : work);
  } catch (thrown) {
    if (thrown instanceof StationError) return thrown.problem.code;
    throw thrown;
  }
  return 'done';
}

/** Returns the code of the problem that it is refused with; success would be a fault of the test. */
export async function codeOf(work: (() => unknown) | Promise<unknown>): Promise<string> {
  const outcome = await outcomeOf(work);
  if (outcome === 'done') throw new Error('not refused');
  return outcome;
}

/** Returns the code of the problem that is thrown synchronously; null for none. */
export function thrownCode(work: () => unknown): string | null {
  try {
    work();
    return null;
  } catch (thrown) {
    return thrown instanceof Error && 'problem' in thrown ? Object(thrown.problem).code : String(thrown);
  }
}
