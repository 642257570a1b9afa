/**
 * Stores jobs and attempts on disk, and the open ones in memory too; the others are read on request. A change is on disk before
 * it is in memory or reaches a listener, so that a failed write changes nothing.
 */
import type { Database } from '../../../platform/storage/database.ts';
import { refusal } from './job-changes.ts';
import { openJobList } from './job-list.ts';
import { isAtRest, openJobRows, type PlacedJob, type Quarantined } from './job-rows.ts';
import type { Attempt, Outbox, OutboxJob } from './outbox.ts';

/** The rows that one operation writes. An attempt without documents is removed. */
export type Change = {
  /** Jobs that go to the end of the queue, also when the queue has them already. */
  queued?: readonly OutboxJob[];
  /** Jobs that stay at their places. */
  changed?: readonly OutboxJob[];
  forgotten?: readonly string[];
  attempts?: readonly Attempt[];
  /** Runs within the transaction. */
  also?: () => void;
};

type JobReads =
  | 'jobs'
  | 'openJobs'
  | 'job'
  | 'restingBefore'
  | 'restingOfVisits'
  | 'ofVisit'
  | 'withSha256'
  | 'withSignedSha256'
  | 'list'
  | 'restingCount'
  | 'restingOfBatches';

/** Reads jobs as the outbox does, which passes these calls on. */
export type Book = Pick<Outbox, JobReads> & {
  /** In the order begun. */
  openAttempts(): Attempt[];
  /** In the order begun. */
  attempts(documentId: string): Attempt[];
  attempt(id: string): Attempt | null;
  /** Whether a job or attempt has this id, or an attempt has a document with this id. */
  hasOwner(id: string): boolean;
  /** Writes all of a change or nothing. @throws StationError `disk-full`; `internal` within another transaction */
  commit(change: Change): void;
  quarantined(): Quarantined[];
  /** Whether all jobs and attempts are here: no row is quarantined, and the data folder has no other database. */
  complete(): boolean;
};

export type BookDeps = {
  database: Database;
  now: () => Date;
  /** Called with the changed jobs after each change. */
  changed: (jobs: OutboxJob[]) => void;
  /** The data folder may have another database with rows. */
  isOneOfSeveral: boolean;
};

