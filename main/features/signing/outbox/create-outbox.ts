/** The outbox: the changes of jobs and attempts by each operation. `book.ts` stores them. */
import { z } from 'zod';
import type { Database } from '../../../platform/storage/database.ts';
import { openJsonRows } from '../../../platform/storage/json-rows.ts';
import type { Outcome } from '../sent-ledger/rules/entries.ts';
import type { Noted, SentLedger } from '../sent-ledger/sent-ledger.ts';
import { isUnderWay, stateAfter } from '../states.ts';
import { type Change, openBook } from './book.ts';
import { begunJob, changedJob, movedJob, outcomeOf, queuedJob, recalledJob, refusal } from './job-changes.ts';
import { checkedAttempt } from './job-rows.ts';
import type { Attempt, JobUpdate, Outbox, OutboxJob, RecalledDocument } from './outbox.ts';
import { fileOwners } from './owners.ts';

export type OutboxDeps = {
  database: Database;
  /** Written before the database for each call and each result, and after it for documents that are new in the queue. */
  ledger: Pick<SentLedger, 'noteQueued' | 'noteCall' | 'noteResults'>;
  now: () => Date;
  /** The data folder may have another database with jobs: a quarantined one, or the one on disk in memory-only mode. */
  isOneOfSeveral: boolean;
};

