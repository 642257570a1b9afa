import { describe, expect, it } from 'vitest';
import { documentStatusSchema, type QueueState, type SigningJob } from '../support/doors/domain.ts';
import { problem } from '../support/doors/errors.ts';
import { canSendAgain, heldBy, holdOf, jobStatus, mayTryNow, progressOf, timeLeft } from '../support/doors/renderer/app.ts';
import { jobWith } from '../support/job.ts';

const jobsOf = (...jobs: SigningJob[]) => Object.fromEntries(jobs.map((one) => [one.documentId, one]));

describe('the state shown', () => {
  it('is "signed" only without a warning and after delivery', () => {
    const warning = problem('answer-repeats-document');
    expect(jobStatus(jobWith('a', { status: 'signed', delivery: 'done' }))).toBe('signed');
    expect(jobStatus(jobWith('a', { status: 'signed', delivery: 'done', warning }))).toBe('signed-to-check');
    expect(jobStatus(jobWith('a', { status: 'signed', delivery: 'waiting' }))).toBe('to-deliver');
    expect(jobStatus(jobWith('a', { status: 'signed', delivery: 'waiting', warning }))).toBe('to-deliver');
  });

  it('is in doubt until a person closes the document, and a note on any other changes nothing', () => {
    const closed = { at: '2026-01-01T11:00:00Z', note: 'by telephone' };
    expect(jobStatus(jobWith('a', { status: 'in-doubt' }))).toBe('in-doubt');
    expect(jobStatus(jobWith('a', { status: 'in-doubt', closed }))).toBe('closed');
    expect(jobStatus(jobWith('a', { status: 'queued', closed }))).toBe('queued');
  });

  it('allows sending again without a question only where the document was certainly not signed', () => {
    const again = documentStatusSchema.options.filter((status) => canSendAgain(jobWith('a', { status })));
    expect(again.sort()).toEqual(['cancelled', 'failed', 'rejected']);
  });
});

describe('progress', () => {
  it('counts the documents of running batches, and no older ones', () => {
    const at = '2026-01-01T10:05:00Z';
    const jobs = jobsOf(
      jobWith('a', { status: 'signed', batchId: 'old', lastAttemptAt: at }),
      jobWith('b', { status: 'signed', lastAttemptAt: at, changedAt: '2026-01-01T10:05:09Z' }),
      jobWith('c'),
      jobWith('d', { status: 'sending', lastAttemptAt: at }),
      jobWith('e', { status: 'cancelled' }),
    );
    const sent = [{ from: at, to: '2026-01-01T10:05:09Z' }];
    expect(progressOf(jobs)).toEqual({ done: 2, total: 4, waiting: ['c'], sending: 1, sent });
    expect(progressOf(jobsOf(jobWith('a', { status: 'signed' })))).toBeNull();
  });

  it('estimates the time left from recent documents, once two are done; those before an outage do not count', () => {
    const ended = (from: string, to: string) => ({ from: `2026-01-01T${from}Z`, to: `2026-01-01T${to}Z` });
    const now = Date.parse('2026-01-01T10:00:04Z');
    const recent = [ended('10:00:00', '10:00:02'), ended('10:00:02', '10:00:04')];
    expect(timeLeft({ done: 1, total: 4, sent: recent.slice(0, 1) }, now)).toBeNull();
    expect(timeLeft({ done: 2, total: 6, sent: recent }, now)).toBe(8000);
    expect(timeLeft({ done: 3, total: 6, sent: [ended('06:00:00', '06:00:02'), ...recent] }, now)).toBe(6000);
    // Settled just now, sent long ago: no longer back than is looked.
    expect(timeLeft({ done: 2, total: 3, sent: [ended('06:00:00', '10:00:01'), ended('06:00:00', '10:00:02')] }, now)).toBe(300_000);
  });
});

describe('the reason why the queue is stopped', () => {
  const queue = (state: QueueState['line']['state'], paused = false): QueueState => ({
    paused,
    line: { state, since: null, nextAttemptAt: null, problem: null },
    notKept: null,
    canCheck: false,
    checking: [],
    quarantined: [],
    closing: false,
  });

  it('is the pause before the connection, and none while no call has failed', () => {
    expect(holdOf(null)).toBeNull();
    expect(holdOf(queue('unknown'))).toBeNull();
    expect(holdOf(queue('online'))).toBeNull();
    expect(holdOf(queue('offline'))).toBe('offline');
    expect(holdOf(queue('busy'))).toBe('busy');
    expect(holdOf(queue('offline', true))).toBe('paused');
  });

  it('can be skipped by a person unless it is the pause or the provider’s own wait', () => {
    const met = (state: QueueState['line']['state'], ...[code, detail]: Parameters<typeof problem>): QueueState => ({
      ...queue(state),
      line: { ...queue(state).line, problem: problem(code, detail) },
    });
    expect(mayTryNow(null)).toBe(false);
    expect(mayTryNow(queue('online'))).toBe(false);
    expect(mayTryNow(queue('offline', true))).toBe(false);
    expect(mayTryNow(met('offline', 'line-down'))).toBe(true);
    expect(mayTryNow(met('busy', 'provider-error', { status: 500 }))).toBe(true);
    expect(mayTryNow(met('busy', 'provider-busy', { status: 503 }))).toBe(true);
    expect(mayTryNow(met('busy', 'provider-busy', { status: 503, retryAfter: 0 }))).toBe(true);
    expect(mayTryNow(met('busy', 'provider-busy', { status: 503, retryAfter: 30 }))).toBe(false);
  });

  it('applies only to queued documents, not to those of another account', () => {
    expect(heldBy(jobWith('a', { problem: problem('line-down') }), queue('offline'))).toBe('offline');
    expect(heldBy(jobWith('a', { problem: problem('other-account') }), queue('offline'))).toBeNull();
    expect(heldBy(jobWith('a', { status: 'sending' }), queue('offline'))).toBeNull();
  });
});
