/** Random sequences against a small model of the queue, with crashes: after each step and each start both agree. */

import { describe, expect, test } from 'vitest';
import { thrownCode } from '../support/code-of.ts';
import type { DocumentStatus } from '../support/doors/domain.ts';
import { type AttemptOutcome, type JobChange, type Move, moves } from '../support/doors/signing.ts';
import { fc } from '../support/runner/property.ts';
import { runs } from '../support/runner/soak.ts';
import { allowedMoves } from '../support/signing/allowed-moves.ts';
import { openTestOutbox, queuedDocument, receivedFile, sentOf, type TestOutbox, verificationSettings } from '../support/signing/outbox.ts';
import { asKilled } from '../support/storage/as-killed.ts';
import { tempDir } from '../support/temp-dir.ts';

const ids = ['d0', 'd1', 'd2', 'd3'];

/** `file`: whether the file that came back may go to its folder; null without one. `original`, `encrypted`: it has these encrypted files. */
type ModelJob = {
  id: string;
  status: DocumentStatus;
  attempts: number;
  lastAttempt: string | null;
  closed: string | null;
  file: 'signed' | 'unverified' | null;
  original: boolean;
  encrypted: boolean;
  reason: string | null;
  resent: boolean;
};
type ModelAttempt = { id: string; documents: string[]; outcome: string | null; answered: boolean };
/** Jobs in the order queued, attempts in the order begun. */
type Model = { jobs: ModelJob[]; attempts: ModelAttempt[]; paused: boolean; begun: number };

type Step =
  | { do: 'enqueue' | 'begin' | 'forget'; ids: string[] }
  | { do: 'move'; move: Move; ids: string[] }
  | { do: 'keep'; nth: number }
  | { do: 'end'; nth: number; outcome: AttemptOutcome }
  | { do: 'close'; id: string; note: string | null }
  | { do: 'deliver'; id: string }
  | { do: 'pause'; paused: boolean }
  | { do: 'crash'; copied: boolean };

const some = fc.subarray(ids, { minLength: 1 });
const nth = fc.nat(3);
const outcome = fc.constantFrom<AttemptOutcome>('answered', 'refused', 'too-large', 'unknown', 'interrupted');
const move = fc.constantFrom(...(Object.keys(moves) as Move[]));
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('enqueue' as const), ids: some }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('begin' as const), ids: some }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('forget' as const), ids: some }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('move' as const), move, ids: some }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('move' as const), move, ids: fc.constantFrom(...ids).map((id) => [id]) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('keep' as const), nth }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('end' as const), nth, outcome }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('close' as const), id: fc.constantFrom(...ids), note: fc.constantFrom('n', null) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('deliver' as const), id: fc.constantFrom(...ids) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('pause' as const), paused: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('crash' as const), copied: fc.boolean() }) },
);

const moved = (move: Move, id: string): Step => ({ do: 'move', move, ids: [id] });
const sent = (id: string): Step[] => [
  { do: 'enqueue', ids: [id] },
  { do: 'begin', ids: [id] },
];
const [one = '', other = ''] = ids;
/** Every kind of step, refused and done: by chance, a rare one may not come up. */
const everyStep: Step[] = [
  ...(Object.keys(moves) as Move[]).map((move) => moved(move, one)),
  { do: 'begin', ids: [one] },
  { do: 'keep', nth: 0 },
  { do: 'end', nth: 0, outcome: 'answered' },
  { do: 'close', id: one, note: 'n' },
  { do: 'enqueue', ids: [one, other] },
  { do: 'enqueue', ids: [one] },
  { do: 'forget', ids: [one] },
  moved('cancel', other),
  { do: 'forget', ids: [other] },
  moved('fail', one),
  ...sent(one),
  { do: 'keep', nth: 0 },
  moved('putBack', one),
  { do: 'end', nth: 0, outcome: 'refused' },
  { do: 'begin', ids: [one] },
  moved('sign', one),
  moved('spoil', one),
  moved('accept', one),
  moved('withhold', one),
  { do: 'close', id: one, note: 'n' },
  moved('releaseFile', one),
  moved('releaseFile', one),
  ...sent(one),
  moved('withhold', one),
  moved('verify', one),
  ...sent(other),
  moved('reject', other),
  ...sent(other),
  moved('doubt', other),
  { do: 'close', id: other, note: 'n' },
  { do: 'deliver', id: other },
  { do: 'enqueue', ids: ['d2', 'd3'] },
  { do: 'begin', ids: ['d2', 'd3'] },
  moved('sign', 'd2'),
  { do: 'deliver', id: 'd2' },
  { do: 'crash', copied: false },
  moved('withhold', 'd2'),
  { do: 'forget', ids: [other] },
  { do: 'deliver', id: other },
];

