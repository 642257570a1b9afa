import { describe, expect, test } from 'vitest';
import { createJobBook } from '../../main/signing/job-book.ts';
import type { SigningJob } from '../../shared/domain/signing.ts';
import { problem } from '../../shared/errors.ts';

function book() {
  const told: string[][] = [];
  let second = 0;
  const jobs = createJobBook(
    (changed: SigningJob[]) => told.push(changed.map(({ documentId, status }) => `${documentId} ${status}`)),
    () => new Date(Date.UTC(2026, 0, 1, 0, 0, second++)),
  );
  return { jobs, told };
}
const documents = [
  { documentId: 'a', reference: '1' },
  { documentId: 'b', reference: '2' },
];

describe('the job book', () => {
  test('tells each change once, with only what changed', () => {
    const { jobs, told } = book();
    jobs.queue('batch', documents);
    jobs.move('start', ['a', 'b']);
    jobs.move('sign', ['a'], { signedName: 'a-signed.pdf', signedPath: '/out/a-signed.pdf' });
    jobs.move('doubt', ['b'], { problem: problem('no-answer') });
    expect(told).toEqual([['a queued', 'b queued'], ['a sending', 'b sending'], ['a signed'], ['b in-doubt']]);
    expect(jobs.signedPath('a')).toBe('/out/a-signed.pdf');
    expect(jobs.signedPath('b')).toBeNull();
    expect(jobs.all()[1]).toMatchObject({
      problem: { code: 'no-answer' },
      queuedAt: '2026-01-01T00:00:00.000Z',
      changedAt: '2026-01-01T00:00:03.000Z',
    });
  });

  test('a move that the table does not allow changes nothing, for none of the documents', () => {
    const { jobs, told } = book();
    jobs.queue('batch', documents);
    jobs.move('start', ['a']);
    expect(() => jobs.move('sign', ['a', 'b'])).toThrow('no sign from queued');
    expect(() => jobs.queue('other', documents)).toThrow();
    expect(jobs.all().map(({ status }) => status)).toEqual(['sending', 'queued']);
    expect(told).toHaveLength(2);
  });

  test('sent again, a document has a new job without the old reason', () => {
    const { jobs } = book();
    jobs.queue('first', documents);
    jobs.move('fail', ['a', 'b'], { problem: problem('line-down') });
    jobs.queue('second', [{ documentId: 'a', reference: '9' }]);
    expect(jobs.all()).toMatchObject([
      { documentId: 'a', batchId: 'second', reference: '9', status: 'queued', problem: null },
      { documentId: 'b', batchId: 'first', status: 'failed' },
    ]);
  });

  test('what was never queued is a draft and cannot be moved', () => {
    const { jobs } = book();
    expect(jobs.status('x')).toBe('draft');
    expect(() => jobs.move('start', ['x'])).toThrow();
  });
});
