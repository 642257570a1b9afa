/** A document that is cancelled while the station acquires the connection to its account: nothing more is done with it. */
import { expect, test } from 'vitest';
import { problem } from '../support/doors/errors.ts';
import type { SigningLease } from '../support/doors/provider.ts';
import { defaultRetry } from '../support/doors/runtime.ts';
import { type CallRunner, createSigningScheduler, type OutboxJob } from '../support/doors/signing.ts';
import { openTestOutbox, queuedDocument } from '../support/outbox.ts';
import { tempDir } from '../support/temp-dir.ts';

async function schedulerFor(acquire: () => Promise<SigningLease | null>) {
  const { outbox } = await openTestOutbox(await tempDir());
  const runner: CallRunner = {
    run: async () => ({ kind: 'none' }),
    cancel: () => [],
    halt: () => undefined,
    abort: () => undefined,
  };
  const scheduler = createSigningScheduler({
    outbox,
    runner,
    acquire,
    activeAccount: () => null,
    blocked: () => null,
    retry: defaultRetry,
    now: () => 0,
    random: () => 0,
    changed: () => undefined,
  });
  return { outbox, scheduler };
}

const shown = (job: OutboxJob | null) => [job?.status, job?.problem?.code];

test('a document that is cancelled during the token request is shown as cancelled, and the others have their own reason', async () => {
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<null>();
  const { outbox, scheduler } = await schedulerFor(() => {
    asked.resolve();
    return answer.promise;
  });
  outbox.enqueue([queuedDocument('stays'), queuedDocument('cancelled'), queuedDocument('forgotten')]);
  scheduler.start();
  await asked.promise;
  outbox.move('cancel', ['cancelled', 'forgotten'], { problem: problem('cancelled') });
  outbox.forget(['forgotten']);
  answer.resolve(null);
  await scheduler.stop();
  expect(shown(outbox.job('stays'))).toEqual(['queued', 'other-account']);
  expect(shown(outbox.job('cancelled'))).toEqual(['cancelled', 'cancelled']);
  expect(outbox.job('forgotten')).toBeNull();
});
