/**
 * The durable queue (design, sections 2.5 and 4): all queued and sent documents, with all data to send them without their
 * folder, and all attempts. Each change is on disk before a listener gets it; a state changes only as the table in
 * `../rules/states.ts` allows.
 */

import { z } from 'zod';
import { isUnderWay } from '../../../../shared/domain/signing/job-status.ts';
import type { DocumentStatus } from '../../../../shared/domain/signing/signing.ts';
import type { Problem } from '../../../../shared/errors.ts';
import type { Database } from '../../../platform/storage/database.ts';
import { openJsonRows } from '../../../platform/storage/json-rows.ts';
import { outcomeAfterEnd, outcomeAtEnd } from '../rules/resolve-outcome.ts';
import { type Move, stateAfter } from '../rules/states.ts';
import type { Appended, SentLedger } from '../sent-ledger/sent-ledger.ts';
import {
  type Attempt,
  type AttemptOutcome,
  begunJob,
  changedJob,
  checkedAttempt,
  type JobChange,
  type JobUpdate,
  movedJob,
  type OutboxJob,
  type QueuedDocument,
  queuedJob,
  type RecalledDocument,
  recalledJob,
  refusal,
  type SavedAnswer,
} from './job.ts';
import { type Change, type JobReads, type OutboxRepository, openOutboxRepository } from './outbox-repository.ts';

export type Outbox = JobReads & {
  /** `draft` for a document that was never queued. */
  status(id: string): DocumentStatus;

  /**
   * Queues all documents, or none when the table of states does not allow it for one of them: by `resend` those in doubt or
   * unverified, by `send` the others. A document that was queued before starts again with its earlier attempts. `also` is part of the
   * transaction.
   * @throws StationError `disk-full`, `internal`
   */
  enqueue(documents: readonly QueuedDocument[], also?: () => void): void;
  /** Moves all or none. @throws StationError `internal` (not allowed), `disk-full`; then nothing is moved */
  move(move: Move, ids: readonly string[], change?: JobChange): void;
  /** Updates all documents or none; `also` is part of the transaction. @throws like `move` */
  update(updates: readonly JobUpdate[], also?: () => void): void;
  /** Changes members, not the state. Only a document in doubt or unverified can get `closed`, which ends with that state. */
  change(id: string, change: JobChange): void;
  /**
   * Removes jobs and their attempts. An attempt with other documents stays for those only, and one that is under way stays until
   * its end. The caller removes their encrypted files. Harmless for unknown ids.
   * @throws StationError `internal` when one is queued or being sent
   */
  forget(ids: readonly string[]): void;

  /**
   * Puts documents that may have been signed in doubt, unless their state says so already, and adds those that the queue does not
   * have. Fails every other queued document for which `mustResend` returns a problem, so that a person has to send it again.
   * `store` is part of the transaction, and gets the number of failed ones. Returns the number of both.
   */
  recall(
    documents: readonly RecalledDocument[],
    options: { mustResend: (job: OutboxJob) => Problem | null; store: (failed: number) => void },
  ): { recalled: number; failed: number };

  /**
   * Begins an attempt when its first byte is about to leave: writes the call into the ledger; then, in one transaction, writes the
   * attempt and moves its documents by `start` (their `problem` ends).
   */
  begin(attempt: Pick<Attempt, 'id' | 'documents'>): void;
  /** Stores the complete answer, before it is evaluated; `also` is part of the transaction. */
  storeAnswer(attemptId: string, answer: SavedAnswer, also?: () => void): void;
  /** Stores the outcome of the attempt and the changes of documents, and removes its stored answer; `also` is part of the transaction. */
  end(
    attemptId: string,
    outcome: AttemptOutcome,
    problem: Attempt['problem'],
    more?: { updates?: readonly JobUpdate[]; also?: () => void },
  ): void;

  paused(): boolean;
  setPaused(paused: boolean): void;

  /**
   * Whether an encrypted file may be removed: no job or attempt names its owner. False while a row is quarantined or the data folder
   * may have another database with jobs: these may own any file. Call it before the first document is encrypted: a document that is
   * not queued yet is an orphan.
   */
  isOrphan(owner: string): boolean;

  /**
   * Calls the listener with the changed jobs after each change. A listener that throws undoes nothing: its error ends the process as an
   * uncaught one.
   */
  onChange(listener: (jobs: OutboxJob[]) => void): void;
};

type OutboxDeps = {
  database: Database;
  /** Written before the database for each call and each result, and after it for documents that are new in the queue. */
  ledger: Pick<SentLedger, 'appendQueued' | 'appendCall' | 'appendResults'>;
  now: () => Date;
  /** The data folder may have another database with jobs: a quarantined one, or the one on disk in memory-only mode. */
  isOneOfSeveral: boolean;
};

