/** The sent ledger of a data folder, without a station around it. */
import type { SentLedger, SentLedgerDeps } from '../doors/signing.ts';
import { type Database, type DataKeys, keyId } from '../doors/storage.ts';

export type LedgerOptions = { database: Database; dataDir: string } & Partial<SentLedgerDeps>;

/** For an unused data folder, under one key and without a keychain, unless the options differ. */
export const ledgerDeps = (options: LedgerOptions): SentLedgerDeps => ({
  keys: oneKey(Buffer.alloc(32, 7)),
  keychain: null,
  auditHead: () => ({ number: 0, hash: '0'.repeat(64) }),
  wasUsed: false,
  assertLocked: () => undefined,
  now: () => new Date(),
  ...options,
});

/** Keys with this key as the only one. */
function oneKey(key: Buffer): DataKeys {
  const only = { id: keyId(key), key };
  const refused = () => Promise.reject(new Error('a given key is not rotated'));
  return {
    current: () => only,
    all: () => [only],
    isRotating: () => false,
    memoryOnly: null,
    isCertain: true,
    note: () => undefined,
    putBack: async () => false,
    add: refused,
    forgetOld: () => {
      throw new Error('a given key is not rotated');
    },
  };
}

/** For tests that only read an outbox. */
export const readOnlyLedger: Pick<SentLedger, 'appendQueued' | 'appendCall' | 'appendResults'> = {
  appendQueued: notAppended,
  appendCall: notAppended,
  appendResults: notAppended,
};

function notAppended(): never {
  throw new Error('nothing is to be appended here');
}
