/** The sent ledger of a data folder, without a station around it. */
import type { SentLedger, SentLedgerDeps } from './doors/signing.ts';
import { createSealer, type Database, type DataKeys } from './doors/storage.ts';

export type LedgerOptions = { database: Database; keys: DataKeys; dataDir: string } & Partial<SentLedgerDeps>;

/** Of a data folder that nothing was stored in before, and without a keychain, unless the options say so. */
export const ledgerDeps = ({ keys, ...given }: LedgerOptions): SentLedgerDeps => ({
  sealer: createSealer(keys),
  keys,
  keychain: null,
  auditHead: () => ({ number: 0, hash: '0'.repeat(64) }),
  isUsed: async () => false,
  now: () => new Date(),
  ...given,
});

/** For those who only read an outbox: nothing that they do is noted. */
export const readOnlyLedger: Pick<SentLedger, 'noteCall' | 'noteResults'> = { noteCall: notNoted, noteResults: notNoted };

function notNoted(): never {
  throw new Error('nothing is to be noted here');
}
