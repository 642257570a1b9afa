/** At startup, copies into visits the queue changes that the last shutdown left out. */

import { z } from 'zod';
import type { Database } from '../../platform/storage/database.ts';
import { openJsonRows } from '../../platform/storage/json-rows.ts';
import type { Outbox, OutboxJob } from '../signing/signing.ts';
import { day } from './retention.ts';
import type { Copies } from './visit-documents.ts';
import type { VisitRepository } from './visit-repository.ts';
import type { VisitDocumentRow } from './visit-row.ts';

export type FollowMissedDeps = {
  database: Database;
  outbox: Outbox;
  store: VisitRepository;
  copies: Copies;
  follow(jobs: readonly OutboxJob[]): void;
  now(): Date;
  isEnded(): boolean;
};

/** Follows the open jobs, and the jobs at rest that changed since the last start that left none behind. */
export function followMissed({ database, outbox, store, copies, follow, now, isEnded }: FollowMissedDeps): void {
  const marks = openJsonRows(database, 'followed', z.object({ at: z.string() }));
  const startedAt = now().getTime();
  const since = marks.get('queue')?.at ?? '';
  follow([...outbox.openJobs(), ...jobsBehind(outbox, store, since)]);
  const note = (): void => {
    // A copy that failed is made by the next start. A day earlier, since clocks are set.
    const isComplete = !isEnded() && jobsBehind(outbox, store, since).length === 0;
    if (isComplete) marks.put('queue', { at: new Date(startedAt - day).toISOString() });
  };
  // With a full or damaged disk, the next start looks through the same jobs again.
  void copies
    .settled()
    .then(note)
    .catch(() => undefined);
}

/** Jobs at rest that changed since a time, whose visit lacks their last change, their file or a copy. */
function jobsBehind(outbox: Outbox, store: VisitRepository, since: string): OutboxJob[] {
  return outbox.restingOfVisits(since).filter(({ id, visitId, changedAt }) => {
    const visit = store.find(visitId ?? '');
    const document = visit?.documents.find(({ documentId }) => documentId === id);
    return visit !== null && isBehind(document, changedAt);
  });
}

function isBehind(document: VisitDocumentRow | undefined, changedAt: string): boolean {
  if (document?.changedAt !== changedAt || document.originalCopy === null) return true;
  return document.signedSha256 !== null && (document.signedCopy === null || document.signedName === null);
}
