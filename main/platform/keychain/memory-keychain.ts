/** A keychain that ends with the process: the visible mode without an operating system's keychain, and tests. */
import type { Keychain } from './vault.ts';

export function memoryKeychain(entries = new Map<string, string>()): Keychain {
  return {
    get: async (account) => entries.get(account) ?? null,
    set: async (account, value) => void entries.set(account, value),
    remove: async (account) => void entries.delete(account),
  };
}
