/** Copies the outcomes of queued documents into their visits. */

import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { dayMs } from '../../../shared/domain/day.ts';
import { hasTrait } from '../../../shared/errors.ts';
import { openJsonRows } from '../../platform/storage/json-rows.ts';
import type { OutboxJob } from '../signing/signing.ts';
import { changeVisit, type NewVisitEvent } from './change-visit.ts';
import { type CopiedFile, copiesDone, copyDocument } from './copy-documents.ts';
import type { VisitContext } from './visit-context.ts';
import type { VisitDocumentRow } from './visit-repository.ts';

/** Follows changes of queued documents. Safe to repeat; what cannot be written is followed at the next start. */
export function followJobs(context: VisitContext, jobs: readonly OutboxJob[]): void {
  for (const [visitId, ofVisit] of Map.groupBy(jobs, (job) => job.visitId)) {
    if (visitId === null || !context.visits.find(visitId)) continue;
    try {
      followJobsOfVisit(context, visitId, ofVisit);
    } catch {
      // The disk is full: the queue itself is more important, and has all of it.
    }
  }
}

/** All jobs of one visit at once: a batch of hundreds is one change of it. */
function followJobsOfVisit(context: VisitContext, visitId: string, jobs: readonly OutboxJob[]): void {
  const documents = new Map(context.visits.get(visitId).documents.map((document) => [document.documentId, document]));
  const events: NewVisitEvent[] = [];
  const withoutCopy: string[] = [];
  let changed = false;
  for (const job of jobs) {
    const before = documents.get(job.id);
    const next = toDocumentRow(job, before);
    if (!isDeepStrictEqual(before, next)) {
      changed = true;
      documents.set(job.id, next);
      events.push(...toEvents(before, next, context.clerk));
    }
    if (next.originalCopy === null || ((next.status === 'signed' || next.status === 'unverified') && next.signedCopy === null))
      withoutCopy.push(job.id);
  }
  if (changed) changeVisit(context, visitId, () => ({ documents: [...documents.values()] }), ...events);
  for (const id of withoutCopy) void copyDocument(context, visitId, id);
}

/** Copies of earlier bytes do not count. */
function toDocumentRow(job: OutboxJob, before: VisitDocumentRow | undefined): VisitDocumentRow {
  const { name, reference, status, problem, queuedAt, changedAt, sha256, signedSha256, fileRelease, closed, verification } = job;
  const copyOf = (copy: CopiedFile | null | undefined, wanted: string | null) => (copy?.sha256 === wanted ? (copy ?? null) : null);
  return {
    documentId: job.id,
    name,
    reference,
    status,
    problem,
    queuedAt,
    changedAt,
    sha256,
    signedSha256,
    fileRelease,
    closed,
    verification,
    warning: job.deliveryProblem ?? job.warning,
    signedName: job.received.find(({ role, path }) => role === 'signed' && path !== null)?.name ?? null,
    originalCopy: copyOf(before?.originalCopy, sha256),
    signedCopy: copyOf(before?.signedCopy, signedSha256),
  };
}

/** The log has outcomes, not every step. */
const outcomes = new Set(['signed', 'unverified', 'rejected', 'failed', 'in-doubt', 'cancelled']);

function toEvents(before: VisitDocumentRow | undefined, next: VisitDocumentRow, clerk: () => string): NewVisitEvent[] {
  const { documentId: about, name, reference, status, problem, queuedAt } = next;
  const events: NewVisitEvent[] = [];
  if (before?.queuedAt !== queuedAt) events.push({ kind: 'queued', by: clerk(), about, detail: { name, reference } });
  const code = problem?.code ?? '';
  if (outcomes.has(status) && (before?.status !== status || before.queuedAt !== queuedAt)) {
    events.push({ kind: 'document', about, detail: { name, status, ...(code !== '' && { code }) } });
  }
  if (status === 'queued' && problem && hasTrait(problem, 'rule') && before?.problem?.code !== code) {
    events.push({ kind: 'blocked', about, detail: { name, code } });
  }
  return events;
}

/** At startup: follows the open jobs, and the jobs at rest that changed since the last start that left none behind. */
export function followMissedJobs(context: VisitContext): void {
  const { database, outbox, ending, now } = context;
  const marks = openJsonRows(database, 'followed', z.object({ at: z.string() }));
  const startedAt = now().getTime();
  const mark = marks.get('queue')?.at ?? '';
  // A mark of the future is of a clock that was ahead, or the clock is behind now: it says nothing about jobs.
  const since = Date.parse(mark) > startedAt ? '' : mark;
  followJobs(context, [...outbox.openJobs(), ...jobsBehind(context, since)]);
  const markFollowed = (): void => {
    // A copy that failed is made by the next start. A day earlier, since clocks are set.
    const isComplete = !ending.signal.aborted && jobsBehind(context, since).length === 0;
    if (isComplete) marks.put('queue', { at: new Date(startedAt - dayMs).toISOString() });
  };
  // With a full or damaged disk, the next start checks the same jobs again.
  void copiesDone(context)
    .then(markFollowed)
    .catch(() => undefined);
}

/** Returns jobs at rest that changed since a time, and whose visit lacks their last change, their file or a copy. */
function jobsBehind({ outbox, visits }: VisitContext, since: string): OutboxJob[] {
  return outbox.restingOfVisits(since).filter(({ id, visitId, changedAt }) => {
    const visit = visits.find(visitId ?? '');
    const document = visit?.documents.find(({ documentId }) => documentId === id);
    return visit !== null && isBehind(document, changedAt);
  });
}

function isBehind(document: VisitDocumentRow | undefined, changedAt: string): boolean {
  if (document?.changedAt !== changedAt || document.originalCopy === null) return true;
  return document.signedSha256 !== null && (document.signedCopy === null || document.signedName === null);
}
