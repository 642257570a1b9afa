/**
 * Stores jobs and attempts on disk, and the open ones in memory too; the others are read on request. A change is on disk before
 * it is in memory or reaches a listener, so that a failed write changes nothing.
 */
import type { Database } from '../../../platform/storage/database.ts';
import { type Attempt, filesOf, type OutboxJob, refusal } from './job.ts';
import { type JobList, openJobList } from './job-list.ts';
import { isAtRest, openJobTables, type PlacedJob, type Quarantined } from './job-table.ts';

export type JobReads = {
  /** Returns all jobs, in the order queued. Reads each row: for the command line. */
  jobs(): OutboxJob[];
  /** Returns the jobs that the station still has to process, or that have encrypted files; in the order queued. */
  openJobs(): OutboxJob[];
  job(id: string): OutboxJob | null;
  /** Returns the jobs at rest that changed before a time, ISO 8601 in UTC. */
  restingBefore(time: string): OutboxJob[];
  /**
   * Returns those of the jobs that were queued after the first job that was queued between two times, ISO 8601 in UTC: by their order,
   * whatever the clock said. Reads no job that was queued after all of them.
   */
  queuedSince(ids: readonly string[], from: string, to: string): Set<string>;
  /** Returns the jobs at rest that belong to a visit and changed since a time, ISO 8601 in UTC. */
  restingOfVisits(since: string): OutboxJob[];
  ofVisit(id: string): OutboxJob[];
  /** Find jobs by the SHA-256 of the original, or of the returned file. */
  withSha256(sha256: string): OutboxJob[];
  withSignedSha256(sha256: string): OutboxJob[];
  /** The list on the screen, as ids. */
  list: JobList;
  /** Return the number of jobs at rest: of all, and of some batches. Read from an index. */
  restingCount(): number;
  restingOfBatches(batchIds: readonly string[]): number;
  /** Returns the attempts of one document, oldest first. */
  attempts(documentId: string): Attempt[];
  attempt(id: string): Attempt | null;
  /** Returns the attempts without an outcome, in the order begun: under way, or cut off by the end of the station. */
  openAttempts(): Attempt[];
  /** Returns the rows that did not parse; the encrypted files of their documents stay. */
  quarantined(): Quarantined[];
};

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

export type OutboxRepository = {
  reads: JobReads;
  /** Writes all of a change or nothing. @throws StationError `disk-full`; `internal` within another transaction */
  commit(change: Change): void;
  /** Whether all jobs and attempts are here: no row is quarantined, and the data folder has no other database. */
  isComplete(): boolean;
  /** Whether a job or attempt has this id, an attempt has a document with it, or an encrypted file of one of them is named after it. */
  hasOwner(id: string): boolean;
};

type RepositoryDeps = {
  database: Database;
  now: () => Date;
  /** Called with the changed jobs after each change. */
  onChange: (jobs: OutboxJob[]) => void;
  /** The data folder may have another database with rows. */
  isOneOfSeveral: boolean;
};

export function openOutboxRepository(deps: RepositoryDeps): OutboxRepository {
  const stored = load(deps);
  const { open, openAttempts, queries, tables } = stored;
  const isComplete = () => tables.quarantined().length === 0 && !deps.isOneOfSeveral;
  return {
    reads: {
      jobs: () => jobsIn(inOrder([...open.values(), ...queries.resting()])),
      openJobs: () => jobsIn([...open.values()]),
      job: (id) => find(id, stored)?.job ?? null,
      restingBefore: (time) => jobsIn(queries.restingBefore(time)),
      queuedSince: queries.queuedSince,
      restingOfVisits: (since) => jobsIn(queries.restingOfVisits(since)),
      ofVisit: (id) => jobsIn(queries.ofVisit(id)),
      withSha256: (sha256) => jobsIn(queries.withSha256(sha256)),
      withSignedSha256: (sha256) => jobsIn(queries.withSignedSha256(sha256)),
      list: openJobList(deps.database.sql),
      restingCount: () => (stored.resting ??= queries.countResting()),
      restingOfBatches: queries.countOfBatches,
      openAttempts: () => [...openAttempts.values()],
      attempts: (documentId) => queries.attemptsOf(documentId),
      attempt: (id) => findAttempt(id, stored),
      quarantined: tables.quarantined,
    },
    commit: (change) => commit(change, stored, deps),
    isComplete,
    hasOwner(id) {
      stored.owners ??= ownersOf(stored);
      return stored.owners.has(id) || queries.hasOwner(id);
    },
  };
}

