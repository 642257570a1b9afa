/** Runs the work that a press started; a problem is shown over the page until it is closed. */
import { type Problem, problemOf } from '../../shared/errors.ts';
import { toastProblem } from '../components/toast-queue.ts';

/** Returns the value, or undefined when a problem was shown. */
export async function attempt<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (thrown) {
    toastProblem(problemOf(thrown));
    return undefined;
  }
}

/** Returns whether the work succeeded; a problem was shown if not. */
export const succeeded = async (work: Promise<unknown>): Promise<boolean> => (await attempt(work.then(() => true))) === true;

/** Returns the problem of work, for the form that started it; null when it succeeded. */
export async function refusalOf(work: Promise<unknown>): Promise<Problem | null> {
  try {
    await work;
    return null;
  } catch (thrown) {
    return problemOf(thrown);
  }
}