export function openOutbox({ database, ledger, now, isOneOfSeveral }: OutboxDeps): Outbox {
  const listeners: ((jobs: OutboxJob[]) => void)[] = [];
  const tell = (jobs: OutboxJob[]): void => {
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
  };
  const book = openBook({ database, now, changed: tell, isOneOfSeveral });
  const flags = openJsonRows(database, 'queue', z.object({ paused: z.boolean() }));
  let paused = flags.get('state')?.paused ?? false;
  let owners: Set<string> | null = null;

  /** `noted`: entries that the ledger has already; undone when the transaction fails. */
  const commit = (change: Change, noted: readonly Noted[] = []): void => {
    owners = null;
    try {
      book.commit({
        ...change,
        also() {
          for (const { store } of noted) store();
          change.also?.();
        },
      });
    } catch (thrown) {
      for (const { undo } of noted.toReversed()) undo();
      throw thrown;
    }
  };

  /** Notes in the ledger the changed outcomes of documents after the result of their call. */
  const notedOf = (jobs: readonly OutboxJob[], at: string): Noted[] =>
    jobs.flatMap((after) => {
      const [was, is] = [outcomeOf(job(after.id)), outcomeOf(after)];
      const call = after.lastAttempt?.id;
      if (call === undefined || was === null || is === null || was === is) return [];
      return ledger.noteResults(call, at, [{ id: after.id, outcome: is }]);
    });

  /** Writes changed outcomes into the ledger first, then commits. */
  const commitChanged = (jobs: OutboxJob[], at: string, also: Change['also'] = () => {}): void =>
    commit({ changed: jobs, also }, notedOf(jobs, at));

  const at = (): string => now().toISOString();

  const job = (id: string): OutboxJob => {
    const found = book.job(id);
    if (!found) throw refusal('a document that was never queued');
    return found;
  };

  /** Returns each document once, after all its updates. */
  const updated = (updates: readonly JobUpdate[], at: string): OutboxJob[] => {
    const jobs = new Map<string, OutboxJob>();
    for (const { id, move, change } of updates) {
      const before = jobs.get(id) ?? job(id);
      jobs.set(id, move === null ? changedJob(before, change) : movedJob(before, move, change, at));
    }
    return [...jobs.values()];
  };

  const openAttempt = (id: string): Attempt => {
    const found = book.attempt(id);
    if (found?.outcome !== null) throw refusal('no such attempt is under way');
    return found;
  };

  return {
    jobs: book.jobs,
    openJobs: book.openJobs,
    job: book.job,
    restingBefore: book.restingBefore,
    restingOfVisits: book.restingOfVisits,
    ofVisit: book.ofVisit,
    withSha256: book.withSha256,
    withSignedSha256: book.withSignedSha256,
    list: book.list,
    restingCount: book.restingCount,
    restingOfBatches: book.restingOfBatches,
    status: (id) => book.job(id)?.status ?? 'draft',

    enqueue(documents, also = () => {}) {
      if (hasRepeated(documents)) throw refusal('a document is queued twice');
      const queuedAt = at();
      const added = documents.map(({ id }) => id).filter((id) => book.job(id) === null);
      commit({ queued: documents.map((document) => queuedJob(document, book.job(document.id), queuedAt)), also });
      if (added.length > 0) ledger.noteQueued(queuedAt, added);
    },
    move(move, ids, change = {}) {
      const movedAt = at();
      commitChanged(
        [...new Set(ids)].map((id) => movedJob(job(id), move, change, movedAt)),
        movedAt,
      );
    },
    update(updates, also) {
      const updatedAt = at();
      if (updates.length > 0) commitChanged(updated(updates, updatedAt), updatedAt, also);
    },
    change: (id, change) => commitChanged([changedJob(job(id), change)], at()),
    forget(ids) {
      const forgotten = new Set(ids.filter((id) => book.job(id) !== null));
      if ([...forgotten].some((id) => isUnderWay(job(id).status))) throw refusal('a document on its way cannot be forgotten');
      const tried = new Map([...forgotten].flatMap((id) => book.attempts(id).map((attempt) => [attempt.id, attempt] as const)));
      const attempts = [...tried.values()].flatMap((attempt) => {
        const documents = attempt.documents.filter(({ id }) => !forgotten.has(id));
        return attempt.outcome === null ? [] : [{ ...attempt, documents }];
      });
      commit({ forgotten: [...forgotten], attempts });
    },

    begin({ id, documents }) {
      if (documents.length === 0 || hasRepeated(documents)) throw refusal('an attempt is of documents, each once');
      if (book.attempt(id)) throw refusal('an attempt begins once');
      const startedAt = at();
      const attempt = checkedAttempt({ id, documents, startedAt, endedAt: null, outcome: null, problem: null, answer: null });
      const changed = documents.map((document) => begunJob(job(document.id), id, startedAt));
      commit({ changed, attempts: [attempt] }, [ledger.noteCall({ id, at: startedAt, documents: changed })]);
    },
    keepAnswer: (id, answer, also = () => {}) => commit({ attempts: [checkedAttempt({ ...openAttempt(id), answer })], also }),
    end(id, outcome, problem, { updates = [], also = () => {} } = {}) {
      const attempt = openAttempt(id);
      // Removes forgotten documents, unless a document that is not in the book may be quarantined.
      const documents = attempt.documents.filter((document) => book.job(document.id) !== null || !book.complete());
      const endedAt = at();
      const changed = updated(updates, endedAt);
      const noted = notedOf(changed, endedAt);
      const after = new Map(changed.map((one) => [one.id, one]));
      const results = attempt.documents.flatMap((document) => resultOf(after.get(document.id) ?? book.job(document.id)) ?? []);
      const ended = checkedAttempt({ ...attempt, documents, endedAt, outcome, problem, answer: null });
      if (results.length > 0) noted.push(ledger.noteResults(id, endedAt, results));
      commit({ changed, attempts: [ended], also }, noted);
    },
    recall(documents, { unreleased, store }) {
      const recalledAt = at();
      const wanted = documents.filter(({ document }) => stateAfter(book.job(document.id)?.status ?? 'draft', 'recall') !== null);
      const jobs = wanted.map((one) => recalledJob(one, book.job(one.document.id), recalledAt));
      const ids = new Set(jobs.map(({ id }) => id));
      const waiting = book.openJobs().filter(({ id, status }) => status === 'queued' && !ids.has(id));
      const failed = waiting.flatMap((one) => {
        const why = unreleased(one);
        return why === null ? [] : movedJob(one, 'fail', { problem: why }, recalledAt);
      });
      const isKnown = ({ id }: OutboxJob) => book.job(id) !== null;
      const calls = Map.groupBy(wanted, ({ call }) => call);
      const attempts = [...calls].flatMap(([id, sent]) => (book.attempt(id) ? [] : [recalledAttempt(id, sent, recalledAt)]));
      commit({ queued: jobs.filter((one) => !isKnown(one)), changed: [...jobs.filter(isKnown), ...failed], attempts, also: store });
      return { recalled: jobs.length, unreleased: failed.length };
    },
    attempts: book.attempts,
    attempt: book.attempt,
    openAttempts: book.openAttempts,

    paused: () => paused,
    setPaused(wanted) {
      flags.put('state', { paused: wanted });
      paused = wanted;
    },

    quarantined: book.quarantined,
    isOrphan(owner) {
      owners ??= fileOwners(book.openJobs(), book.openAttempts());
      return book.complete() && !owners.has(owner) && !book.hasOwner(owner);
    },
    onChange: (listener) => void listeners.push(listener),
  };
}

/** The outcome of a document at the end of its call; null for a forgotten one. */
function resultOf(job: OutboxJob | null): { id: string; outcome: Outcome } | null {
  if (job === null) return null;
  const { id, status } = job;
  if (status === 'queued' || status === 'cancelled' || status === 'draft') return { id, outcome: 'not-processed' };
  return { id, outcome: status === 'sending' ? 'in-doubt' : (outcomeOf(job) ?? (status === 'rejected' ? 'rejected' : 'failed')) };
}

function recalledAttempt(id: string, sent: readonly RecalledDocument[], at: string): Attempt {
  const documents = sent.map(({ document: { id: of, reference, sha256 } }) => ({ id: of, reference, sha256 }));
  const startedAt = sent[0]?.at ?? at;
  return checkedAttempt({ id, documents, startedAt, endedAt: at, outcome: 'interrupted', problem: null, answer: null });
}

const hasRepeated = (documents: readonly { id: string }[]): boolean => new Set(documents.map(({ id }) => id)).size < documents.length;