type Tables = ReturnType<typeof openJobTables>;

/** The tables, and the rows that are in memory. */
type Stored = {
  tables: Tables;
  queries: ReturnType<typeof prepareQueries>;
  open: Map<string, PlacedJob>;
  openAttempts: Map<string, Attempt>;
  lastPosition: number;
  /** Number of jobs at rest; null until it is requested. */
  resting: number | null;
  /** Owners of the encrypted files of open jobs and attempts; null until they are requested. */
  owners: Set<string> | null;
};

function load({ database, now }: RepositoryDeps): Stored {
  const tables = openJobTables(database, now, () => {
    stored.resting = null;
  });
  const queries = prepareQueries(database, tables);
  const stored: Stored = { tables, queries, open: new Map(), openAttempts: new Map(), lastPosition: 0, resting: null, owners: null };
  for (const placed of queries.open()) stored.open.set(placed.job.id, placed);
  for (const attempt of queries.openAttempts()) stored.openAttempts.set(attempt.id, attempt);
  // A row of an open job's attempt that does not parse is reported at the start, like a job's own.
  for (const id of stored.open.keys()) queries.attemptsOf(id);
  stored.lastPosition = queries.lastPosition();
  return stored;
}

function prepareQueries({ sql }: Database, { jobs, attempts }: Tables) {
  const countResting = sql.prepare('SELECT count(*) AS count FROM job WHERE at_rest = 1');
  const countOfBatches = sql.prepare(
    'SELECT count(*) AS count FROM job WHERE at_rest = 1 AND batch_id IN (SELECT value FROM json_each(?))',
  );
  const queuedSince = sql.prepare(`
    WITH named AS MATERIALIZED (SELECT id, position FROM job WHERE id IN (SELECT value FROM json_each(?)))
    SELECT id FROM named WHERE position > (
      SELECT min(position) FROM job WHERE position < (SELECT max(position) FROM named) AND queued_at BETWEEN ? AND ?)`);
  const lastPosition = sql.prepare('SELECT max(position) AS position FROM job');
  const owner = sql.prepare(`
    SELECT 1 FROM job WHERE id = ? UNION ALL SELECT 1 FROM attempt WHERE id = ?
    UNION ALL SELECT 1 FROM attempt_document WHERE document_id = ? LIMIT 1`);
  const link = sql.prepare('INSERT INTO attempt_document (attempt_id, document_id) VALUES (?, ?)');
  const unlink = sql.prepare('DELETE FROM attempt_document WHERE attempt_id = ?');
  return {
    byId: jobs.select('WHERE id = ?'),
    open: jobs.select('WHERE at_rest = 0 ORDER BY position'),
    resting: jobs.select('WHERE at_rest = 1'),
    restingBefore: jobs.select('WHERE at_rest = 1 AND changed_at < ?'),
    restingOfVisits: jobs.select('WHERE at_rest = 1 AND changed_at >= ? AND visit_id IS NOT NULL ORDER BY changed_at'),
    ofVisit: jobs.select('WHERE visit_id = ?'),
    withSha256: jobs.select('WHERE sha256 = ?'),
    withSignedSha256: jobs.select('WHERE signed_sha256 = ?'),
    attemptById: attempts.select('WHERE id = ?'),
    openAttempts: attempts.select('INDEXED BY attempt_open WHERE outcome IS NULL ORDER BY rowid'),
    attemptsOf: attempts.select('WHERE id IN (SELECT attempt_id FROM attempt_document WHERE document_id = ?) ORDER BY rowid'),
    countResting: () => Number(countResting.get()?.count),
    countOfBatches: (batchIds: readonly string[]) => Number(countOfBatches.get(JSON.stringify(batchIds))?.count),
    queuedSince: (ids: readonly string[], from: string, to: string) =>
      new Set(queuedSince.all(JSON.stringify(ids), from, to).map(({ id }) => String(id))),
    lastPosition: () => Number(lastPosition.get()?.position ?? 0),
    hasOwner: (id: string) => owner.get(id, id, id) !== undefined,
    link: (attempt: Attempt) => {
      unlink.run(attempt.id);
      for (const { id } of attempt.documents) link.run(attempt.id, id);
    },
  };
}

