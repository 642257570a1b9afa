/** Data keys for tests: of a database and a keychain in memory, opened by the real code. */
import { randomBytes } from 'node:crypto';
import { memoryKeychain } from './doors/keychain.ts';
import { type DataKeys, openDataKeys, openMemoryDatabase } from './doors/storage.ts';

/** As they are with a keychain that answers. */
export function someDataKeys(): Promise<DataKeys> {
  return openDataKeys({ database: openMemoryDatabase(), keychain: memoryKeychain() });
}

/** As they are with a key from the environment. */
export function givenDataKeys(given: Buffer = randomBytes(32)): Promise<DataKeys> {
  return openDataKeys({ database: openMemoryDatabase(), keychain: memoryKeychain(), given });
}