const statusOf = (model: Model, id: string): DocumentStatus => model.jobs.find((job) => job.id === id)?.status ?? 'draft';
const openOf = (model: Model, index: number): string => model.attempts.filter((each) => each.outcome === null)[index]?.id ?? 'none';
/** Each becomes what `moved` says, or null when one may not. */
function inModel(model: Model, which: string[], moved: (job: ModelJob) => DocumentStatus | undefined): ModelJob[] | null {
  const jobs = model.jobs.filter(({ id }) => which.includes(id));
  const next = jobs.flatMap((job): ModelJob[] => {
    const status = moved(job);
    return status === undefined ? [] : [{ ...job, status, closed: null, reason: null }];
  });
  return next.length === which.length ? next : null;
}
const replaced = (model: Model, next: ModelJob[]): Model => ({
  ...model,
  jobs: model.jobs.map((job) => next.find(({ id }) => id === job.id) ?? job),
});

/** What should come of a step; null when it is refused and changes nothing. */
function expected(model: Model, step: Step): Model | null {
  switch (step.do) {
    case 'enqueue': {
      const moves = step.ids.map((id) => allowedMoves[statusOf(model, id)]);
      if (!moves.every((from) => from.send === 'queued' || from.resend === 'queued')) return null;
      const queued = step.ids.map((id): ModelJob => {
        const before = model.jobs.find((job) => job.id === id);
        const { attempts = 0, lastAttempt = null, encrypted = false } = before ?? {};
        const resent = before?.resent === true || before?.status === 'in-doubt' || before?.status === 'unverified';
        return { id, status: 'queued', attempts, lastAttempt, closed: null, file: null, original: true, encrypted, reason: null, resent };
      });
      return { ...model, jobs: [...model.jobs.filter(({ id }) => !step.ids.includes(id)), ...queued] };
    }
    case 'begin': {
      const id = `attempt-${model.begun}`;
      const next = inModel(model, step.ids, ({ status }) => allowedMoves[status].start);
      if (!next) return null;
      const begun = next.map((job) => ({ ...job, attempts: job.attempts + 1, lastAttempt: id }));
      const attempt = { id, documents: step.ids, outcome: null, answered: false };
      return { ...replaced(model, begun), attempts: [...model.attempts, attempt], begun: model.begun + 1 };
    }
    case 'move': {
      const next = inModel(model, step.ids, ({ status, resent }) => {
        const after = allowedMoves[status][step.move];
        return resent && (after === 'cancelled' || after === 'failed' || after === 'rejected') ? 'in-doubt' : after;
      });
      if (!next) return null;
      if (step.move === 'withhold')
        return replaced(
          model,
          next.map((job) => ({ ...job, file: 'unverified', encrypted: true })),
        );
      if (step.move !== 'verify' && step.move !== 'releaseFile') return replaced(model, next);
      const reason = step.move === 'verify' ? null : 'why';
      return next.some(({ file, encrypted }) => file !== 'unverified' || !encrypted)
        ? null
        : replaced(
            model,
            next.map((job) => ({ ...job, file: 'signed', reason })),
          );
    }
    case 'close': {
      const job = model.jobs.find(({ id }) => id === step.id);
      if (!job || (step.note !== null && job.status !== 'in-doubt' && job.status !== 'unverified')) return null;
      return replaced(model, [{ ...job, closed: step.note }]);
    }
    case 'deliver': {
      const job = model.jobs.find(({ id }) => id === step.id);
      return job ? replaced(model, [{ ...job, original: false, encrypted: false }]) : null;
    }
    case 'forget': {
      const known = step.ids.filter((id) => statusOf(model, id) !== 'draft');
      if (known.some((id) => ['queued', 'sending'].includes(statusOf(model, id)))) return null;
      const without = (attempt: ModelAttempt) =>
        attempt.outcome === null ? attempt : { ...attempt, documents: attempt.documents.filter((id) => !known.includes(id)) };
      const jobs = model.jobs.filter(({ id }) => !known.includes(id));
      return { ...model, jobs, attempts: model.attempts.map(without).filter(({ documents }) => documents.length > 0) };
    }
    case 'keep': {
      const id = openOf(model, step.nth);
      if (id === 'none') return null;
      return { ...model, attempts: model.attempts.map((each) => (each.id === id ? { ...each, answered: true } : each)) };
    }
    case 'end': {
      const id = openOf(model, step.nth);
      if (id === 'none') return null;
      const ended = (each: ModelAttempt) => {
        const documents = each.documents.filter((document) => statusOf(model, document) !== 'draft');
        return { ...each, documents, outcome: step.outcome, answered: false };
      };
      const attempts = model.attempts.map((each) => (each.id === id ? ended(each) : each));
      return { ...model, attempts: attempts.filter(({ documents }) => documents.length > 0) };
    }
    case 'pause':
      return { ...model, paused: step.paused };
    case 'crash':
      return model;
  }
}

/** One file for all: what came back, or the release of it. */
function changeBy(move: Move): JobChange {
  if (move === 'releaseFile') return { fileRelease: { at: '2026-01-01T00:00:00.000Z', by: 'b', reason: 'why' } };
  return move === 'withhold' ? { received: [receivedFile('any')], signedSha256: '1'.repeat(64) } : {};
}