export function openOutbox({ database, ledger, now, isOneOfSeveral }: OutboxDeps): Outbox {
  const listeners: ((jobs: OutboxJob[]) => void)[] = [];
  const onChange = (jobs: OutboxJob[]) => emit(jobs, listeners);
  const repository = openOutboxRepository({ database, now, onChange, isOneOfSeveral });
  const queue: Queue = { repository, ledger, at: () => now().toISOString() };
  const flags = openJsonRows(database, 'queue', z.object({ paused: z.boolean() }));
  let paused = flags.get('state')?.paused ?? false;
  return {
    ...repository.reads,
    status: (id) => repository.reads.job(id)?.status ?? 'draft',
    enqueue: (documents, also) => enqueue(queue, documents, also),
    move: (move, ids, change = {}) =>
      update(
        queue,
        [...new Set(ids)].map((id) => ({ id, move, change })),
      ),
    update: (updates, also) => update(queue, updates, also),
    change: (id, change) => update(queue, [{ id, move: null, change }]),
    forget: (ids) => forget(queue, ids),
    begin: (attempt) => begin(queue, attempt),
    storeAnswer: (id, answer, also = () => {}) =>
      commit(queue, { attempts: [checkedAttempt({ ...openAttempt(queue, id), answer })], also }),
    end: (id, outcome, problem, more) => end(queue, { id, outcome, problem }, more),
    recall: (documents, options) => recall(queue, documents, options),
    paused: () => paused,
    setPaused(wanted) {
      flags.put('state', { paused: wanted });
      paused = wanted;
    },
    isOrphan: (owner) => repository.isComplete() && !repository.hasOwner(owner),
    onChange: (listener) => void listeners.push(listener),
  };
}

type Queue = { repository: OutboxRepository; ledger: OutboxDeps['ledger']; at: () => string };

function emit(jobs: OutboxJob[], listeners: readonly ((jobs: OutboxJob[]) => void)[]): void {
  for (const listener of listeners) {
    try {
      listener(jobs);
    } catch (thrown) {
      // Thrown here, the error would make the caller believe that nothing was committed.
      queueMicrotask(() => {
        throw thrown;
      });
    }
  }
}

/** `appended`: entries that the ledger has already; undone when the transaction fails. */
function commit({ repository }: Queue, change: Change, appended: readonly Appended[] = []): void {
  try {
    repository.commit({
      ...change,
      also() {
        for (const { store } of appended) store();
        change.also?.();
      },
    });
  } catch (thrown) {
    for (const { undo } of appended.toReversed()) undo();
    throw thrown;
  }
}

/** Returns a job of the queue. @throws StationError `internal` */
function jobOf({ repository }: Queue, id: string): OutboxJob {
  const found = repository.reads.job(id);
  if (!found) throw refusal('a document that was never queued');
  return found;
}

function openAttempt({ repository }: Queue, id: string): Attempt {
  const found = repository.reads.attempt(id);
  if (found?.outcome !== null) throw refusal('no such attempt is under way');
  return found;
}

/** Appends to the ledger the changed outcomes of documents after the result of their call. */
function appendChanges(queue: Queue, jobs: readonly OutboxJob[], at: string): Appended[] {
  return jobs.flatMap((after) => {
    const [was, is] = [outcomeAfterEnd(jobOf(queue, after.id)), outcomeAfterEnd(after)];
    const call = after.lastAttempt?.id;
    if (call === undefined || was === null || is === null || was === is) return [];
    return queue.ledger.appendResults(call, at, [{ id: after.id, outcome: is }]);
  });
}

function enqueue(queue: Queue, documents: readonly QueuedDocument[], also: Change['also'] = () => {}): void {
  if (hasRepeated(documents)) throw refusal('a document is queued twice');
  const { job } = queue.repository.reads;
  const at = queue.at();
  const added = documents.map(({ id }) => id).filter((id) => job(id) === null);
  commit(queue, { queued: documents.map((document) => queuedJob(document, job(document.id), at)), also });
  if (added.length > 0) queue.ledger.appendQueued(at, added);
}

/** Writes changed outcomes into the ledger first, then commits. */
function update(queue: Queue, updates: readonly JobUpdate[], also: Change['also'] = () => {}): void {
  if (updates.length === 0) return;
  const at = queue.at();
  const changed = updated(queue, updates, at);
  commit(queue, { changed, also }, appendChanges(queue, changed, at));
}

