import { describe, expect, test } from 'vitest';
import { documentStatusSchema, signingJobSchema } from '../support/doors/domain.ts';
import { problem } from '../support/doors/errors.ts';
import { type OutboxJob, type ReceivedFile, viewOf } from '../support/doors/signing.ts';
import { fc } from '../support/runner/property.ts';
import { outboxJob, receivedFile } from '../support/signing/outbox.ts';

const received: fc.Arbitrary<ReceivedFile> = fc
  .record({
    role: fc.constantFrom('signed', 'quarantined', 'unverified'),
    delivered: fc.boolean(),
    name: fc.stringMatching(/^[a-z]{1,8}$/),
  })
  .map(({ role, delivered, name }) =>
    receivedFile('a', {
      role,
      ...(delivered && role !== 'unverified' ? { encrypted: null, begun: true, name: `${name}.pdf`, path: `/MARK/${name}.pdf` } : {}),
    }),
  );

const job: fc.Arbitrary<OutboxJob> = fc
  .record({
    status: fc.constantFrom(...documentStatusSchema.options),
    received: fc.array(received, { maxLength: 4 }),
    warning: fc.constantFrom(null, problem('answer-repeats-document')),
    deliveryProblem: fc.constantFrom(null, problem('output-not-writable', { name: 'out' })),
    lastAttempt: fc.constantFrom(null, { id: 'MARK', at: '2026-01-01T00:00:00.000Z' }),
    attempts: fc.nat(9),
  })
  .map((some) => outboxJob('a', { path: '/MARK/a.pdf', outputFolder: '/MARK', providerDocumentId: 'p', ...some }));

describe('the view of a job', () => {
  test('has what the page may know, and no folder', () => {
    fc.assert(
      fc.property(job, (job) => {
        const view = viewOf(job);
        expect(signingJobSchema.strict().parse(view)).toEqual(view);
        expect(JSON.stringify(view)).not.toContain('MARK');
        const { batchId, name, reference, clientInfo, status, attempts } = job;
        expect(view).toMatchObject({ documentId: 'a', batchId, name, reference, clientInfo, status, attempts });
        expect(view.lastAttemptAt).toBe(job.lastAttempt === null ? null : '2026-01-01T00:00:00.000Z');
        expect(view.warning?.code).toBe(job.deliveryProblem ? 'output-not-writable' : job.warning?.code);
      }),
    );
  });

  test('shows a delivery as done once nothing is pending, and only names of files in a folder', () => {
    fc.assert(
      fc.property(job, (job) => {
        const { delivery, signedName, quarantinedName } = viewOf(job);
        const deliverable = job.received.filter(({ role }) => role !== 'unverified');
        const waiting = deliverable.filter(({ path }) => path === null).length;
        expect(delivery).toBe(deliverable.length === 0 ? 'none' : waiting > 0 ? 'waiting' : 'done');
        const names = (role: string) => job.received.flatMap((file) => (file.role === role && file.path !== null ? [file.name] : []));
        expect(signedName).toBe(names('signed')[0] ?? null);
        expect(quarantinedName).toBe(names('quarantined').length === 0 ? null : names('quarantined').join(', '));
      }),
    );
  });
});
