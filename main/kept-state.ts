/** What the station keeps sealed: the queue, searches, visits with their records, and the log. Renewing the key seals all of it anew. */
import { type Problem, problem } from '../shared/errors.ts';
import type { Audit } from './audit/audit.ts';
import { openAudit } from './audit/open-audit.ts';
import { type CaseStore, openCaseStore } from './cases/case-store.ts';
import { ledgerKeyId } from './features/signing/sent-ledger/open-ledger.ts';
import { reconcile } from './features/signing/sent-ledger/reconcile.ts';
import { openSentLedger, type SentLedger } from './features/signing/sent-ledger/sent-ledger.ts';
import { systemCode } from './files/disk-problem.ts';
import { openRecordStore, type RecordStore } from './identity/record-store.ts';
import { openScreeningStore } from './screening/store/open-screening-store.ts';
import type { ScreeningStore } from './screening/store/screening-store.ts';
import { openOutbox } from './signing/outbox/create-outbox.ts';
import type { Outbox } from './signing/outbox/outbox.ts';
import type { Database } from './store/database.ts';
import type { SealedFiles } from './store/sealed-files.ts';
import { openSealedStore } from './store/sealed-store.ts';
import { type Sealer, Unsealable } from './vault/sealing.ts';
import type { Keychain } from './vault/vault.ts';

export type KeptState = {
  outbox: Outbox;
  /** Every call that was ever begun. */
  ledger: SentLedger;
  files: SealedFiles;
  screenings: ScreeningStore;
  records: RecordStore;
  visits: CaseStore;
  audit: Audit;
  /** The station's own, or one in memory. */
  database: Database;
  /** Null when all of it survives the end of the station; else why not. */
  notKept: Problem | null;
  /** Visits lie on the disk that this run, which keeps nothing, does not see. */
  visitsHidden: boolean;
  sealer: Sealer;
  /** What else is sealed in rows: it is counted and sealed anew with the rest. */
  also(kept: SealedRows): void;
  /** Once all that is sealed is known, and nothing else writes yet: ends a renewal of the key that did not come to its end. */
  settle(): Promise<void>;
  /** What is stored and cannot be opened. */
  notices(): Problem[];
  /** @throws StationError `key-not-renewable`, `keychain-unavailable`, `disk-full` */
  renewKey(): Promise<void>;
  close(): Promise<void>;
};

/** Rows that are sealed. `locked`: how many under a key that is not at hand. `renewSeals` answers whether all is under that key. */
export type SealedRows = { locked(): number; renewSeals(key: string): boolean };

export async function openKeptState(parts: {
  database: Database;
  dataDir: string;
  keychain: Keychain;
  given?: Buffer;
}): Promise<KeptState> {
  const sealed = await openSealedStore({ ...parts, alsoId: ledgerKeyId(parts.dataDir) });
  const { database, files, sealer, keys, notKept } = sealed;
  const lasting = notKept === null;
  const now = () => new Date();
  const log = openAudit({ database, sealer, now });
  const ledger = await openSentLedger({
    database,
    sealer,
    keys,
    dataDir: parts.dataDir,
    keychain: parts.given === undefined ? parts.keychain : null,
    auditHead: log.head,
    isUsed: async () => (await files.list()).length > 0,
    now,
  });
  const outbox = openOutbox({ database, sealer, ledger, now });
  const screenings = openScreeningStore({ database, sealer });
  const records = openRecordStore({ database, sealer });
  const visits = openCaseStore({ database, sealer });
  const audit: Audit = { ...log, verify: () => log.verify(ledger.auditHeads()) };
  const found = reconcile({ ledger, outbox, hasVisit: visits.has, now });
  const more: SealedRows[] = [];

  /** What is under another key is sealed anew; what cannot be opened stays as it is. Answers whether all is under the current key. */
  async function sealAnew(): Promise<boolean> {
    outbox.renewSeals();
    let all = outbox.locked() === 0;
    for (const file of await files.list()) {
      await files.renew(file).catch((thrown: unknown) => {
        if (thrown instanceof Unsealable) all = false;
        // Delivered or sent meanwhile, and gone: nothing is left to be sealed.
        else if (systemCode(thrown) !== 'ENOENT') throw thrown;
      });
    }
    const key = keys.current().id;
    // Each in one transaction: the disk is waited for once, not for every row.
    const rows = [records, visits, audit, ...more].map((kept) => database.transaction(() => kept.renewSeals(key)));
    const renewed = [await screenings.renewSeals(key), await ledger.renewKey()];
    return all && [...renewed, ...rows].every((each) => each);
  }

  return {
    outbox,
    ledger,
    files,
    screenings,
    records,
    visits,
    audit,
    database,
    sealer,
    notKept,
    visitsHidden: !lasting && countVisits(parts.database) > 0,
    also: (kept) => void more.push(kept),
    async settle() {
      // One that did not come to its end, or whose old key still had users when it did.
      if (lasting && keys.old().length > 0 && (await sealAnew().catch(() => false))) await keys.retireOld().catch(() => undefined);
    },
    notices() {
      const lockedRows = [outbox, screenings, records, visits, ...more].reduce((sum, kept) => sum + kept.locked(), 0);
      const locked = lasting ? lockedRows : countRecords(parts.database);
      const damaged = lasting ? screenings.damagedRuns() : 0;
      return [
        ...found,
        ...ledger.notices(),
        ...(locked > 0 ? [problem('sealed-elsewhere', { count: locked })] : []),
        ...(damaged > 0 ? [problem('record-damaged', { kind: 'mass-run', count: damaged })] : []),
      ];
    },
    async renewKey() {
      await keys.renew();
      await sealAnew();
    },
    async close() {
      await ledger.close();
      await sealed.close();
    },
  };
}

const countVisits = ({ sql }: Database): number => Number(sql.prepare('SELECT count(*) AS count FROM customer_case').get()?.count ?? 0);

/** What waits, or is in doubt, in a database that cannot be opened for want of its key. */
function countRecords({ sql }: Database): number {
  const row = sql
    .prepare(
      `SELECT (SELECT count(*) FROM job WHERE status IN ('queued', 'sending', 'in-doubt', 'unverified'))
            + (SELECT count(*) FROM screening WHERE state = 'waiting')
            + (SELECT count(*) FROM customer_case)
            + (SELECT count(*) FROM publication)
            + (SELECT count(*) FROM inbox_item) AS count`,
    )
    .get();
  return Number(row?.count ?? 0);
}
