/** The outbox on SQLite: what each operation makes of jobs and attempts. `book.ts` keeps them. */
import { z } from 'zod';
import type { Database } from '../../store/database.ts';
import { createRecords } from '../../store/records.ts';
import type { Sealer } from '../../vault/sealing.ts';
import { isUnderWay } from '../states.ts';
import { openBook } from './book.ts';
import { begunJob, changedJob, movedJob, queuedJob, refusal } from './job-changes.ts';
import type { Attempt, Outbox, OutboxJob } from './outbox.ts';
import { ownersIn } from './owners.ts';
import { checkedAttempt } from './row-kinds.ts';

export function openOutbox({ database, sealer, now }: { database: Database; sealer: Sealer; now: () => Date }): Outbox {
  const listeners: ((jobs: OutboxJob[]) => void)[] = [];
  const tell = (jobs: OutboxJob[]): void => {
    for (const listener of listeners) {
      try {
        listener(jobs);
      } catch (thrown) {
        // Thrown on here, whoever committed would take for undone what stands on the disk.
        queueMicrotask(() => {
          throw thrown;
        });
      }
    }
  };
  const book = openBook({ database, sealer, now, changed: tell });
  const flags = createRecords(database, 'queue', z.object({ paused: z.boolean() }));
  let paused = flags.get('state')?.paused ?? false;
  let owners: Set<string> | null = null;

  const commit: typeof book.commit = (change) => {
    owners = null;
    book.commit(change);
  };

  const at = (): string => now().toISOString();

  const job = (id: string): OutboxJob => {
    const found = book.job(id);
    if (!found) throw refusal('a document that was never queued');
    return found;
  };

  const openAttempt = (id: string): Attempt => {
    const found = book.attempt(id);
    if (found?.outcome !== null) throw refusal('no such attempt is under way');
    return found;
  };

  return {
    jobs: book.jobs,
    job: book.job,
    status: (id) => book.job(id)?.status ?? 'draft',

    enqueue(documents) {
      if (hasRepeated(documents)) throw refusal('a document is queued twice');
      const queuedAt = at();
      commit({ queued: documents.map((document) => queuedJob(document, book.job(document.id), queuedAt)) });
    },
    move(move, ids, change = {}) {
      const movedAt = at();
      commit({ changed: [...new Set(ids)].map((id) => movedJob(job(id), move, change, movedAt)) });
    },
    change: (id, change) => commit({ changed: [changedJob(job(id), change)] }),
    forget(ids) {
      const forgotten = new Set(ids.filter((id) => book.job(id) !== null));
      if ([...forgotten].some((id) => isUnderWay(job(id).status))) throw refusal('a document on its way cannot be forgotten');
      const attempts = book.attempts().flatMap((attempt) => {
        const documents = attempt.documents.filter(({ id }) => !forgotten.has(id));
        return attempt.outcome === null || documents.length === attempt.documents.length ? [] : [{ ...attempt, documents }];
      });
      commit({ forgotten: [...forgotten], attempts });
    },

    begin({ id, documents }) {
      if (documents.length === 0 || hasRepeated(documents)) throw refusal('an attempt is of documents, each once');
      if (book.attempt(id)) throw refusal('an attempt begins once');
      const startedAt = at();
      const attempt = checkedAttempt({ id, documents, startedAt, endedAt: null, outcome: null, problem: null, answer: null });
      commit({ changed: documents.map((document) => begunJob(job(document.id), id, startedAt)), attempts: [attempt] });
    },
    keepAnswer: (id, answer) => commit({ attempts: [checkedAttempt({ ...openAttempt(id), answer })] }),
    end(id, outcome, problem) {
      const attempt = openAttempt(id);
      // Those that were forgotten meanwhile go, unless what is not in the book may be quarantined or locked.
      const documents = attempt.documents.filter((document) => book.job(document.id) !== null || !book.complete);
      commit({ attempts: [checkedAttempt({ ...attempt, documents, endedAt: at(), outcome, problem, answer: null })] });
    },
    attempts: (id) => book.attempts().filter(({ documents }) => id === undefined || documents.some((document) => document.id === id)),
    openAttempts: () => book.attempts().filter(({ outcome }) => outcome === null),

    paused: () => paused,
    setPaused(wanted) {
      flags.put('state', { paused: wanted });
      paused = wanted;
    },

    quarantined: book.quarantined,
    locked: book.locked,
    isOrphan(owner) {
      owners ??= ownersIn(book.jobs(), book.attempts());
      return book.complete && !owners.has(owner);
    },
    renewSeals: book.renew,

    onChange: (listener) => void listeners.push(listener),
  };
}

const hasRepeated = (documents: readonly { id: string }[]): boolean => new Set(documents.map(({ id }) => id)).size < documents.length;
