/** The operating system's keychain through keytar: Keychain on macOS, Credential Manager on Windows, Secret Service on Linux. */
import { StationError } from '../../../shared/errors.ts';
import type { Keychain } from './keychain.ts';

/** Milliseconds in which a person can answer the system's prompt. keytar itself waits for ever, on a thread of Node's pool. */
const promptTimeoutMs = 120_000;

/**
 * Opens the entries of one service name. Loads keytar at the first use: a machine without libsecret then gets a problem that can be shown,
 * not a crash at start. Every function @throws StationError `keychain-unavailable`; its `cause` replaces the error of keytar: `not-loaded`
 * (no native library), `no-service` (no answer), `locked` (locked, no keyring made yet, refused by the person, or a prompt without an
 * answer).
 */
export function systemKeychain(service = 'Signing Station'): Keychain {
  const read = async (account: string) => (await keytar()).getPassword(service, account);
  const get: Keychain['get'] = async (account) => {
    // The service of macOS answers even while it is locked, so a refusal is about the lock.
    const cause = process.platform === 'darwin' ? 'locked' : 'no-service';
    return answered(read(account), () => cause);
  };
  /** Finds the cause: a service that reads but does not write is locked. */
  const causeOfWriting = async () => {
    const reads = await answered(read('probe'), () => 'no-service').then(
      () => true,
      () => false,
    );
    return reads || process.platform === 'darwin' ? 'locked' : 'no-service';
  };
  return {
    get,
    set: async (account, value) => {
      const { setPassword } = await keytar();
      await answered(setPassword(service, account, value), causeOfWriting);
    },
    remove: async (account) => {
      const { deletePassword } = await keytar();
      await answered(deletePassword(service, account), causeOfWriting);
    },
  };
}

async function keytar() {
  try {
    return (await import('keytar')).default;
  } catch {
    throw unavailable('not-loaded');
  }
}

type Cause = 'not-loaded' | 'no-service' | 'locked';

function unavailable(cause: Cause): StationError {
  return new StationError('keychain-unavailable', { cause });
}

/** Returns the answer within the time. Drops keytar's own error text, which is in the system's language. @throws StationError `keychain-unavailable` */
async function answered<T>(work: Promise<T>, causeOf: () => Cause | Promise<Cause>): Promise<T> {
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(() => timeout.reject(unavailable('locked')), promptTimeoutMs);
  try {
    return await Promise.race([work, timeout.promise]);
  } catch (thrown) {
    if (thrown instanceof StationError) throw thrown;
    throw unavailable(await causeOf());
  } finally {
    clearTimeout(timer);
  }
}
