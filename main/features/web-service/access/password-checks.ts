/** Hashes a few passwords at a time: each takes 32 MiB and a tenth of a second, and any caller may send one. */
import pLimit from 'p-limit';
import { StationError } from '../../../../shared/errors.ts';
import { fillers, hashOf, isPasswordOf, type PasswordHash } from './password-hash.ts';

export type PasswordChecks = {
  /**
   * Runs `work` when its turn comes; passwords are to be compared within it.
   * @throws StationError `service-busy` when too many are waiting
   */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
  /** Hashes a password that is set at the station; waits without a limit. */
  make(password: string): Promise<PasswordHash>;
  /**
   * Finds the hash in `own` that matches the password; null for none.
   * @param ofAllUsers the valid hashes of each user: the work is the same for every user and for an unknown name
   */
  find(password: string, own: readonly PasswordHash[], ofAllUsers: readonly (readonly PasswordHash[])[]): Promise<PasswordHash | null>;
};

const concurrency = 2;
const maxWaiting = 32;
/** Seconds that `maxWaiting` checks take. */
const retryAfter = 5;

export function createPasswordChecks(): PasswordChecks {
  const limit = pLimit(concurrency);
  return {
    inTurn(work) {
      if (limit.pendingCount >= maxWaiting) return Promise.reject(new StationError('service-busy', { retryAfter }));
      return limit(work);
    },
    make: (password) => limit(() => hashOf(password)),
    async find(password, own, ofAllUsers) {
      let found: PasswordHash | null = null;
      // Compares all of them in any case, so that the time of the answer reveals nothing.
      for (const stored of [...own, ...fillers(own, ofAllUsers)]) {
        if ((await isPasswordOf(stored, password)) && own.includes(stored)) found ??= stored;
      }
      return found;
    },
  };
}
