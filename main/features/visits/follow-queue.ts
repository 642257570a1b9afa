/** Copies the outcomes of queued documents into their visits. */

import { isDeepStrictEqual } from 'node:util';
import { hasTrait } from '../../../shared/errors.ts';
import type { Outbox, OutboxJob, SigningRules } from '../signing/signing.ts';
import type { NewVisitEvent, VisitBook } from './visit-book.ts';
import { type Copies, followed } from './visit-documents.ts';
import type { VisitRepository } from './visit-repository.ts';
import type { VisitDocumentRow } from './visit-row.ts';
import { isWaiting } from './waiting.ts';

export type FollowDeps = { book: VisitBook; store: VisitRepository; copies: Copies; clerk(): string };

/** The log records outcomes, not every step. */
const results = new Set(['signed', 'unverified', 'rejected', 'failed', 'in-doubt', 'cancelled']);

/** Can be told the same more than once; what could not be written is taken over when the station starts again. */
export function followQueue({ book, store, copies, clerk }: FollowDeps): (jobs: readonly OutboxJob[]) => void {
  /** All of one visit at once: a batch of hundreds is one change of it. */
  function follow(jobs: readonly OutboxJob[], visitId: string): void {
    const documents = new Map(store.get(visitId).documents.map((document) => [document.documentId, document]));
    const events: NewVisitEvent[] = [];
    const copied: string[] = [];
    let changed = false;
    for (const job of jobs) {
      const before = documents.get(job.id);
      const next = followed(job, before);
      if (!isDeepStrictEqual(before, next)) {
        changed = true;
        documents.set(job.id, next);
        events.push(...eventsOf(before, next, clerk));
      }
      if (next.originalCopy === null || ((next.status === 'signed' || next.status === 'unverified') && next.signedCopy === null))
        copied.push(job.id);
    }
    if (changed) book.change(visitId, () => ({ documents: [...documents.values()] }), ...events);
    for (const id of copied) void copies.make(visitId, id);
  }

  return (jobs) => {
    for (const [visitId, ofVisit] of Map.groupBy(jobs, ({ visitId: id }) => id)) {
      if (visitId === null || !store.find(visitId)) continue;
      try {
        follow(ofVisit, visitId);
      } catch {
        // The disk is full: the queue itself is more important, and knows it all.
      }
    }
  };
}

function eventsOf(before: VisitDocumentRow | undefined, next: VisitDocumentRow, clerk: () => string): NewVisitEvent[] {
  const { documentId: about, name, reference, status, problem, queuedAt } = next;
  const events: NewVisitEvent[] = [];
  if (before?.queuedAt !== queuedAt) events.push({ kind: 'queued', by: clerk(), about, detail: { name, reference } });
  const code = problem?.code ?? '';
  if (results.has(status) && (before?.status !== status || before.queuedAt !== queuedAt)) {
    events.push({ kind: 'document', about, detail: { name, status, ...(code !== '' && { code }) } });
  }
  if (status === 'queued' && problem && hasTrait(problem, 'rule') && before?.problem?.code !== code) {
    events.push({ kind: 'held', about, detail: { name, code } });
  }
  return events;
}

/** Adds pending documents without a visit to a visit that matches now. There they are visible and prevent its removal. */
export function adoptDocuments(outbox: Outbox, rules: SigningRules): void {
  for (const job of outbox.openJobs()) {
    const visitId = job.visitId === null && isWaiting(job) ? rules.visitOf(null, job.clientInfo) : null;
    if (visitId === null) continue;
    try {
      outbox.change(job.id, { visitId });
    } catch {
      // The disk is full: the rules find the visit all the same, and the next change of a visit looks again.
    }
  }
}
