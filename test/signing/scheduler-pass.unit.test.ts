/** One pass over the queue: what is done with a document that is cancelled during it, and how often the rules are evaluated. */
import { expect, test } from 'vitest';
import { problem, StationError } from '../support/doors/errors.ts';
import type { SigningLease } from '../support/doors/provider.ts';
import { defaultRetry } from '../support/doors/runtime.ts';
import { type CallRunner, createSigningScheduler, type OutboxJob } from '../support/doors/signing.ts';
import { openTestOutbox, queuedDocument } from '../support/signing/outbox.ts';
import { tempDir } from '../support/temp-dir.ts';

type Blocked = Parameters<typeof createSigningScheduler>[0]['blocked'];

async function schedulerFor(acquire: () => Promise<SigningLease | null>, blocked: Blocked = () => null, now = () => 0) {
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
    blocked,
    retry: defaultRetry,
    now,
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

test('the rules are evaluated once for each visit and client, and their reason is that of all documents of the two', async () => {
  const evaluated: string[] = [];
  const { outbox, scheduler } = await schedulerFor(
    async () => null,
    ({ visitId, clientInfo }) => {
      evaluated.push(`${visitId} ${clientInfo}`);
      return visitId === 'v-2' || clientInfo === 'client 2' ? problem('policy-no-visit') : null;
    },
  );
  const of = (visitId: string | null, clientInfo: string) =>
    [1, 2, 3].map((n) => queuedDocument(`${visitId} ${clientInfo} ${n}`, { visitId, clientInfo }));
  outbox.enqueue([...of(null, 'client 1'), ...of(null, 'client 2'), ...of('v-1', 'client 1'), ...of('v-2', 'client 1')]);
  scheduler.start();
  await scheduler.stop();
  const problems = Object.fromEntries(outbox.openJobs().map((job) => [job.id, job.problem?.code]));
  for (const n of [1, 2, 3]) {
    expect(problems[`null client 1 ${n}`]).toBe('other-account');
    expect(problems[`null client 2 ${n}`]).toBe('policy-no-visit');
    expect(problems[`v-1 client 1 ${n}`]).toBe('other-account');
    expect(problems[`v-2 client 1 ${n}`]).toBe('policy-no-visit');
  }
  // Before the connection is acquired, and again after it for what is to be sent.
  const [first, again] = [evaluated.slice(0, 4), evaluated.slice(4)];
  expect(first.toSorted()).toEqual(['null client 1', 'null client 2', 'v-1 client 1', 'v-2 client 1']);
  expect(again.toSorted()).toEqual(['null client 1', 'v-1 client 1']);
});

test('postponed calls start after that time, and when a wait is ended', async () => {
  let now = 0;
  let asked = 0;
  const acquire = async () => {
    asked += 1;
    return null;
  };
  const { outbox, scheduler } = await schedulerFor(acquire, undefined, () => now);
  outbox.enqueue([queuedDocument('waits')]);
  scheduler.postpone(60_000);
  const askedAfter = async (begin: () => void) => {
    asked = 0;
    begin();
    // A request during a pass is one pass after it.
    for (const _ of [1, 2]) await new Promise(setImmediate);
    return asked;
  };
  expect(await askedAfter(scheduler.start)).toBe(0);
  now = 59_999;
  expect(await askedAfter(scheduler.look)).toBe(0);
  now = 60_000;
  expect(await askedAfter(scheduler.look)).toBe(1);
  scheduler.postpone(60_000);
  expect(await askedAfter(scheduler.look)).toBe(0);
  expect(await askedAfter(scheduler.wake)).toBe(1);
  await scheduler.stop();
});

test('a document that is queued while its account waits after a trouble has the reason of that', async () => {
  const { outbox, scheduler } = await schedulerFor(async () => {
    throw new StationError('ca-file-unreadable', { cause: 'ENOENT' });
  });
  const all = () => true;
  outbox.enqueue([queuedDocument('first')]);
  await scheduler.run(all, 0);
  outbox.enqueue([queuedDocument('second')]);
  await scheduler.run(all, 0);
  await scheduler.stop();
  expect(shown(outbox.job('first'))).toEqual(['queued', 'ca-file-unreadable']);
  expect(outbox.job('second')?.problem).toEqual(outbox.job('first')?.problem);
});
