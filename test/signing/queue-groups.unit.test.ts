import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { documentStatusSchema, type SigningJob } from '../support/doors/domain.ts';
import {
  acts,
  countByGroup,
  filters,
  groupOf,
  idsThatMay,
  lineShown,
  lossOf,
  matchesSearch,
  may,
  mayHaveBeenSigned,
  selectionAfter,
  shownGroups,
  waitingOf,
} from '../support/doors/renderer/queue.ts';
import { jobWith } from '../support/job.ts';

const jobsOf = (...jobs: SigningJob[]) => Object.fromEntries(jobs.map((one) => [one.documentId, one]));
const idsIn = (shown: ReturnType<typeof shownGroups>) => shown.map(({ group, jobs }) => [group, ...jobs.map((job) => job.documentId)]);
const closed = { at: '2026-01-01T11:00:00Z', note: 'by telephone' };

const anyJob = fc
  .record({
    status: fc.constantFrom(...documentStatusSchema.options),
    delivery: fc.constantFrom('none' as const, 'waiting' as const, 'done' as const),
    closed: fc.constantFrom(null, closed),
    at: fc.integer({ min: 0, max: 59 }),
  })
  .map(({ at, ...differs }) => ({ ...differs, changedAt: `2026-01-01T10:${String(at).padStart(2, '0')}:00Z` }));
const anyJobs = fc.array(anyJob, { maxLength: 30 }).map((all) => jobsOf(...all.map((differs, at) => jobWith(`d${at}`, differs))));

describe('groups', () => {
  it('list every sent document exactly once, and count the listed ones', () => {
    fc.assert(
      fc.property(anyJobs, (jobs) => {
        const counts = countByGroup(jobs);
        const sent = Object.values(jobs).filter((job) => job.status !== 'draft');
        const listed = shownGroups(jobs, 'all', '').flatMap((group) => group.jobs);
        expect(listed.map((job) => job.documentId).sort()).toEqual(sent.map((job) => job.documentId).sort());
        for (const filter of filters) {
          expect(shownGroups(jobs, filter, '').flatMap((group) => group.jobs)).toHaveLength(counts[filter]);
        }
      }),
    );
  });

  it('list documents that need a person before pending ones, and finished ones last', () => {
    const jobs = jobsOf(
      jobWith('done', { status: 'signed', delivery: 'done' }),
      jobWith('kept', { status: 'signed', delivery: 'waiting' }),
      jobWith('waits'),
      jobWith('refused', { status: 'rejected' }),
      jobWith('unknown', { status: 'in-doubt' }),
      jobWith('settled', { status: 'in-doubt', closed, changedAt: '2026-01-01T11:00:00Z' }),
      jobWith('stopped', { status: 'cancelled', changedAt: '2026-01-01T10:30:00Z' }),
    );
    expect(idsIn(shownGroups(jobs, 'all', ''))).toEqual([
      ['doubt', 'unknown'],
      ['failed', 'refused'],
      ['moving', 'waits'],
      ['delivery', 'kept'],
      ['finished', 'settled', 'stopped', 'done'],
    ]);
    expect(waitingOf(jobs)).toEqual({ attention: 3, waiting: 1 });
  });

  it('list first what is sent next', () => {
    const jobs = jobsOf(
      jobWith('third', { queuedAt: '2026-01-01T10:02:00Z' }),
      jobWith('second', { queuedAt: '2026-01-01T10:01:00Z', changedAt: '2026-01-01T10:09:00Z' }),
      jobWith('first', { queuedAt: '2026-01-01T10:03:00Z', status: 'sending' }),
    );
    expect(idsIn(shownGroups(jobs, 'moving', ''))).toEqual([['moving', 'first', 'second', 'third']]);
  });
});

