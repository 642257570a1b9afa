/** A listener of the outbox that throws: the change stays, the other listeners are called, and its error is not caught. */
import { expect, test } from 'vitest';
import { uncaught } from '../support/runner/uncaught.ts';
import { openTestOutbox, queuedDocument } from '../support/signing/outbox.ts';
import { tempDir } from '../support/temp-dir.ts';

test('listeners are called once the change is committed, and one that throws changes nothing', async () => {
  const { outbox, changes } = await openTestOutbox(await tempDir());
  const later: string[][] = [];
  const fault = new Error('a listener at fault');
  outbox.onChange(() => {
    throw fault;
  });
  outbox.onChange((jobs) => later.push(jobs.map(({ id }) => id)));
  const thrown = uncaught();
  outbox.enqueue([queuedDocument('a')]);
  expect(outbox.status('a')).toBe('queued');
  expect([changes.length, later]).toEqual([1, [['a']]]);
  expect(await thrown).toBe(fault);
});
