import { describe, expect, it } from 'vitest';
import { closing } from '../support/closing.ts';
import { thrownCode } from '../support/code-of.ts';
import { problem } from '../support/doors/errors.ts';
import { openOutbox } from '../support/doors/signing.ts';
import { openTestOutbox, queuedDocument, receivedFile, sentOf, verificationSettings } from '../support/signing/outbox.ts';
import { openTestDatabase } from '../support/storage/data-keys.ts';
import { watchPlans } from '../support/storage/query-plans.ts';
import { tempDir } from '../support/temp-dir.ts';

const answer = {
  items: [
    {
      referenceNumber: 'ref a',
      providerDocumentId: 'p-1',
      status: 'SUCCESS' as const,
      errorReason: null,
      received: { kind: 'received' as const, owner: 'try-1', id: 'text-1', size: 9, sha256: '2'.repeat(64) },
    },
  ],
  otherTexts: [],
  verification: verificationSettings,
  defect: null,
};

async function freshOutbox() {
  return openTestOutbox(await tempDir());
}

describe('queueing', () => {
  it('stores all data of a document and reads them again after a restart', async () => {
    const folder = await tempDir();
    const { outbox, database } = await openTestOutbox(folder);
    const document = queuedDocument('a', { name: 'Señal \ud800 «1».pdf', clientInfo: 'line\u0000 end', outputFolder: '/out' });
    outbox.enqueue([document, queuedDocument('b')]);
    outbox.move('fail', ['b'], { problem: problem('file-missing', { name: 'b.pdf', count: 2 }), original: null });
    const before = outbox.jobs();
    expect(before[0]).toMatchObject({ ...document, status: 'queued', attempts: 0, lastAttempt: null, received: [] });
    database.close();
    const again = await openTestOutbox(folder);
    expect(again.outbox.jobs()).toEqual(before);
    expect(again.database.notices()).toEqual([]);
  });

  it('releases a file only with a reason, and keeps the reason until the document is sent again', async () => {
    const { outbox } = await freshOutbox();
    const file = receivedFile('a');
    outbox.enqueue([queuedDocument('a')]);
    outbox.begin({ id: 'try-1', documents: sentOf(['a']) });
    outbox.move('withhold', ['a'], { received: [file], signedSha256: file.encrypted?.sha256 ?? '' });
    expect(outbox.job('a')?.received).toMatchObject([{ role: 'unverified', path: null }]);
    const fileRelease = (reason: string) => ({ at: '2026-01-01T00:00:00.000Z', by: 'Marta', reason });
    for (const change of [{}, { fileRelease: fileRelease(' ') }]) {
      expect(thrownCode(() => outbox.move('releaseFile', ['a'], change))).toBe('internal');
    }
    expect(thrownCode(() => outbox.change('a', { fileRelease: fileRelease('why') }))).toBe('internal');
    expect(thrownCode(() => outbox.move('spoil', ['a'], { fileRelease: fileRelease('why') }))).toBe('internal');
    expect(outbox.job('a')?.received).toMatchObject([{ role: 'unverified', path: null }]);
    outbox.move('releaseFile', ['a'], { fileRelease: fileRelease('why') });
    expect(outbox.job('a')).toMatchObject({
      status: 'unverified',
      fileRelease: { reason: 'why', by: 'Marta' },
      received: [{ role: 'signed' }],
    });
    outbox.enqueue([queuedDocument('a')]);
    // A released file that was not delivered before the next call does not become the signed file of that call.
    expect(outbox.job('a')).toMatchObject({ fileRelease: null, resentInDoubt: true, received: [{ role: 'unverified' }] });
  });

  it('queues a document again at the end, with its attempts', async () => {
    const { outbox, changes } = await freshOutbox();
    outbox.enqueue([queuedDocument('a'), queuedDocument('b')]);
    outbox.begin({ id: 'try-1', documents: sentOf(['a']) });
    const notYet = receivedFile('a', { role: 'quarantined' });
    const inItsFolder = { ...notYet, encrypted: null, name: 'a.bin', path: '/out/a.bin' };
    outbox.move('doubt', ['a'], {
      problem: problem('no-answer'),
      warning: problem('answer-repeats-document'),
      deliveryProblem: problem('disk-full'),
      providerDocumentId: 'p',
      signedSha256: 'f'.repeat(64),
      received: [inItsFolder, notYet],
      closed: { at: '2026-01-01T00:00:00.000Z', note: 'asked by telephone' },
    });
    outbox.end('try-1', 'unknown', problem('no-answer'));
    const { lastAttempt } = outbox.job('a') ?? {};
    changes.length = 0;
    outbox.enqueue([queuedDocument('a', { batchId: 'batch-2', reference: 'new' })]);
    expect(outbox.jobs().map(({ id }) => id)).toEqual(['b', 'a']);
    const blank = {
      problem: null,
      warning: null,
      deliveryProblem: null,
      providerDocumentId: null,
      signedSha256: null,
      // A file that was received before and is in no folder yet stays with the document.
      received: [notYet],
      closed: null,
    };
    expect(outbox.job('a')).toMatchObject({ batchId: 'batch-2', reference: 'new', status: 'queued', attempts: 1, lastAttempt, ...blank });
    expect(lastAttempt?.id).toBe('try-1');
    expect(outbox.attempts('a').map(({ id }) => id)).toEqual(['try-1']);
    expect(changes).toEqual([[outbox.job('a')]]);
    expect(outbox.job('b')?.resentInDoubt).toBe(false);
    outbox.move('cancel', ['a'], {});
    outbox.enqueue([queuedDocument('a')]);
    expect(outbox.job('a')?.resentInDoubt, 'it was in doubt').toBe(true);
  });

  it('queues no document when one of them is refused, is repeated or could not be read again', async () => {
    const { outbox, changes } = await freshOutbox();
    outbox.enqueue([queuedDocument('a')]);
    changes.length = 0;
    const before = outbox.jobs();
    expect(thrownCode(() => outbox.enqueue([queuedDocument('b'), queuedDocument('a')]))).toBe('internal');
    expect(thrownCode(() => outbox.enqueue([queuedDocument('b'), queuedDocument('b')]))).toBe('internal');
    expect(thrownCode(() => outbox.enqueue([queuedDocument('b'), queuedDocument('c', { size: Number.NaN })]))).toBe('internal');
    expect(outbox.jobs()).toEqual(before);
    expect(changes).toEqual([]);
  });

  it('is refused within another transaction', async () => {
    const { outbox, database } = await freshOutbox();
    expect(thrownCode(() => database.transaction(() => outbox.enqueue([queuedDocument('a')])))).toBe('internal');
    expect(outbox.jobs()).toEqual([]);
  });
});

