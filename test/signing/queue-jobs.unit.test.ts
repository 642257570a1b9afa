import { describe, expect, it } from 'vitest';
import { canSendAgain, documentStatusSchema, jobStatus, type QueueState } from '../support/doors/domain.ts';
import { problem } from '../support/doors/errors.ts';
import { holdOf, holdOfJob, mayTryNow } from '../support/doors/renderer/app.ts';
import { timeLeft } from '../support/doors/signing.ts';
import { jobWith } from '../support/signing/job.ts';

describe('the state shown', () => {
  it('is "signed" only without a warning and after delivery', () => {
    const warning = problem('answer-repeats-document');
    expect(jobStatus(jobWith('a', { status: 'signed', delivery: 'done' }))).toBe('signed');
    expect(jobStatus(jobWith('a', { status: 'signed', delivery: 'done', warning }))).toBe('signed-to-check');
    for (const more of [{}, { warning }]) {
      expect(jobStatus(jobWith('a', { status: 'signed', delivery: 'waiting', ...more }))).toBe('saving');
      expect(jobStatus(jobWith('a', { status: 'signed', delivery: 'waiting', deliveryFailed: true, ...more }))).toBe('to-deliver');
    }
  });

  it('of a released file is "released" only after its delivery', () => {
    const released = { status: 'unverified', fileRelease: { at: '2026-01-01T11:00:00Z', by: 'Ana', reason: 'compared' } } as const;
    expect(jobStatus(jobWith('a', { ...released, delivery: 'done' }))).toBe('released');
    expect(jobStatus(jobWith('a', { ...released, delivery: 'waiting' }))).toBe('saving');
    expect(jobStatus(jobWith('a', { ...released, delivery: 'waiting', deliveryFailed: true }))).toBe('to-deliver');
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

describe('the time left', () => {
  it('is that of recent documents, once two are done; those before an outage do not count', () => {
    const at = (time: string) => Date.parse(`2026-01-01T${time}Z`);
    const ended = (from: string, to: string) => ({ from: at(from), to: at(to) });
    const now = at('10:00:04');
    const recent = [ended('10:00:00', '10:00:02'), ended('10:00:02', '10:00:04')];
    expect(timeLeft({ left: 3, ended: recent.slice(0, 1) }, now)).toBeNull();
    expect(timeLeft({ left: 4, ended: recent }, now)).toBe(8000);
    expect(timeLeft({ left: 3, ended: [ended('06:00:00', '06:00:02'), ...recent] }, now)).toBe(6000);
    // Settled just now, sent long ago: no longer back than is looked.
    expect(timeLeft({ left: 1, ended: [ended('06:00:00', '10:00:01'), ended('06:00:00', '10:00:02')] }, now)).toBe(300_000);
  });
});

describe('the reason why the queue is stopped', () => {
  const queue = (state: QueueState['connection']['state'], paused = false): QueueState => ({
    paused,
    connection: { state, since: null, nextAttemptAt: null, problem: null },
    memoryOnly: null,
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
    const met = (state: QueueState['connection']['state'], ...[code, detail]: Parameters<typeof problem>): QueueState => ({
      ...queue(state),
      connection: { ...queue(state).connection, problem: problem(code, detail) },
    });
    expect(mayTryNow(null)).toBe(false);
    expect(mayTryNow(queue('online'))).toBe(false);
    expect(mayTryNow(queue('offline', true))).toBe(false);
    expect(mayTryNow(met('offline', 'offline'))).toBe(true);
    expect(mayTryNow(met('busy', 'provider-error', { status: 500 }))).toBe(true);
    expect(mayTryNow(met('busy', 'provider-busy', { status: 503 }))).toBe(true);
    expect(mayTryNow(met('busy', 'provider-busy', { status: 503, retryAfter: 0 }))).toBe(true);
    expect(mayTryNow(met('busy', 'provider-busy', { status: 503, retryAfter: 30 }))).toBe(false);
  });

  it('applies only to queued documents, not to those of another account or that a rule blocks', () => {
    expect(holdOfJob(jobWith('a', { problem: problem('offline') }), queue('offline'))).toBe('offline');
    expect(holdOfJob(jobWith('a', { problem: problem('other-account') }), queue('offline'))).toBeNull();
    expect(holdOfJob(jobWith('a', { status: 'sending' }), queue('offline'))).toBeNull();
    expect(holdOfJob(jobWith('a', { problem: problem('policy-no-visit') }), queue('offline'))).toBeNull();
  });
});
