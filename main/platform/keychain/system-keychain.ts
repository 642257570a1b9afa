/** The operating system's keychain through keytar: Keychain on macOS, Credential Manager on Windows, Secret Service on Linux. */
import { StationError } from '../../../shared/errors.ts';
import type { Keychain } from './vault.ts';

/**
 * Long enough for a person to answer the system's prompt. keytar itself waits without end, on a thread of
 * Node's pool that cannot be called back.
 */
const promptPatience = 120_000;

/**
 * Entries of one service name. keytar is loaded at first use: a machine without libsecret then gets a
 * problem that can be shown, not a crash at start. Errors of keytar are replaced by a plain word, the
 * `cause`: `not-loaded` (no native library), `no-service` (nobody answers), `locked` (closed, no keyring
 * made yet, refused by the person, or a prompt that nobody answered).
 * Every function @throws StationError `keychain-unavailable`
 */
export function systemKeychain(service = 'Signing Station'): Keychain {
  const read = async (account: string) => (await keytar()).getPassword(service, account);
  const get: Keychain['get'] = async (account) => {
    // macOS answers even while locked, so that a refusal there is about the lock.
    const cause = process.platform === 'darwin' ? 'locked' : 'no-service';
    return answered(read(account), () => cause);
  };
  /** A service that reads but does not write is locked. */
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

/** The answer, or the problem; keytar's own error text is in the system's language and is dropped. */
async function answered<T>(work: Promise<T>, causeOf: () => Cause | Promise<Cause>): Promise<T> {
  const silence = Promise.withResolvers<never>();
  const timer = setTimeout(() => silence.reject(unavailable('locked')), promptPatience);
  try {
    return await Promise.race([work, silence.promise]);
  } catch (thrown) {
    if (thrown instanceof StationError) throw thrown;
    throw unavailable(await causeOf());
  } finally {
    clearTimeout(timer);
  }
}
