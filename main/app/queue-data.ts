/** Opens the encrypted data with the queue, the sent ledger and the log. What else is stored is in `station-data.ts`. */

import { z } from 'zod';
import { type Problem, type ProblemCode, problem, problemOf } from '../../shared/errors.ts';
import { type Audit, openAudit } from '../features/audit/audit.ts';
import { ledgerIds, type Outbox, openOutbox, openSentLedger, reconcile, type SentLedger } from '../features/signing/signing.ts';
import { hasVisit } from '../features/visits/visits.ts';
import type { DataKey } from '../platform/keychain/data-keys.ts';
import type { Keychain } from '../platform/keychain/keychain.ts';
import { type CopyCheck, type FileIdentity, openCopyCheck } from '../platform/storage/copy-check.ts';
import { type EncryptedStore, type EncryptedStoreDeps, openEncryptedStore } from '../platform/storage/encrypted-store.ts';
import { openJsonRows } from '../platform/storage/json-rows.ts';
import { hasStationDatabase } from '../platform/storage/open-database.ts';
import { openRollbackCheck } from '../platform/storage/rollback-check.ts';
import { continueClock, trustedTime } from '../platform/storage/trusted-clock.ts';

export type QueueData = Pick<EncryptedStore, 'database' | 'files' | 'sweep' | 'close'> & {
  /** Why the data end with the station (memory-only mode); null when they survive it. */
  memoryOnly: Problem | null;
  outbox: Outbox;
  /** Every call ever begun. */
  ledger: SentLedger;
  audit: Audit;
  /** Null in memory-only mode. Its `note` follows once nothing of a copy is offered any more. */
  copyCheck: CopyCheck | null;
  /** The disk has data that this run, in memory-only mode, does not see. */
  isHidden: boolean;
  /** Problems with the stored data that a person should read. */
  notices(): readonly Problem[];
  /** The key that the data are encrypted with. */
  dataKey(): DataKey;
  /** Encrypts the data with a new key. @throws StationError `key-not-renewable`, `keychain-unavailable`, `disk-full` */
  rotateKey(): Promise<void>;
};

type QueueDataDeps = Omit<EncryptedStoreDeps, 'ledgerKey'> & {
  /** The data are a backup's: a person must send its queued documents again. */
  isRestored: boolean;
  /** See `DataFolderLock`. */
  assertLocked(): void;
  /** See `StationOptions`. */
  fileIdentity?: (path: string) => FileIdentity;
};

/** Reports, once, that the encrypted files are missing. `isOther`: the database is not the one that had them last, as is reported. */
function reportMissingFiles({ database, lacksFiles }: EncryptedStore, isOther: boolean): void {
  const rows = openJsonRows(database, 'missing-files', z.object({}));
  if (lacksFiles === (rows.get('') !== null)) return;
  database.transaction(() => {
    if (!lacksFiles) return rows.remove('');
    rows.put('', {});
    if (!isOther) database.report(problem('files-missing', { name: 'encrypted' }), true);
  });
}

/** Looks after the key of the data whenever the keychain has just been written to: it is there and open then. */
const keepingKey = (keychain: Keychain, { keepKey }: EncryptedStore): Keychain => ({
  ...keychain,
  async set(account, value) {
    await keychain.set(account, value);
    await keepKey();
  },
});

/** Notices by which a person knows that rows of the database are missing. */
const reportsLoss: readonly ProblemCode[] = ['database-damaged', 'database-missing', 'queue-incomplete'];

/** Completes a key rotation that was cut off. @throws like `openEncryptedStore` */
export async function openQueueData(parts: QueueDataDeps): Promise<QueueData> {
  const { dataDir, settings, keychain, vaultKey, isRestored } = parts;
  const store = await openEncryptedStore({ ...parts, ledgerKey: ledgerIds(dataDir)?.key ?? null });
  const { database, files, keys, memoryOnly, isOneOfSeveral } = store;
  const now = () => new Date();
  function assertLocked(): void {
    try {
      parts.assertLocked();
    } catch (thrown) {
      database.report(problemOf(thrown), false);
      throw thrown;
    }
  }
  // Also after the entry of a call in the ledger, and before its first byte: a station that takes the folder later reads that entry.
  if (memoryOnly === null) database.beforeCommit(assertLocked);
  const isHidden = memoryOnly !== null && hasStationDatabase(dataDir);
  /** In the order of their opening. */
  const opened: { close(): Promise<void> }[] = [store];
  async function close(): Promise<void> {
    for (const each of opened.toReversed()) await each.close();
  }
  try {
    const log = openAudit({ database, now });
    const ledger = await openSentLedger({
      database,
      keys,
      dataDir,
      keychain: vaultKey === undefined ? keepingKey(keychain, store) : null,
      auditHead: log.head,
      wasUsed: store.wasUsed,
      assertLocked,
      now,
    });
    opened.push(ledger);
    const outbox = openOutbox({ database, ledger, now, isOneOfSeveral });
    const rollbackCheck = memoryOnly === null ? openRollbackCheck(database, settings) : null;
    const copyCheck = memoryOnly === null ? openCopyCheck(database, parts.fileIdentity) : null;
    const last = ledger.lastTime();
    if (last !== null) continueClock(settings, last);
    const found = reconcile({
      ledger,
      outbox,
      isRestored,
      isCopy: copyCheck?.isCopy ?? false,
      // A clock that is far ahead makes no call and no lost document old.
      now: trustedTime(settings, now()),
      hasVisit: (id) => hasVisit(database, id),
      report: (notice) => database.report(notice, true),
    });
    // A restored, copied, salvaged or missing database is reported as that, and one that has lost queued documents too.
    const isOther = isRestored || copyCheck?.isCopy === true || database.notices().some(({ code }) => reportsLoss.includes(code));
    const older = rollbackCheck?.older ?? null;
    if (older === 'database' && !isOther) database.report(problem('database-older'), true);
    if (older === 'settings') database.report(problem('settings-unreadable', { context: 'older' }), true);
    reportMissingFiles(store, isOther || older === 'database');
    async function completeRotation(): Promise<void> {
      await ledger.rotateKey();
      // The database and the ledger are under the current key.
      keys.forgetOld();
    }
    // When the keychain or the disk refuses, the next start tries again.
    if (memoryOnly === null && keys.isRotating()) await completeRotation().catch(() => undefined);
    return {
      outbox,
      ledger,
      audit: { ...log, verify: () => log.verify(ledger.auditHeads()) },
      files,
      database,
      sweep: store.sweep,
      memoryOnly,
      copyCheck,
      isHidden,
      notices: () => [...found, ...(isHidden ? [problem('data-hidden')] : database.notices())],
      dataKey: keys.current,
      async rotateKey() {
        await keys.add();
        await store.rekey();
        await completeRotation();
      },
      async close() {
        try {
          rollbackCheck?.endOrderly();
        } catch {
          // The disk is full: the next start compares with an earlier end.
        }
        await close();
      },
    };
  } catch (thrown) {
    await close();
    throw thrown;
  }
}
