/** The operating system's keychain through keytar: Keychain on macOS, Credential Manager on Windows, Secret Service on Linux. */
import { createRequire } from 'node:module';
import type * as Keytar from 'keytar';
import { StationError } from '../../../shared/errors.ts';
import type { Keychain } from './keychain.ts';

/** Milliseconds in which a person can answer the system's prompt. keytar itself waits for ever, on a thread of Node's pool. */
const promptTimeoutMs = 120_000;

/**
 * Opens the entries of one service name. Loads keytar at the first use: a machine without libsecret then gets a problem that can be shown,
 * not a crash at start. Every function @throws StationError `keychain-unavailable`; its `cause` replaces the error of keytar: `not-loaded`
 * (no native library), `no-service` (no answer), `locked` (locked, no keyring made yet, refused by the person, or a prompt without an
 * answer), `denied` (macOS: locked, or access denied by the person).
 */
export function systemKeychain(service = 'Signing Station'): Keychain {
  const read = async (account: string) => keytar().getPassword(service, account);
  const get: Keychain['get'] = async (account) => {
    // The service of macOS answers even while it is locked: it refuses when it stays locked, and when a person denies access.
    const cause = process.platform === 'darwin' ? 'denied' : 'no-service';
    return answered(read(account), () => cause);
  };
  /** Finds the cause: a service that reads but does not write is locked. */
  const causeOfWriting = async () => {
    const reads = await answered(read('probe'), () => 'no-service').then(
      () => true,
      () => false,
    );
    if (process.platform === 'darwin') return 'denied';
    return reads ? 'locked' : 'no-service';
  };
  return {
    get,
    set: async (account, value) => {
      const { setPassword } = keytar();
      await answered(setPassword(service, account, value), causeOfWriting);
    },
    remove: async (account) => {
      const { deletePassword } = keytar();
      await answered(deletePassword(service, account), causeOfWriting);
    },
  };
}

const require = createRequire(import.meta.url);

/** Loads keytar with `require`: Electron has twice failed to `import` a CommonJS module with native code from an asar archive. */
function keytar(): typeof Keytar {
  try {
    return require('keytar');
  } catch {
    throw unavailable('not-loaded');
  }
}

type Cause = 'not-loaded' | 'no-service' | 'locked' | 'denied';

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
