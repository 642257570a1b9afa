/** A document that is cancelled while the station asks for the line to its account: nothing is done with it any more. */
import { expect, test } from 'vitest';
import { problem } from '../support/doors/errors.ts';
import { defaultRetry } from '../support/doors/runtime.ts';
import { type CallRunner, createSigningScheduler, type Line, type OutboxJob } from '../support/doors/signing.ts';
import { openTestOutbox, queuedDocument } from '../support/outbox.ts';
import { tempDir } from '../support/temp-dir.ts';

async function senderFor(line: () => Promise<Line | null>) {
  const { outbox } = await openTestOutbox(await tempDir());
  const runner: CallRunner = {
    run: async () => ({ kind: 'none' }),
    cancel: () => [],
    halt: () => undefined,
    abort: () => undefined,
  };
  const sender = createSigningScheduler({
    outbox,
    runner,
    line,
    activeAccount: () => null,
    held: () => null,
    retry: defaultRetry,
    now: () => 0,
    random: () => 0,
    changed: () => undefined,
  });
  return { outbox, sender };
}

const shown = (job: OutboxJob | null) => [job?.status, job?.problem?.code];

test('a document that is cancelled during the token request is shown as cancelled, and the others have their own reason', async () => {
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<null>();
  const { outbox, sender } = await senderFor(() => {
    asked.resolve();
    return answer.promise;
  });
  outbox.enqueue([queuedDocument('stays'), queuedDocument('cancelled'), queuedDocument('forgotten')]);
  sender.start();
  await asked.promise;
  outbox.move('cancel', ['cancelled', 'forgotten'], { problem: problem('cancelled') });
  outbox.forget(['forgotten']);
  answer.resolve(null);
  await sender.stop();
  expect(shown(outbox.job('stays'))).toEqual(['queued', 'other-account']);
  expect(shown(outbox.job('cancelled'))).toEqual(['cancelled', 'cancelled']);
  expect(outbox.job('forgotten')).toBeNull();
});
