/** A listener that throws takes nothing back, keeps nothing from the others, and its error is nobody's to catch. */
import { expect, test } from 'vitest';
import { outboxDesk, queuedDocument } from '../support/outbox-desk.ts';
import { tempDir } from '../support/temp-dir.ts';
import { uncaught } from '../support/uncaught.ts';

test('is told of once what was committed stands', async () => {
  const { outbox, told } = await outboxDesk(await tempDir(), new Map());
  const later: string[][] = [];
  const fault = new Error('a listener at fault');
  outbox.onChange(() => {
    throw fault;
  });
  outbox.onChange((jobs) => later.push(jobs.map(({ id }) => id)));
  const thrown = uncaught();
  outbox.enqueue([queuedDocument('a')]);
  expect(outbox.status('a')).toBe('queued');
  expect([told.length, later]).toEqual([1, [['a']]]);
  expect(await thrown).toBe(fault);
});
