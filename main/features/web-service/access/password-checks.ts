/** Hashes a few passwords at a time: each takes 32 MiB and a tenth of a second, and any caller may send one. */
import pLimit from 'p-limit';
import { StationError } from '../../../../shared/errors.ts';
import { fillers, type HashMeasures, hashOf, isPasswordOf, type PasswordHash } from './password-hash.ts';

export type PasswordChecks = {
  /**
   * Runs `work` when its turn comes; passwords are to be compared within it.
   * @throws StationError `service-busy` when too many wait already
   */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
  /** For a password that is set at the station: waits without a limit. */
  make(password: string): Promise<PasswordHash>;
  /**
   * Which of `own` is the password's; null for none.
   * @param everybodys the good ones of each user: the work is the same for all of them, and for nobody
   */
  find(password: string, own: readonly PasswordHash[], everybodys: readonly (readonly PasswordHash[])[]): Promise<PasswordHash | null>;
};

const atOnce = 2;
const maxWaiting = 32;
/** Seconds in which so many are through. */
const retryAfter = 5;

export function createPasswordChecks(measures?: HashMeasures): PasswordChecks {
  const limit = pLimit(atOnce);
  return {
    inTurn(work) {
      if (limit.pendingCount >= maxWaiting) return Promise.reject(new StationError('service-busy', { retryAfter }));
      return limit(work);
    },
    make: (password) => limit(() => hashOf(password, measures)),
    async find(password, own, everybodys) {
      let found: PasswordHash | null = null;
      // To the end whatever was found: when the answer comes says nothing.
      for (const kept of [...own, ...fillers(own, everybodys, measures)]) {
        if ((await isPasswordOf(kept, password)) && own.includes(kept)) found ??= kept;
      }
      return found;
    },
  };
}
