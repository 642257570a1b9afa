/** Arrays of bytes, as PostgreSQL reads them. */
import { expect, test } from 'vitest';
import { byteaArray } from '../../hub/bytea-array.ts';
import { openTestHub } from '../support/hub/hub.ts';
import { fc } from '../support/runner/property.ts';
import { runs, seed } from '../support/runner/soak.ts';

test(`PostgreSQL reads arrays of bytes as they were given, seed ${seed}`, async () => {
  const { database } = await openTestHub();
  const values = fc.array(fc.option(fc.uint8Array({ maxLength: 300 })), { maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(values, async (given) => {
      const { rows } = await database.pool.query<{ given: (Buffer | null)[] }>('SELECT $1::bytea[] AS given', [byteaArray(given)]);
      expect(rows[0]?.given).toEqual(given.map((value) => value && Buffer.from(value)));
      const inParts = given.map((value) => value && [value.subarray(0, 7), value.subarray(7)]);
      expect(byteaArray(inParts).equals(byteaArray(given))).toBe(true);
    }),
    { numRuns: runs(50), seed, examples: [[[]], [[null]], [[new Uint8Array()]]] },
  );
});
