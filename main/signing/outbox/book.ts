/**
 * All jobs and attempts, on disk and in memory. They are opened and parsed at the start; a change is on disk
 * before memory or a listener knows of it, so that a write that fails changes nothing.
 */
import type { Database } from '../../store/database.ts';
import { refusal } from './job-changes.ts';
import { openJobRows, type PlacedJob, type Quarantined } from './job-rows.ts';
import type { Attempt, OutboxJob } from './outbox.ts';

/** The rows that one operation writes. An attempt without documents is removed. */
export type Change = {
  /** Jobs that go to the end of the queue, also when the queue has them already. */
  queued?: readonly OutboxJob[];
  /** Jobs that keep their places. */
  changed?: readonly OutboxJob[];
  forgotten?: readonly string[];
  attempts?: readonly Attempt[];
  /** Runs within the transaction. */
  also?: () => void;
};

export type Book = {
  /** In the order queued. */
  jobs(): OutboxJob[];
  job(id: string): OutboxJob | null;
  /** In the order begun. */
  attempts(): Attempt[];
  attempt(id: string): Attempt | null;
  /** All or nothing. @throws StationError `disk-full`; `internal` within another transaction */
  commit(change: Change): void;
  quarantined(): Quarantined[];
  /** No row is quarantined, and the data folder has no other database: every job and attempt is in the book. */
  complete: boolean;
};

export type BookParts = {
  database: Database;
  now: () => Date;
  /** Called with the changed jobs after each change. */
  changed: (jobs: OutboxJob[]) => void;
  /** The data folder may have another database with rows. */
  isOneOfSeveral: boolean;
};

export function openBook({ database, now, changed: tell, isOneOfSeveral }: BookParts): Book {
  const { sql } = database;
  const { jobs: jobRows, attempts: attemptRows, quarantined } = openJobRows(database, now);
  const link = sql.prepare('INSERT INTO attempt_document (attempt_id, document_id) VALUES (?, ?)');
  const unlink = sql.prepare('DELETE FROM attempt_document WHERE attempt_id = ?');

  const jobs = new Map(
    jobRows
      .load()
      .sort((a, b) => a.position - b.position)
      .map((placed) => [placed.job.id, placed]),
  );
  const attempts = new Map(attemptRows.load().map((attempt) => [attempt.id, attempt]));
  let lastPosition = [...jobs.values()].at(-1)?.position ?? 0;

  const placesOf = ({ queued = [], changed = [] }: Change): PlacedJob[] => [
    ...queued.map((job, index) => ({ job, position: lastPosition + 1 + index })),
    ...changed.map((job) => ({ job, position: placeOf(job.id) })),
  ];

  const placeOf = (id: string): number => {
    const placed = jobs.get(id);
    if (!placed) throw refusal('a document that was never queued');
    return placed.position;
  };

  const write = (placed: readonly PlacedJob[], { forgotten = [], attempts: tried = [], also }: Change): void => {
    for (const each of placed) {
      if (jobs.has(each.job.id)) jobRows.update(each);
      else jobRows.insert(each);
    }
    for (const id of forgotten) jobRows.remove(id);
    for (const attempt of tried) writeAttempt(attempt, attempts.get(attempt.id));
    also?.();
  };

  const writeAttempt = (attempt: Attempt, before: Attempt | undefined): void => {
    if (attempt.documents.length === 0) attemptRows.remove(attempt.id);
    else if (before) attemptRows.update(attempt);
    else attemptRows.insert(attempt);
    if (before?.documents.length === attempt.documents.length) return;
    unlink.run(attempt.id);
    for (const { id } of attempt.documents) link.run(attempt.id, id);
  };

  const remember = (placed: readonly PlacedJob[], { queued = [], forgotten = [], attempts: tried = [] }: Change): void => {
    lastPosition += queued.length;
    for (const { id } of queued) jobs.delete(id);
    for (const each of placed) jobs.set(each.job.id, each);
    for (const id of forgotten) jobs.delete(id);
    for (const attempt of tried) {
      if (attempt.documents.length > 0) attempts.set(attempt.id, attempt);
      else attempts.delete(attempt.id);
    }
  };

  return {
    jobs: () => [...jobs.values()].map(({ job }) => job),
    job: (id) => jobs.get(id)?.job ?? null,
    attempts: () => [...attempts.values()],
    attempt: (id) => attempts.get(id) ?? null,
    commit(change) {
      // Memory would be ahead of the disk if the outer transaction failed.
      if (sql.inTransaction) throw refusal('the outbox is changed within another transaction');
      const placed = placesOf(change);
      database.transaction(() => write(placed, change));
      remember(placed, change);
      if (placed.length > 0) tell(placed.map(({ job }) => job));
    },
    quarantined,
    complete: quarantined().length === 0 && !isOneOfSeveral,
  };
}
