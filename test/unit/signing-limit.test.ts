import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLimit } from '../../main/signing/limit.ts';

test('never more at once than allowed, all in the order of their coming, failures included', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 4 }),
      fc.array(fc.record({ turns: fc.nat(4), fails: fc.boolean() })),
      async (atOnce, tasks) => {
        const limit = createLimit(atOnce);
        const started: number[] = [];
        let running = 0;
        let most = 0;
        const results = await Promise.allSettled(
          tasks.map(({ turns, fails }, index) =>
            limit(async () => {
              started.push(index);
              running += 1;
              most = Math.max(most, running);
              for (let turn = 0; turn <= turns; turn++) await Promise.resolve();
              running -= 1;
              if (fails) throw new Error('expected');
              return index;
            }),
          ),
        );
        expect(started).toEqual(tasks.map((_, index) => index));
        expect(most).toBe(Math.min(atOnce, tasks.length));
        expect(results.map(({ status }) => status)).toEqual(tasks.map(({ fails }) => (fails ? 'rejected' : 'fulfilled')));
      },
    ),
  );
});