/** Returns each document once, after all its updates. */
function updated(queue: Queue, updates: readonly JobUpdate[], at: string): OutboxJob[] {
  const jobs = new Map<string, OutboxJob>();
  for (const { id, move, change } of updates) {
    const before = jobs.get(id) ?? jobOf(queue, id);
    jobs.set(id, move === null ? changedJob(before, change) : movedJob(before, move, change, at));
  }
  return [...jobs.values()];
}

function forget(queue: Queue, ids: readonly string[]): void {
  const { reads } = queue.repository;
  const forgotten = new Set(ids.filter((id) => reads.job(id) !== null));
  if ([...forgotten].some((id) => isUnderWay(jobOf(queue, id).status))) throw refusal('a document on its way cannot be forgotten');
  const tried = new Map([...forgotten].flatMap((id) => reads.attempts(id).map((attempt) => [attempt.id, attempt] as const)));
  const attempts = [...tried.values()].flatMap((attempt) => {
    const documents = attempt.documents.filter(({ id }) => !forgotten.has(id));
    return attempt.outcome === null ? [] : [{ ...attempt, documents }];
  });
  commit(queue, { forgotten: [...forgotten], attempts });
}

function begin(queue: Queue, { id, documents }: Pick<Attempt, 'id' | 'documents'>): void {
  if (documents.length === 0 || hasRepeated(documents)) throw refusal('an attempt is of documents, each once');
  if (queue.repository.reads.attempt(id)) throw refusal('an attempt begins once');
  const at = queue.at();
  const attempt = checkedAttempt({ id, documents, startedAt: at, endedAt: null, outcome: null, problem: null, answer: null });
  const changed = documents.map((document) => begunJob(jobOf(queue, document.id), id, at));
  commit(queue, { changed, attempts: [attempt] }, [queue.ledger.appendCall({ id, at, documents: changed })]);
}

function end(
  queue: Queue,
  { id, outcome, problem }: Pick<Attempt, 'id' | 'outcome' | 'problem'>,
  { updates = [], also = () => {} }: { updates?: readonly JobUpdate[]; also?: () => void } = {},
): void {
  const { repository, ledger } = queue;
  const { job } = repository.reads;
  const attempt = openAttempt(queue, id);
  // Removes forgotten documents, unless a document without a row may be quarantined.
  const documents = attempt.documents.filter((document) => job(document.id) !== null || !repository.isComplete());
  const at = queue.at();
  const changed = updated(queue, updates, at);
  const appended = appendChanges(queue, changed, at);
  const after = new Map(changed.map((one) => [one.id, one]));
  const ended = attempt.documents.flatMap((document) => after.get(document.id) ?? job(document.id) ?? []);
  const results = ended.map((one) => ({ id: one.id, outcome: outcomeAtEnd(one) }));
  const closed = checkedAttempt({ ...attempt, documents, endedAt: at, outcome, problem, answer: null });
  if (results.length > 0) appended.push(ledger.appendResults(id, at, results));
  commit(queue, { changed, attempts: [closed], also }, appended);
}

function recall(queue: Queue, documents: readonly RecalledDocument[], { mustResend, store }: Parameters<Outbox['recall']>[1]) {
  const { job, openJobs, attempt } = queue.repository.reads;
  const at = queue.at();
  const wanted = documents.filter(({ document }) => stateAfter(job(document.id)?.status ?? 'draft', 'recall') !== null);
  const jobs = wanted.map((one) => recalledJob(one, job(one.document.id), at));
  const ids = new Set(jobs.map(({ id }) => id));
  const failed = openJobs().flatMap((one) => {
    const why = one.status === 'queued' && !ids.has(one.id) ? mustResend(one) : null;
    return why === null ? [] : movedJob(one, 'fail', { problem: why }, at);
  });
  const isKnown = ({ id }: OutboxJob) => job(id) !== null;
  const calls = Map.groupBy(wanted, ({ call }) => call);
  const attempts = [...calls].flatMap(([id, sent]) => (attempt(id) ? [] : [recalledAttempt(id, sent, at)]));
  const changed = [...jobs.filter(isKnown), ...failed];
  commit(queue, { queued: jobs.filter((one) => !isKnown(one)), changed, attempts, also: () => store(failed.length) });
  return { recalled: jobs.length, failed: failed.length };
}

function recalledAttempt(id: string, sent: readonly RecalledDocument[], at: string): Attempt {
  const documents = sent.map(({ document: { id: of, reference, sha256 } }) => ({ id: of, reference, sha256 }));
  const startedAt = sent[0]?.at ?? at;
  return checkedAttempt({ id, documents, startedAt, endedAt: at, outcome: 'interrupted', problem: null, answer: null });
}

const hasRepeated = (documents: readonly { id: string }[]): boolean => new Set(documents.map(({ id }) => id)).size < documents.length;
