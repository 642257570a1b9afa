/**
 * What the queue is kept in: sealed records and sealed files under the data folder's key. Without a key that
 * lasts, both are of this run alone: in memory, and in a folder that is gone with the run or at the next start.
 */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Problem, problem } from '../../shared/errors.ts';
import { systemCode } from '../files/disk-problem.ts';
import { openSealedFiles } from '../store/create-sealed-files.ts';
import { type Database, openMemoryDatabase } from '../store/database.ts';
import type { SealedFiles } from '../store/sealed-files.ts';
import { openDataKeys } from '../vault/create-data-keys.ts';
import { createSealer } from '../vault/create-sealer.ts';
import { Unsealable } from '../vault/sealing.ts';
import type { Keychain } from '../vault/vault.ts';
import { openOutbox } from './outbox/create-outbox.ts';
import type { Outbox } from './outbox/outbox.ts';

export type QueueStore = {
  outbox: Outbox;
  files: SealedFiles;
  /** Null when the queue survives the end of the station; else why not. */
  notKept: Problem | null;
  /** What is stored and cannot be opened. */
  notices(): Problem[];
  /** @throws StationError `key-not-renewable`, `keychain-unavailable`, `disk-full` */
  renewKey(): Promise<void>;
  close(): Promise<void>;
};

const sessionFolder = 'session-';

export async function openQueueStore(parts: {
  database: Database;
  dataDir: string;
  keychain: Keychain;
  given?: Buffer;
}): Promise<QueueStore> {
  const { database, dataDir } = parts;
  const keys = await openDataKeys(parts);
  await removeSessions(dataDir);
  const lasting = keys.notKept === null;
  const folder = join(dataDir, lasting ? 'sealed' : `${sessionFolder}${crypto.randomUUID()}`);
  const store = lasting ? database : openMemoryDatabase();
  const files = await openSealedFiles({ folder, keys });
  const outbox = openOutbox({ database: store, sealer: createSealer(keys), now: () => new Date() });

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
    return all;
  }

  // A renewal that did not come to its end, or whose old key still had users when it did. Only here nothing else writes.
  if (lasting && keys.old().length > 0 && (await sealAnew().catch(() => false))) await keys.retireOld().catch(() => undefined);

  return {
    outbox,
    files,
    notKept: keys.notKept,
    notices() {
      const locked = lasting ? outbox.locked() : countRecords(database);
      return locked > 0 ? [problem('sealed-elsewhere', { count: locked })] : [];
    },
    async renewKey() {
      await keys.renew();
      await sealAnew();
    },
    async close() {
      if (lasting) return;
      store.close();
      await rm(folder, { recursive: true, force: true }).catch(() => undefined);
    },
  };
}

/** What runs without a lasting key left behind: nobody has their keys any more. */
async function removeSessions(dataDir: string): Promise<void> {
  const names = await readdir(dataDir);
  for (const name of names.filter((one) => one.startsWith(sessionFolder))) {
    await rm(join(dataDir, name), { recursive: true, force: true }).catch(() => undefined);
  }
}

/** Documents that wait, or are in doubt, in the queue that cannot be opened for want of its key. */
function countRecords({ sql }: Database): number {
  const row = sql.prepare("SELECT count(*) AS count FROM job WHERE status IN ('queued', 'sending', 'in-doubt')").get();
  return Number(row?.count ?? 0);
}
