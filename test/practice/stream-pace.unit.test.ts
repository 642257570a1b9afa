import { expect, test } from 'vitest';
import { streamPushes } from '../support/doors/practice.ts';

test('a stream begins no push before its pace allows it, however fast the answers come', async () => {
  const begun: number[] = [];
  const caller = {
    push: async () => {
      begun.push(performance.now());
      return { status: 200, endpoint: '', statuses: [] } as never;
    },
  };
  const from = performance.now();
  expect(await streamPushes(caller, { count: 6, perSecond: 50, random: () => 0 })).toHaveLength(6);
  // A timer may fire a millisecond early; a busy machine begins later.
  for (const [at, time] of begun.entries()) expect(time - from, `push ${at}`).toBeGreaterThanOrEqual(at * 20 - 2);
});