function run({ outbox }: TestOutbox, model: Model, step: Exclude<Step, { do: 'crash' }>): unknown {
  switch (step.do) {
    case 'enqueue':
      return outbox.enqueue(step.ids.map((id) => queuedDocument(id)));
    case 'begin':
      return outbox.begin({ id: `attempt-${model.begun}`, documents: sentOf(step.ids) });
    case 'move':
      return outbox.move(step.move, step.ids, changeBy(step.move));
    case 'close':
      return outbox.change(step.id, { closed: step.note === null ? null : { at: '2026-01-01T00:00:00.000Z', note: step.note } });
    case 'deliver': {
      const received = outbox.job(step.id)?.received.map((file) => ({ ...file, encrypted: null, name: 'out.pdf', path: '/out.pdf' })) ?? [];
      return outbox.change(step.id, { original: null, received });
    }
    case 'forget':
      return outbox.forget(step.ids);
    case 'keep':
      return outbox.storeAnswer(openOf(model, step.nth), { items: [], otherTexts: [], verification: verificationSettings, defect: null });
    case 'end':
      return outbox.end(openOf(model, step.nth), step.outcome, null);
    case 'pause':
      return outbox.setPaused(step.paused);
  }
}

function seen({ outbox }: TestOutbox) {
  const shown = ({ id, documents, outcome, answer }: ReturnType<typeof outbox.openAttempts>[number]): ModelAttempt => ({
    id,
    documents: documents.map((document) => document.id),
    outcome,
    answered: answer !== null,
  });
  return {
    jobs: outbox
      .jobs()
      .map(({ id, status, attempts, lastAttempt, closed, original, received, signedSha256, fileRelease, resentInDoubt }) => ({
        id,
        status,
        attempts,
        lastAttempt: lastAttempt?.id ?? null,
        closed: closed?.note ?? null,
        file: signedSha256 === null ? null : (received[0]?.role ?? null),
        original: original !== null,
        encrypted: received.some((file) => file.encrypted !== null),
        reason: fileRelease?.reason ?? null,
        resent: resentInDoubt,
      })),
    openJobs: outbox.openJobs().map(({ id }) => id),
    statuses: ids.map((id) => outbox.status(id)),
    single: ids.map((id) => outbox.job(id)?.status ?? 'draft'),
    attempts: ids.map((id) => outbox.attempts(id).map(shown)),
    open: outbox.openAttempts().map(shown),
    paused: outbox.paused(),
    orphans: ids.filter((id) => outbox.isOrphan(id)),
    quarantined: outbox.quarantined(),
  };
}

const isAtRest = ({ status, original, encrypted, closed, reason }: ModelJob): boolean => {
  const isSettled = (status === 'in-doubt' || status === 'unverified') && (closed !== null || reason !== null);
  return !original && !encrypted && (status === 'signed' || status === 'cancelled' || isSettled);
};

function foreseen(model: Model): ReturnType<typeof seen> {
  const of = (id: string) => model.attempts.filter(({ documents }) => documents.includes(id));
  const statuses = ids.map((id) => statusOf(model, id)) as ReturnType<typeof seen>['statuses'];
  return {
    jobs: model.jobs as ReturnType<typeof seen>['jobs'],
    openJobs: model.jobs.filter((job) => !isAtRest(job)).map(({ id }) => id),
    statuses,
    single: statuses,
    attempts: ids.map(of),
    open: model.attempts.filter(({ outcome }) => outcome === null),
    paused: model.paused,
    orphans: ids.filter((id) => statusOf(model, id) === 'draft' && of(id).length === 0),
    quarantined: [],
  };
}

describe('the outbox against its model', () => {
  test('agrees after every step and every start', async () => {
    const reached = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 60, size: 'max' }), async (steps) => {
        let current = await openTestOutbox(await tempDir());
        const opened = [current];
        let model: Model = { jobs: [], attempts: [], paused: false, begun: 0 };
        try {
          for (const step of steps) {
            const next = expected(model, step);
            if (step.do === 'crash') {
              current = await openTestOutbox(step.copied ? asKilled(current.folder) : current.folder);
              opened.push(current);
            } else {
              const before = current.changes.length;
              expect(thrownCode(() => run(current, model, step))).toBe(next ? null : 'internal');
              if (!next) expect(current.changes).toHaveLength(before);
              for (const job of current.changes.slice(before).flat()) expect(job).toEqual(current.outbox.job(job.id));
              reached.add(`${step.do === 'move' ? step.move : step.do} ${next ? 'done' : 'refused'}`);
            }
            model = next ?? model;
            expect(seen(current)).toEqual(foreseen(model));
          }
        } finally {
          for (const { close } of opened) await close();
        }
      }),
      { numRuns: runs(50), examples: [[everyStep]] },
    );
    // The sequences were worth their time: each kind of step was done as well as refused.
    const steps = [
      'enqueue',
      'begin',
      'forget',
      'keep',
      'end',
      'close',
      'deliver',
      'cancel',
      'putBack',
      'sign',
      'reject',
      'fail',
      'doubt',
      'spoil',
      'accept',
      'withhold',
      'verify',
      'releaseFile',
    ];
    expect([...reached]).toEqual(expect.arrayContaining(steps.flatMap((name) => [`${name} done`, `${name} refused`])));
  });
});
