/**
 * All jobs and attempts, on disk and in memory. They are opened and parsed at the start; a change is on disk
 * before memory or a listener knows of it, so that a write that fails changes nothing.
 */
import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Database } from '../../store/database.ts';
import type { Sealer } from '../../vault/sealing.ts';
import { refusal } from './job-changes.ts';
import type { Attempt, OutboxJob } from './outbox.ts';
import { createQuarantine, type SetAside } from './quarantine.ts';
import { attemptRow, jobRow, type PlacedJob } from './row-kinds.ts';
import { createSealedRows } from './sealed-rows.ts';

/** What one operation writes. An attempt without documents is of interest to nobody any more and goes. */
export type Change = {
  /** Go to the end of the queue, also when they stood in it before. */
  queued?: readonly OutboxJob[];
  /** Stay in their places. */
  changed?: readonly OutboxJob[];
  forgotten?: readonly string[];
  attempts?: readonly Attempt[];
  /** What else is part of the transaction. */
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
  /** See `Outbox.renewSeals`. */
  renew(): void;
  quarantined(): SetAside[];
  locked(): number;
  /** Everything that the data folder ever knew and did not forget is in the book. */
  complete: boolean;
};

export type BookParts = {
  database: Database;
  sealer: Sealer;
  now: () => Date;
  /** Told what changed, when it has. */
  changed: (jobs: OutboxJob[]) => void;
};

/** Rows sealed anew in one transaction: each transaction waits for the disk. */
const renewedAtOnce = 200;

export function openBook({ database, sealer, now, changed: tell }: BookParts): Book {
  const { sql } = database;
  const jobRows = createSealedRows(database, sealer, jobRow);
  const attemptRows = createSealedRows(database, sealer, attemptRow);
  const quarantine = createQuarantine(database, sealer, now);
  const link = sql.prepare('INSERT INTO attempt_document (attempt_id, document_id) VALUES (?, ?)');
  const unlink = sql.prepare('DELETE FROM attempt_document WHERE attempt_id = ?');

  const stored = { jobs: jobRows.load(), attempts: attemptRows.load() };
  quarantine.take([...stored.jobs.damaged, ...stored.attempts.damaged]);
  const jobs = new Map(stored.jobs.values.sort((a, b) => a.position - b.position).map((placed) => [placed.job.id, placed]));
  const attempts = new Map(stored.attempts.values.map((attempt) => [attempt.id, attempt]));
  const locked = stored.jobs.locked + stored.attempts.locked;
  let lastPosition = positionOfLast(database);

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
      if (sql.isTransaction) throw refusal('the outbox is changed within another transaction');
      const placed = placesOf(change);
      database.transaction(() => write(placed, change));
      remember(placed, change);
      if (placed.length > 0) tell(placed.map(({ job }) => job));
    },
    renew() {
      const key = sealer.keyOf(sealer.seal({ kind: 'probe', id: '', version: 1 }, null));
      const work = [
        ...[...jobs].map(
          ([id, placed]) =>
            () =>
              jobRows.isUnder(id, key) || jobRows.update(placed),
        ),
        ...[...attempts].map(
          ([id, attempt]) =>
            () =>
              attemptRows.isUnder(id, key) || attemptRows.update(attempt),
        ),
      ];
      for (let from = 0; from < work.length; from += renewedAtOnce) {
        database.transaction(() => {
          for (const renew of work.slice(from, from + renewedAtOnce)) renew();
        });
      }
      quarantine.renew(key);
    },
    quarantined: quarantine.list,
    locked: () => locked,
    complete: locked === 0 && quarantine.list().length === 0 && !isOneOfSeveral(database),
  };
}

/** Locked rows count too, but what they say is not to be trusted: a damaged one must not use up the numbers. */
function positionOfLast({ sql }: Database): number {
  return Number(sql.prepare('SELECT max(position) AS last FROM job WHERE position < ?').get(2 ** 52)?.last ?? 0);
}

/**
 * Whether the data folder may hold records in another database: in a damaged one, which `openDatabase` renames
 * `station-damaged-….sqlite`, or, when this one is in memory, in the one on disk.
 */
function isOneOfSeveral({ sql }: Database): boolean {
  const path = sql.location();
  return path === null || readdirSync(dirname(path)).some((name) => name.startsWith('station-damaged-'));
}