describe('an attempt', () => {
  it('is stored with its documents and, until its end, with its answer, and survives a restart', async () => {
    const folder = await tempDir();
    const { outbox } = await openTestOutbox(folder);
    outbox.enqueue([queuedDocument('a'), queuedDocument('b'), queuedDocument('c')]);
    outbox.change('a', { problem: problem('provider-busy', { status: 429 }) });
    outbox.begin({ id: 'try-1', documents: sentOf(['a', 'b']) });
    expect(outbox.jobs().map(({ status, attempts, lastAttempt, problem }) => [status, attempts, lastAttempt?.id, problem])).toEqual([
      ['sending', 1, 'try-1', null],
      ['sending', 1, 'try-1', null],
      ['queued', 0, undefined, null],
    ]);
    outbox.storeAnswer('try-1', answer);
    const second = await openTestOutbox(folder);
    expect(second.outbox.openAttempts()).toEqual([
      {
        id: 'try-1',
        startedAt: outbox.job('a')?.lastAttempt?.at,
        endedAt: null,
        outcome: null,
        problem: null,
        documents: sentOf(['a', 'b']),
        answer,
      },
    ]);
    second.outbox.end('try-1', 'interrupted', problem('interrupted'));
    expect(second.outbox.openAttempts()).toEqual([]);
    expect(second.outbox.attempts('b')).toMatchObject([{ outcome: 'interrupted', problem: { code: 'interrupted' }, answer: null }]);
    expect(second.outbox.attempts('c')).toEqual([]);
    expect(second.outbox.status('a')).toBe('sending');
  });

  it('begins once, with documents that are queued, each once; and ends once', async () => {
    const { outbox } = await freshOutbox();
    outbox.enqueue([queuedDocument('a'), queuedDocument('b')]);
    outbox.move('cancel', ['b']);
    const refused = [
      () => outbox.begin({ id: 'x', documents: [] }),
      () => outbox.begin({ id: 'x', documents: sentOf(['a', 'a']) }),
      () => outbox.begin({ id: 'x', documents: sentOf(['a', 'b']) }),
      () => outbox.begin({ id: 'x', documents: sentOf(['a', 'never']) }),
      () => outbox.storeAnswer('x', answer),
      () => outbox.end('x', 'answered', null),
    ];
    expect(refused.map(thrownCode)).toEqual(refused.map(() => 'internal'));
    expect(outbox.openAttempts()).toEqual([]);
    expect(outbox.job('a')).toMatchObject({ status: 'queued', attempts: 0, lastAttempt: null });
    outbox.begin({ id: 'x', documents: sentOf(['a']) });
    outbox.move('putBack', ['a']);
    expect(thrownCode(() => outbox.begin({ id: 'x', documents: sentOf(['a']) }))).toBe('internal');
    outbox.end('x', 'refused', problem('provider-busy'));
    expect(thrownCode(() => outbox.end('x', 'answered', null))).toBe('internal');
    expect(thrownCode(() => outbox.storeAnswer('x', answer))).toBe('internal');
    expect(outbox.attempts('a')).toMatchObject([{ outcome: 'refused', answer: null }]);
  });
});