export function openBook({ database, now, changed: tell, isOneOfSeveral }: BookDeps): Book {
  const { sql } = database;
  /** Number of jobs at rest; null until it is requested. */
  let resting: number | null = null;
  const {
    jobs: jobRows,
    attempts: attemptRows,
    quarantined,
  } = openJobRows(database, now, () => {
    resting = null;
  });
  const link = sql.prepare('INSERT INTO attempt_document (attempt_id, document_id) VALUES (?, ?)');
  const unlink = sql.prepare('DELETE FROM attempt_document WHERE attempt_id = ?');

  const jobById = jobRows.select('WHERE id = ?');
  const openRows = jobRows.select('WHERE at_rest = 0 ORDER BY position');
  const restingRows = jobRows.select('WHERE at_rest = 1');
  const restingBefore = jobRows.select('WHERE at_rest = 1 AND changed_at < ?');
  const ofVisit = jobRows.select('WHERE visit_id = ?');
  const withSha256 = jobRows.select('WHERE sha256 = ?');
  const withSignedSha256 = jobRows.select('WHERE signed_sha256 = ?');
  const attemptById = attemptRows.select('WHERE id = ?');
  const openAttemptRows = attemptRows.select('INDEXED BY attempt_open WHERE outcome IS NULL ORDER BY rowid');
  const attemptsOf = attemptRows.select('WHERE id IN (SELECT attempt_id FROM attempt_document WHERE document_id = ?) ORDER BY rowid');
  const countResting = sql.prepare('SELECT count(*) AS count FROM job WHERE at_rest = 1');
  const countOfBatches = sql.prepare(
    'SELECT count(*) AS count FROM job WHERE at_rest = 1 AND batch_id IN (SELECT value FROM json_each(?))',
  );
  const restingOfVisits = jobRows.select('WHERE at_rest = 1 AND changed_at >= ? AND visit_id IS NOT NULL ORDER BY changed_at');
  const lastPlace = sql.prepare('SELECT max(position) AS position FROM job');
  const owner = sql.prepare(`
    SELECT 1 FROM job WHERE id = ? UNION ALL SELECT 1 FROM attempt WHERE id = ?
    UNION ALL SELECT 1 FROM attempt_document WHERE document_id = ? LIMIT 1`);

  const inOrder = (placed: readonly PlacedJob[]): PlacedJob[] => placed.toSorted((a, b) => a.position - b.position);
  const jobsIn = (placed: readonly PlacedJob[]): OutboxJob[] => placed.map(({ job }) => job);

  const open = new Map(openRows().map((placed) => [placed.job.id, placed]));
  const openAttempts = new Map(openAttemptRows().map((attempt) => [attempt.id, attempt]));
  // A row of an open job's attempt that does not parse is reported at the start, like a job's own.
  for (const id of open.keys()) attemptsOf(id);
  let lastPosition = Number(lastPlace.get()?.position ?? 0);

  const find = (id: string): PlacedJob | null => open.get(id) ?? jobById(id)[0] ?? null;
  const findAttempt = (id: string): Attempt | null => openAttempts.get(id) ?? attemptById(id)[0] ?? null;

  const placesOf = ({ queued = [], changed = [] }: Change): PlacedJob[] => [
    ...queued.map((job, index) => ({ job, position: lastPosition + 1 + index })),
    ...changed.map((job) => ({ job, position: placeOf(job.id) })),
  ];

  const placeOf = (id: string): number => {
    const placed = find(id);
    if (!placed) throw refusal('a document that was never queued');
    return placed.position;
  };

  /** Returns by how many the jobs at rest change. */
  const write = (placed: readonly PlacedJob[], { forgotten = [], attempts: tried = [], also }: Change): number => {
    let more = 0;
    for (const each of placed) {
      const before = find(each.job.id);
      if (before) jobRows.update(each, before);
      else jobRows.insert(each);
      more += Number(isAtRest(each.job)) - Number(before !== null && isAtRest(before.job));
    }
    for (const id of forgotten) {
      jobRows.remove(id);
      if (!open.has(id)) more -= 1;
    }
    for (const attempt of tried) writeAttempt(attempt, findAttempt(attempt.id));
    also?.();
    return more;
  };

  const writeAttempt = (attempt: Attempt, before: Attempt | null): void => {
    if (attempt.documents.length === 0) attemptRows.remove(attempt.id);
    else if (before) attemptRows.update(attempt, before);
    else attemptRows.insert(attempt);
    if (before?.documents.length === attempt.documents.length) return;
    unlink.run(attempt.id);
    for (const { id } of attempt.documents) link.run(attempt.id, id);
  };

  const remember = (placed: readonly PlacedJob[], { queued = [], forgotten = [], attempts: tried = [] }: Change, more: number): void => {
    if (resting !== null) resting += more;
    lastPosition += queued.length;
    for (const id of [...forgotten, ...queued.map((job) => job.id)]) open.delete(id);
    const isBack = placed.some(({ job, position }) => !isAtRest(job) && !open.has(job.id) && position <= lastPosition - queued.length);
    for (const each of placed) {
      if (isAtRest(each.job)) open.delete(each.job.id);
      else open.set(each.job.id, each);
    }
    if (isBack) reorder();
    for (const attempt of tried) {
      if (attempt.outcome === null && attempt.documents.length > 0) openAttempts.set(attempt.id, attempt);
      else openAttempts.delete(attempt.id);
    }
  };

  /** Restores the order after a job at rest has become open again, in its former place. */
  const reorder = (): void => {
    const placed = inOrder([...open.values()]);
    open.clear();
    for (const each of placed) open.set(each.job.id, each);
  };

  return {
    jobs: () => jobsIn(inOrder([...open.values(), ...restingRows()])),
    openJobs: () => jobsIn([...open.values()]),
    job: (id) => find(id)?.job ?? null,
    restingBefore: (time) => jobsIn(restingBefore(time)),
    restingOfVisits: (since) => jobsIn(restingOfVisits(since)),
    ofVisit: (id) => jobsIn(ofVisit(id)),
    withSha256: (sha256) => jobsIn(withSha256(sha256)),
    withSignedSha256: (sha256) => jobsIn(withSignedSha256(sha256)),
    list: openJobList(sql),
    restingCount: () => (resting ??= Number(countResting.get()?.count)),
    restingOfBatches: (batchIds) => Number(countOfBatches.get(JSON.stringify(batchIds))?.count),
    openAttempts: () => [...openAttempts.values()],
    attempts: (documentId) => attemptsOf(documentId),
    attempt: findAttempt,
    hasOwner: (id) => owner.get(id, id, id) !== undefined,
    commit(change) {
      // Memory would be ahead of the disk if the outer transaction failed.
      if (sql.inTransaction) throw refusal('the outbox is changed within another transaction');
      const placed = placesOf(change);
      const more = database.transaction(() => write(placed, change));
      remember(placed, change, more);
      if (placed.length > 0) tell(placed.map(({ job }) => job));
    },
    quarantined,
    complete: () => quarantined().length === 0 && !isOneOfSeveral,
  };
}
