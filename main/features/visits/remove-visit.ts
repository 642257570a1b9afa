/** Removes a visit with all of its encrypted data; never while part of it is pending. */

import { StationError } from '../../../shared/errors.ts';
import type { EncryptedName } from '../../platform/storage/encrypted-files.ts';
import { evaluateOutdated, isPending } from './change-visit.ts';
import { copiesDone } from './copy-documents.ts';
import type { VisitContext } from './visit-context.ts';

/** The data of visits in the client's web service. */
export type ServiceItems = {
  /** The number of the visit's documents that are currently offered to the provider. */
  offered(visitId: string): number;
  /** Removes the visit's inbox items and publications, within the current transaction. Returns the owners of their encrypted files. */
  removeOfVisit(visitId: string): string[];
  /** Removes what belongs to no visit and ended before that time: documents no longer offered, quarantined bodies. */
  expire(before: Date): Promise<void>;
};

export type RemovalDeps = {
  /** Removes finished documents from the queue, with their encrypted files. */
  forgetDocuments(ids: readonly string[]): Promise<unknown>;
  serviceItems: ServiceItems;
};

/** `by`: empty for the station itself. */
type Decision = { by: string; why: 'person' | 'retention' };

/** @throws StationError `visit-unknown`, `visit-busy`, `state-changed` when the visit changed during its removal */
export async function removeVisit(context: VisitContext, deps: RemovalDeps, id: string, decision: Decision): Promise<void> {
  // What is pushed or fetched during the removal was not part of the decision.
  const decidedOn = lastChange(context, id);
  await copiesDone(context);
  await refuseOrForgetDocuments(context, deps, id);
  if (lastChange(context, id) !== decidedOn) throw new StationError('state-changed');
  await removeData(context, deps, id, decision);
  context.cachedFacts.delete(id);
  context.events.emit('removed', id);
  evaluateOutdated(context);
  context.notify();
  context.events.emit('findings');
}

/** Returns the number of documents and screenings of the visit that are in progress or wait, for the connection or for a person. */
export const pendingCount = ({ outbox, screenings }: VisitContext, { serviceItems }: RemovalDeps, visitId: string): number =>
  outbox.ofVisit(visitId).filter(isPending).length +
  screenings.ofVisit(visitId).filter((screening) => !('damaged' in screening) && screening.state === 'waiting').length +
  serviceItems.offered(visitId);

async function refuseOrForgetDocuments(context: VisitContext, deps: RemovalDeps, visitId: string): Promise<void> {
  const { visits, outbox } = context;
  if (!visits.has(visitId)) throw new StationError('visit-unknown');
  const count = pendingCount(context, deps, visitId);
  if (count > 0) throw new StationError('visit-busy', { count });
  await deps.forgetDocuments(outbox.ofVisit(visitId).map(({ id }) => id));
  const left = Math.max(outbox.ofVisit(visitId).length, pendingCount(context, deps, visitId));
  if (left > 0) throw new StationError('visit-busy', { count: left });
}

async function removeData(context: VisitContext, { serviceItems }: RemovalDeps, visitId: string, { by, why }: Decision): Promise<void> {
  const { database, visits, records, screenings, files, audit, ledger } = context;
  // Rows first: files that a crash then leaves have no owner, and are removed at the next start.
  const owners = database.transaction(() => {
    const ofRecords = records.ofVisit(visitId).map((one) => (one.ok ? one.value.id : one.id));
    screenings.removeOfVisit(visitId);
    records.removeOfVisit(visitId);
    const ofService = serviceItems.removeOfVisit(visitId);
    audit.erase(visitId);
    ledger.markVisit(visitId);
    audit.append({ kind: 'visit-removed', visitId, by, about: null, detail: { why } });
    visits.remove(visitId);
    database.requestScrub();
    return new Set([visitId, ...ofRecords, ...ofService]);
  });
  for (const owner of owners) for (const file of files.ofOwner(owner)) await files.remove(file);
  // Retention removes many visits in one pass and scrubs once after the last.
  if (why === 'retention') return;
  await ledger.eraseMarked();
  database.scrub();
}

/** Null for a visit that cannot be opened. */
const lastChange = ({ visits }: VisitContext, visitId: string): string | null => visits.find(visitId)?.changedAt ?? null;

/** Removes encrypted files of records and visits that no longer exist: a crash came between the removal of the rows and of the files. */
export async function sweepFiles(context: VisitContext): Promise<void> {
  const { visits, records, outbox, files } = context;
  for (const file of files.list(['record', 'visit'])) {
    const { owner } = file;
    // `isOrphan` is false while a database that may know the owner is quarantined.
    const gone = outbox.isOrphan(owner) && !visits.has(owner) && !records.has(owner);
    if (gone || isUnusedCopy(context, file)) await files.remove(file).catch(() => undefined);
  }
}

/** A copy that its visit does not name: a crash came before it was stored, or its document was queued again with other bytes. */
function isUnusedCopy({ visits }: VisitContext, { kind, owner, id }: EncryptedName): boolean {
  const visit = kind === 'visit' ? visits.find(owner) : null;
  return visit !== null && !visit.documents.some(({ originalCopy, signedCopy }) => originalCopy?.id === id || signedCopy?.id === id);
}