describe('a note of closing', () => {
  it('belongs only to a document in doubt, and is removed with the doubt', async () => {
    const { outbox } = await freshOutbox();
    outbox.enqueue([queuedDocument('a')]);
    const closed = { at: '2026-01-01T00:00:00.000Z', note: 'signed on paper' };
    expect(thrownCode(() => outbox.change('a', { closed }))).toBe('internal');
    expect(thrownCode(() => outbox.move('fail', ['a'], { closed }))).toBe('internal');
    outbox.begin({ id: 'x', documents: sentOf(['a']) });
    outbox.move('doubt', ['a']);
    const before = outbox.job('a');
    outbox.change('a', { closed });
    expect(outbox.job('a')).toEqual({ ...before, closed });
    outbox.move('accept', ['a'], { received: [receivedFile('a')] });
    expect(outbox.job('a')).toMatchObject({ status: 'signed', closed: null });
  });
});

describe('forgetting', () => {
  it('leaves the other documents of a shared attempt, and leaves a running attempt whole until its end', async () => {
    const { outbox, database } = await freshOutbox();
    outbox.enqueue(['a', 'b', 'c'].map((id) => queuedDocument(id)));
    outbox.begin({ id: 'old', documents: sentOf(['a', 'b', 'c']) });
    outbox.move('reject', ['a', 'b']);
    outbox.move('putBack', ['c']);
    outbox.end('old', 'answered', null);
    expect(thrownCode(() => outbox.forget(['a', 'c']))).toBe('internal');
    outbox.begin({ id: 'new', documents: sentOf(['c']) });
    outbox.move('sign', ['c'], { received: [receivedFile('c')] });
    outbox.forget(['a', 'c', 'never']);
    expect(outbox.jobs().map(({ id }) => id)).toEqual(['b']);
    expect(outbox.attempts('b').map(({ documents }) => documents.map(({ id }) => id))).toEqual([['b']]);
    expect(outbox.openAttempts().map(({ id }) => id)).toEqual(['new']);
    expect(['a', 'b', 'c', 'old', 'new'].filter(outbox.isOrphan)).toEqual(['a']);
    outbox.end('new', 'answered', null);
    outbox.forget(['b']);
    expect(['a', 'b', 'c', 'old', 'new'].filter(outbox.isOrphan)).toEqual(['a', 'b', 'c', 'old', 'new']);
    const left = ['job', 'attempt', 'attempt_document'].map((table) => database.sql.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.n);
    expect(left).toEqual([0, 0, 0]);
  });
});

describe('an owner of encrypted files', () => {
  it('is every id that a job or a stored answer names', async () => {
    const { outbox } = await freshOutbox();
    const original = { kind: 'original', owner: 'other', id: 'o', size: 1, sha256: '' } as const;
    outbox.enqueue([queuedDocument('a', { original })]);
    outbox.begin({ id: 'try-2', documents: sentOf(['a']) });
    outbox.storeAnswer('try-2', answer);
    outbox.change('a', { received: [receivedFile('elsewhere', { role: 'quarantined' })] });
    expect(['a', 'other', 'try-2', 'try-1', 'elsewhere', 'stranger'].filter(outbox.isOrphan)).toEqual(['stranger']);
  });
});

describe('pausing', () => {
  it('survives a restart', async () => {
    const folder = await tempDir();
    const { outbox } = await openTestOutbox(folder);
    expect(outbox.paused()).toBe(false);
    outbox.setPaused(true);
    expect(outbox.paused()).toBe(true);
    const again = await openTestOutbox(folder);
    expect(again.outbox.paused()).toBe(true);
    again.outbox.setPaused(false);
    expect((await openTestOutbox(folder)).outbox.paused()).toBe(false);
  });
});

describe('a queue of years', () => {
  it('is never read whole, also to find what was done by a clock that was behind: each query has an index, and that one ends at them', async () => {
    const { database, plans } = watchPlans(closing(openTestDatabase(await tempDir())));
    const ledger = {
      appendQueued: () => undefined,
      appendCall: () => ({ store: () => undefined, undo: () => undefined }),
      appendResults: () => undefined,
    };
    openOutbox({ database, ledger: ledger as never, now: () => new Date(), isOneOfSeveral: false });
    const ofJobs = [...plans()].filter(([text]) => /\bjob\b/.test(text));
    expect(ofJobs.length).toBeGreaterThan(10);
    expect(ofJobs.filter(([, plan]) => /SCAN job\b(?! USING)/.test(plan))).toEqual([]);
    const queuedSince = ofJobs.filter(([text]) => text.includes('queued_at BETWEEN')).map(([, plan]) => plan);
    expect(queuedSince).toEqual([expect.stringContaining('SEARCH job USING INDEX job_by_position (position<?)')]);
  });
});
