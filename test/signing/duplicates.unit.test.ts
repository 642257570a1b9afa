/** What counts as sent before: the same bytes, client info and account, within the window. */
import { describe, expect, test } from 'vitest';
import { createDuplicateGuard, type OutboxJob, type SentRow, type Wanted, withoutDuplicates } from '../support/doors/signing.ts';
import { outboxJob, receivedFile } from '../support/signing/outbox.ts';

const day = 86_400_000;
const now = new Date('2026-03-31T12:00:00Z');
const ago = (ms: number): string => new Date(now.getTime() - ms).toISOString();

const job = (differs: Partial<OutboxJob> = {}): OutboxJob =>
  outboxJob('first', {
    account: 'account',
    sha256: 'bytes',
    clientInfo: 'T-1',
    status: 'signed',
    providerDocumentId: 'P-1',
    received: [receivedFile('first', { encrypted: null, begun: true, name: 'a-signed.pdf', path: '/out/a-signed.pdf' })],
    queuedAt: ago(2 * day),
    changedAt: ago(day),
    attempts: 1,
    lastAttempt: { id: 'attempt', at: ago(day) },
    ...differs,
  });
const wanted: Wanted = { id: 'second', batchId: null, account: 'account', sha256: 'bytes', clientInfo: 'T-1' };
/** `first`: the order of the first call of the window. */
const guard = (jobs: OutboxJob[], calls: SentRow[] = [], first = Number.POSITIVE_INFINITY) =>
  createDuplicateGuard({
    outbox: { withSha256: (sha256) => jobs.filter((one) => one.sha256 === sha256) },
    ledger: { find: () => calls, firstBetween: () => first },
    windowDays: () => 30,
    now: () => now,
  })();
const call = (differs: Partial<SentRow>): SentRow => ({
  order: 7,
  documentId: 'gone',
  batchId: 'x',
  at: ago(1),
  outcome: 'signed',
  signedPath: null,
  providerDocumentId: null,
  ...differs,
});
const found = (differs: Partial<OutboxJob>, of: Partial<Wanted> = {}) => guard([job(differs)])({ ...wanted, ...of })?.documentId ?? null;

describe('sent before', () => {
  test('says when, and where the signed file is', () =>
    expect(guard([job()])(wanted)).toEqual({
      documentId: 'first',
      batchId: 'batch-1',
      status: 'signed',
      at: ago(day),
      closed: false,
      signedPath: '/out/a-signed.pdf',
      providerDocumentId: 'P-1',
    }));

  test.each([
    ['other bytes', {}, { sha256: 'other' }],
    ['another client info', {}, { clientInfo: 'T-2' }],
    ['another account', {}, { account: 'other' }],
    ['the document itself', {}, { id: 'first' }],
    ['a copy sent with the same click', {}, { batchId: 'batch-1' }],
    ['failed', { status: 'failed' }, {}],
    ['rejected', { status: 'rejected' }, {}],
    ['cancelled', { status: 'cancelled' }, {}],
    ['signed a moment before the window', { lastAttempt: { id: 'x', at: ago(30 * day + 1) } }, {}],
    ['closed before the window', { status: 'in-doubt', closed: { at: '', note: 'n' }, lastAttempt: { id: 'x', at: ago(31 * day) } }, {}],
  ] as const)('not: %s', (_, differs, of) => expect(found(differs as Partial<OutboxJob>, of)).toBeNull());

  test.each([
    ['under another name and reference', { name: 'b.pdf', path: '/in/b.pdf', reference: 'b' }],
    ['at the start of the window', { lastAttempt: { id: 'x', at: ago(30 * day) } }],
    ['in the future, by a clock that was wrong', { lastAttempt: { id: 'x', at: ago(-400 * day) } }],
    ['closed by a person', { status: 'in-doubt', closed: { at: '', note: 'n' } }],
    ['in doubt for a year', { status: 'in-doubt', lastAttempt: { id: 'x', at: ago(366 * day) } }],
    ['waiting for a year', { status: 'queued', lastAttempt: null, queuedAt: ago(366 * day) }],
    ['being sent', { status: 'sending' }],
  ] as const)('yes: %s', (_, differs) => expect(found(differs as Partial<OutboxJob>)).toBe('first'));

  test('the latest of several, in the queue or gone from it', () => {
    expect(guard([job()], [call({})])(wanted)?.documentId).toBe('gone');
    expect(guard([job()], [call({ at: ago(3 * day) })])(wanted)?.documentId).toBe('first');
  });

  test.each([
    ['signed', ['signed'], 'signed', false],
    ['signed, though a later call was refused', ['signed', 'failed'], 'signed', false],
    ['unverified', ['unverified'], 'unverified', true],
    ['without a result', [null], 'in-doubt', true],
    ['in doubt, then answered with FAIL', ['in-doubt', 'rejected'], 'in-doubt', true],
    ['settled by a person', ['settled'], 'in-doubt', true],
  ] as const)('by its calls alone: %s', (_, outcomes, status, closed) => {
    const calls = outcomes.map((outcome, index) => call({ outcome, at: ago(2 * day - index) }));
    expect(guard([], calls)(wanted)).toMatchObject({ documentId: 'gone', status, closed, at: calls.at(-1)?.at });
  });

  test.each([[['rejected']], [['failed', 'not-processed']]] as const)('not by calls that certainly signed nothing: %j', (outcomes) =>
    expect(
      guard(
        [],
        outcomes.map((outcome) => call({ outcome })),
      )(wanted),
    ).toBeNull(),
  );

  test('a call after one of the window, by a clock that was behind', () => {
    const at = ago(90 * day);
    const found = (first: number) => [
      guard([], [call({ at })], first)(wanted)?.documentId,
      guard([job({ lastAttempt: { id: 'x', at } })], [call({ at, documentId: 'first' })], first)(wanted)?.documentId,
    ];
    expect([found(6), found(7)]).toEqual([
      ['gone', 'first'],
      [undefined, undefined],
    ]);
  });

  test('what the queue says of a document is newer than its calls', () =>
    expect(guard([job({ status: 'failed' })], [call({ documentId: 'first' })])(wanted)).toBeNull());

  test('the calls count of a document that is in the queue for another client by now', () =>
    expect(guard([job({ status: 'failed', clientInfo: 'T-2' })], [call({ documentId: 'first' })])(wanted)?.documentId).toBe('first'));
});

describe('sent together', () => {
  const none = () => null;
  test('duplicates that failed in two batches: the first alone', () => {
    const [a, b] = [
      { ...wanted, id: 'a', batchId: '1' },
      { ...wanted, id: 'b', batchId: '2' },
    ];
    expect(withoutDuplicates([a, b], none)).toEqual({ go: [a], duplicates: [b] });
  });
  test('copies of one batch: both', () => {
    const both = ['a', 'b'].map((id) => ({ ...wanted, id, batchId: '1' }));
    expect(withoutDuplicates(both, none).go).toEqual(both);
  });
  test('what was sent before does not go', () => expect(withoutDuplicates([wanted], guard([job()])).duplicates).toEqual([wanted]));
});