const inOrder = (placed: readonly PlacedJob[]): PlacedJob[] => placed.toSorted((a, b) => a.position - b.position);
const jobsIn = (placed: readonly PlacedJob[]): OutboxJob[] => placed.map(({ job }) => job);

const find = (id: string, { open, queries }: Stored): PlacedJob | null => open.get(id) ?? queries.byId(id)[0] ?? null;
const findAttempt = (id: string, { openAttempts, queries }: Stored): Attempt | null =>
  openAttempts.get(id) ?? queries.attemptById(id)[0] ?? null;

function commit(change: Change, stored: Stored, { database, onChange }: RepositoryDeps): void {
  // Memory would be ahead of the disk if the outer transaction failed.
  if (database.sql.inTransaction) throw refusal('the outbox is changed within another transaction');
  stored.owners = null;
  const placed = placesOf(change, stored);
  const more = database.transaction(() => write(placed, change, stored));
  remember(placed, change, more, stored);
  if (placed.length > 0) onChange(jobsIn(placed));
}

function placesOf({ queued = [], changed = [] }: Change, stored: Stored): PlacedJob[] {
  const positionOf = (id: string): number => {
    const placed = find(id, stored);
    if (!placed) throw refusal('a document that was never queued');
    return placed.position;
  };
  return [
    ...queued.map((job, index) => ({ job, position: stored.lastPosition + 1 + index })),
    ...changed.map((job) => ({ job, position: positionOf(job.id) })),
  ];
}

/** Returns by how many the jobs at rest change. */
function write(placed: readonly PlacedJob[], { forgotten = [], attempts = [], also }: Change, stored: Stored): number {
  const { open, tables } = stored;
  let more = 0;
  for (const each of placed) {
    const before = find(each.job.id, stored);
    if (before) tables.jobs.update(each, before);
    else tables.jobs.insert(each);
    more += Number(isAtRest(each.job)) - Number(before !== null && isAtRest(before.job));
  }
  for (const id of forgotten) {
    tables.jobs.remove(id);
    if (!open.has(id)) more -= 1;
  }
  for (const attempt of attempts) writeAttempt(attempt, stored);
  also?.();
  return more;
}

function writeAttempt(attempt: Attempt, stored: Stored): void {
  const { tables, queries } = stored;
  const before = findAttempt(attempt.id, stored);
  if (attempt.documents.length === 0) tables.attempts.remove(attempt.id);
  else if (before) tables.attempts.update(attempt, before);
  else tables.attempts.insert(attempt);
  if (before?.documents.length !== attempt.documents.length) queries.link(attempt);
}

function remember(
  placed: readonly PlacedJob[],
  { queued = [], forgotten = [], attempts = [] }: Change,
  more: number,
  stored: Stored,
): void {
  const { open, openAttempts } = stored;
  if (stored.resting !== null) stored.resting += more;
  stored.lastPosition += queued.length;
  for (const id of [...forgotten, ...queued.map((job) => job.id)]) open.delete(id);
  const isBack = placed.some(({ job, position }) => !isAtRest(job) && !open.has(job.id) && position <= stored.lastPosition - queued.length);
  for (const each of placed) {
    if (isAtRest(each.job)) open.delete(each.job.id);
    else open.set(each.job.id, each);
  }
  if (isBack) reorder(open);
  for (const attempt of attempts) {
    if (attempt.outcome === null && attempt.documents.length > 0) openAttempts.set(attempt.id, attempt);
    else openAttempts.delete(attempt.id);
  }
}

/** Restores the order after a job at rest has become open again, in its former place. */
function reorder(open: Map<string, PlacedJob>): void {
  const placed = inOrder([...open.values()]);
  open.clear();
  for (const each of placed) open.set(each.job.id, each);
}

/** Returns the owners that encrypted files of open jobs and attempts name. A job at rest and an ended attempt have no such files. */
function ownersOf({ open, openAttempts }: Stored): Set<string> {
  // A received file may be named after its attempt, and outlive it.
  const ofJobs = jobsIn([...open.values()]).flatMap(({ original, received }) => [original, ...received.map(({ encrypted }) => encrypted)]);
  const ofAttempts = [...openAttempts.values()].flatMap(({ answer }) => (answer === null ? [] : filesOf(answer)));
  return new Set([...ofJobs, ...ofAttempts].flatMap((file) => (file ? [file.owner] : [])));
}