describe('search', () => {
  const job = jobWith('a', { name: 'Crédito Peñaloza.pdf', reference: '2026-0417', clientInfo: 'TRX-9' });

  it('finds by name, reference or client, without capitals and accents, every word somewhere', () => {
    for (const typed of ['', 'credito', 'PENALOZA', '0417', 'trx-9', 'trx credito', ' 0417 ']) expect(matchesSearch(job, typed)).toBe(true);
    for (const typed of ['0418', 'credito 0418', '0417 zzz']) expect(matchesSearch(job, typed)).toBe(false);
  });

  it('leaves out groups in which nothing was found', () => {
    expect(idsIn(shownGroups(jobsOf(job, jobWith('b', { status: 'failed' })), 'all', '0417'))).toEqual([['moving', 'a']]);
  });
});

describe('actions', () => {
  it('are not offered for a document in doubt, which has to be settled', () => {
    const doubt = jobWith('a', { status: 'in-doubt' });
    expect(acts.filter((act) => may(act, doubt))).toEqual([]);
  });

  it('remove only finished or failed documents without a pending delivery, and cancel only queued ones', () => {
    fc.assert(
      fc.property(anyJob, (differs) => {
        const job = jobWith('a', differs);
        if (may('forget', job)) {
          expect(job.delivery).not.toBe('waiting');
          expect(['finished', 'failed']).toContain(groupOf(job));
        }
        expect(may('cancel', job)).toBe(job.status === 'queued');
      }),
    );
  });

  it('deliver files that could not be delivered, also of a document that was not signed', () => {
    expect(may('deliver', jobWith('a', { status: 'signed', delivery: 'waiting' }))).toBe(true);
    expect(may('deliver', jobWith('a', { status: 'failed', delivery: 'waiting' }))).toBe(true);
    expect(may('deliver', jobWith('a', { status: 'signed', delivery: 'done' }))).toBe(false);
    expect(may('deliver', jobWith('a', { delivery: 'waiting' }))).toBe(false);
  });

  it('count the documents that lose more than their row', () => {
    const signed = jobWith('a', { status: 'signed', delivery: 'done' });
    const failed = jobWith('b', { status: 'failed' });
    const settled = jobWith('c', { status: 'in-doubt', closed });
    expect(lossOf([signed])).toBe(0);
    expect(lossOf([signed, failed, settled])).toBe(2);
    expect(idsThatMay('forget', [signed, failed, settled, jobWith('d')])).toEqual(['a', 'b', 'c']);
    expect([signed, failed, settled].filter(mayHaveBeenSigned)).toEqual([signed, settled]);
  });
});

describe('the selection after a change', () => {
  it('has the rows that are still listed', () => {
    const chosen = new Set(['a', 'c']);
    expect(selectionAfter(['a', 'b', 'c'], ['c', 'a'], chosen)).toBe(chosen);
    expect([...selectionAfter(['a', 'b', 'c'], ['b', 'c'], chosen)]).toEqual(['c']);
  });

  it('is the next row when all selected rows are gone, else the last; the first when none was selected', () => {
    expect([...selectionAfter(['a', 'b', 'c'], ['a', 'c'], new Set(['b']))]).toEqual(['c']);
    expect([...selectionAfter(['a', 'b', 'c'], ['a'], new Set(['b', 'c']))]).toEqual(['a']);
    expect([...selectionAfter(['a', 'b'], ['a', 'b'], new Set())]).toEqual(['a']);
    expect([...selectionAfter(['a'], [], new Set(['a']))]).toEqual([]);
  });

  it('is never empty while rows are listed, and has only listed rows', () => {
    const ids = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'));
    fc.assert(
      fc.property(ids, ids, ids, (before, now, selected) => {
        const after = selectionAfter(before, now, new Set(selected));
        expect(after.size > 0).toBe(now.length > 0);
        for (const id of after) expect(now).toContain(id);
      }),
    );
  });
});

describe('the connection state', () => {
  it('is shown as paused while the queue is paused', () => {
    const line = { state: 'online', since: null, nextAttemptAt: null, problem: null } as const;
    const queue = { paused: false, line, notKept: null, canCheck: true, checking: [], quarantined: [], closing: false };
    expect(lineShown(queue)).toBe('online');
    expect(lineShown({ ...queue, paused: true })).toBe('paused');
  });
});
