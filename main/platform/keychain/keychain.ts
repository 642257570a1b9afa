/** A keychain: its interface, one in memory, and a check whether it can be written to. */
import { randomUUID } from 'node:crypto';
import { type Problem, problemOf } from '../../../shared/errors.ts';

/** Entries of one service name. Only `system-keychain.ts` writes them to disk. */
export type Keychain = {
  get(account: string): Promise<string | null>;
  set(account: string, value: string): Promise<void>;
  remove(account: string): Promise<void>;
};

/** Makes a keychain that ends with the process: for memory-only mode, and for tests. */
export function memoryKeychain(entries = new Map<string, string>()): Keychain {
  return {
    get: async (account) => entries.get(account) ?? null,
    set: async (account, value) => void entries.set(account, value),
    remove: async (account) => void entries.delete(account),
  };
}

/** Milliseconds that the station waits for the first answer of the keychain, which may ask a person to unlock it. */
export const keychainTimeoutMs = 10_000;

/**
 * Reads, writes and removes an entry of its own. Reading alone proves nothing: a locked Secret Service answers that there is no such
 * entry. Never rejects. @returns the problem; null when the keychain can be written to
 */
export async function probeKeychain(keychain: Keychain): Promise<Problem | null> {
  const entry = `probe/${randomUUID()}`;
  try {
    await keychain.get(entry);
    await keychain.set(entry, 'probe');
    await keychain.remove(entry);
    return null;
  } catch (thrown) {
    return problemOf(thrown);
  }
}
