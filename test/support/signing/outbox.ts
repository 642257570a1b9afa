/** An outbox on a real encrypted database file that can be opened again as after a crash. */

import { closing } from '../closing.ts';
import { verificationSettingsSchema } from '../doors/domain.ts';
import { type Outbox, type OutboxJob, openOutbox, openSentLedger, type QueuedDocument, type ReceivedFile } from '../doors/signing.ts';
import type { Database } from '../doors/storage.ts';
import { openTestDatabase } from '../storage/data-keys.ts';
import { ledgerDeps } from './ledger.ts';

export type TestOutbox = {
  folder: string;
  database: Database;
  outbox: Outbox;
  /** Jobs that were emitted to listeners, one array per change. */
  changes: OutboxJob[][];
  /** Closes ledger and database before the end of the test, which closes the ledger again. */
  close(): Promise<void>;
};

export async function openTestOutbox(folder: string, isOneOfSeveral = false): Promise<TestOutbox> {
  const database = openTestDatabase(folder);
  const ledger = closing(await openSentLedger(ledgerDeps({ database, dataDir: folder })));
  const outbox = openOutbox({ database, ledger, now: clock(), isOneOfSeveral });
  const changes: OutboxJob[][] = [];
  outbox.onChange((jobs) => changes.push(jobs));
  const close = async () => {
    await ledger.close();
    database.close();
  };
  return { folder, database, outbox, changes, close };
}

let ticks = 0;
/** Returns a clock; each call returns a time one second later than the call before. */
const clock = () => () => new Date(Date.UTC(2026, 0, 1) + ticks++ * 1_000);

const sheet = { left: 0, bottom: 0, right: 595, top: 842 };

export function queuedDocument(id: string, change: Partial<QueuedDocument> = {}): QueuedDocument {
  return {
    id,
    batchId: 'batch-1',
    account: 'a1b2c3',
    name: `${id}.pdf`,
    path: `/contracts/${id}.pdf`,
    size: 1_234,
    sha256: '0'.repeat(64),
    signatures: 0,
    reference: `ref ${id}`,
    clientInfo: 'client 1',
    visitId: null,
    placement: { page: 1, rect: { left: 10, bottom: 20, right: 110, top: 70 }, box: 'crop' },
    page: { mediaBox: sheet, cropBox: sheet, rotation: 0, userUnit: 1 },
    outputFolder: null,
    original: { kind: 'original', owner: id, id: `o-${id}`, size: 1_234, sha256: '0'.repeat(64) },
    ...change,
  };
}

/** A job of the queue, waiting. */
export const outboxJob = (id: string, change: Partial<OutboxJob> = {}): OutboxJob => ({
  ...queuedDocument(id),
  status: 'queued',
  problem: null,
  warning: null,
  providerDocumentId: null,
  signedSha256: null,
  received: [],
  deliveryProblem: null,
  closed: null,
  fileRelease: null,
  verification: null,
  queuedAt: '2026-01-01T00:00:00.000Z',
  changedAt: '2026-01-01T00:00:01.000Z',
  attempts: 0,
  firstSentAt: null,
  lastAttempt: null,
  resentInDoubt: false,
  removed: false,
  ...change,
});

/** The default settings of a profile. */
export const verificationSettings = verificationSettingsSchema.parse({});

export const sentOf = (ids: readonly string[]) => ids.map((id) => ({ id, reference: `ref ${id}`, sha256: '0'.repeat(64) }));

export function receivedFile(owner: string, change: Partial<ReceivedFile> = {}): ReceivedFile {
  const encrypted = { kind: 'decoded', owner, id: `r-${owner}`, size: 2_345, sha256: '1'.repeat(64) } as const;
  return { role: 'signed', encrypted, extension: '.pdf', begun: false, name: null, path: null, ...change };
}
