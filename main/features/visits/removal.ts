/** Removes a visit with all of its encrypted data; never while part of it is pending. */

import { StationError } from '../../../shared/errors.ts';
import type { Database } from '../../platform/storage/database.ts';
import type { EncryptedFiles, EncryptedName } from '../../platform/storage/encrypted-files.ts';
import type { Audit } from '../audit/audit.ts';
import type { RecordRepository } from '../records/records.ts';
import type { ScreeningRepository } from '../screening/screening.ts';
import type { Outbox, OutboxJob, SentLedger } from '../signing/signing.ts';
import type { VisitRepository } from './visit-repository.ts';
import { isWaiting } from './waiting.ts';

export type RemovalDeps = {
  /** The database of the visits: the station's, or the one in memory. */
  database: Database;
  store: VisitRepository;
  records: RecordRepository;
  screenings: ScreeningRepository;
  outbox: Outbox;
  files: EncryptedFiles;
  audit: Audit;
  ledger: Pick<SentLedger, 'markVisit' | 'markBefore' | 'eraseMarked'>;
  /** Removes finished documents from the queue, with their encrypted files. */
  forgetDocuments(ids: readonly string[]): Promise<unknown>;
  /** The visit's data in the client's web service. */
  serviceItems: ServiceItems;
};

export type ServiceItems = {
  /** The number of the visit's documents that are currently offered to the provider. */
  offered(visitId: string): number;
  /** Off the inbox and the list of publications; part of the transaction under way. Answers with the owners of their encrypted files. */
  removeOfVisit(visitId: string): string[];
  /** What belongs to no visit and was done with before then: documents that are not offered any more, bodies that were set aside. */
  expire(before: Date): Promise<void>;
};

export type Removal = {
  /** How much of the visit is under way or waits, for the line or for a person. */
  open(visitId: string): number;
  /**
   * @param seen when it had last changed (null: it cannot be opened) for whoever decided that it goes: what is pushed or fetched
   * meanwhile nobody has seen, and the visit stays
   * @throws StationError `visit-unknown`, `visit-busy`, `state-changed`
   */
  remove(visitId: string, seen: string | null, by: string, why: 'person' | 'retention'): Promise<void>;
};

export function createRemoval(parts: RemovalDeps): Removal {
  const { database, store, records, screenings, outbox, files, audit } = parts;

  const jobsOf = (visitId: string): OutboxJob[] => outbox.ofVisit(visitId);

  const open = (visitId: string): number =>
    jobsOf(visitId).filter(isWaiting).length +
    screenings.ofVisit(visitId).filter((search) => !('unopened' in search) && search.state === 'waiting').length +
    parts.serviceItems.offered(visitId);

  return {
    open,
    async remove(visitId, seen, by, why) {
      if (!store.has(visitId)) throw new StationError('visit-unknown');
      const count = open(visitId);
      if (count > 0) throw new StationError('visit-busy', { count });
      await parts.forgetDocuments(jobsOf(visitId).map(({ id }) => id));
      const left = Math.max(jobsOf(visitId).length, open(visitId));
      if (left > 0) throw new StationError('visit-busy', { count: left });
      if (lastChange(store, visitId) !== seen) throw new StationError('state-changed');

      // Rows first: what the end of the station then leaves of the files belongs to nobody, and goes at the next start.
      const owners = database.transaction(() => {
        const ofRecords = records.ofVisit(visitId).map((one) => (one.ok ? one.value.id : one.id));
        screenings.removeOfVisit(visitId);
        records.removeOfVisit(visitId);
        const ofService = parts.serviceItems.removeOfVisit(visitId);
        audit.erase(visitId);
        parts.ledger.markVisit(visitId);
        audit.append({ kind: 'visit-removed', visitId, by, about: null, detail: { why } });
        store.remove(visitId);
        database.requestScrub();
        return new Set([visitId, ...ofRecords, ...ofService]);
      });
      for (const owner of owners) for (const file of files.ofOwner(owner)) await files.remove(file);
      // Retention removes many visits in one pass and scrubs once after the last.
      if (why === 'retention') return;
      await parts.ledger.eraseMarked();
      database.scrub();
    },
  };
}

/** Null for a visit that cannot be opened. */
export const lastChange = (store: VisitRepository, visitId: string): string | null => store.find(visitId)?.changedAt ?? null;

/** A copy that a visit does not name: the station ended before it was noted, or its document was queued anew with other bytes. */
function isUnusedCopy({ kind, owner, id }: EncryptedName, store: VisitRepository): boolean {
  const visit = kind === 'visit' ? store.find(owner) : null;
  return visit !== null && !visit.documents.some(({ originalCopy, signedCopy }) => originalCopy?.id === id || signedCopy?.id === id);
}

/** Encrypted files of records and visits that are not kept any more: the end of the station came between the two. */
export async function sweepFiles({
  store,
  records,
  outbox,
  files,
}: Pick<RemovalDeps, 'store' | 'records' | 'outbox' | 'files'>): Promise<void> {
  for (const file of files.list(['record', 'visit'])) {
    const { owner } = file;
    // `isOrphan` is false while a database that may know the owner lies set aside.
    const gone = outbox.isOrphan(owner) && !store.has(owner) && !records.has(owner);
    if (gone || isUnusedCopy(file, store)) await files.remove(file).catch(() => undefined);
  }
}
