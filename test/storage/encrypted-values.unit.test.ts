/** Values of rows: what was sealed opens for its label alone, and any change is noticed. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { givenDataKeys, someDataKeys } from '../support/data-keys.ts';
import { createSealer, type SealLabel } from '../support/doors/storage.ts';
import { reasonOf } from '../support/unsealable.ts';

const clear = fc.array(fc.oneof(fc.string(), fc.integer(), fc.constant(null)), { maxLength: 4 });
const labels: fc.Arbitrary<SealLabel> = fc.record({ kind: fc.string(), id: fc.string(), version: fc.nat(), clear });
const label: SealLabel = { kind: 'job', id: 'a', version: 1, clear: ['b', 1, null] };

it('decrypts any JSON value with its label', async () => {
  const sealer = createSealer(await someDataKeys());
  fc.assert(
    fc.property(labels, fc.jsonValue(), (of, value) => {
      // Through text, as -0 does not survive JSON.
      expect(sealer.open(of, sealer.seal(of, value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

it('decrypts with no other label', async () => {
  const sealer = createSealer(await someDataKeys());
  await fc.assert(
    fc.asyncProperty(labels, labels, async (one, other) => {
      fc.pre(JSON.stringify(one) !== JSON.stringify(other));
      expect(await reasonOf(() => sealer.open(other, sealer.seal(one, 'x')))).toBe('damaged');
    }),
  );
});

it.each<[string, Partial<SealLabel>]>([
  ['kind', { kind: 'attempt' }],
  ['id', { id: 'b' }],
  ['version', { version: 2 }],
  ['a clear column', { clear: ['c', 1, null] }],
  ['a number that became text', { clear: ['b', '1', null] }],
  ['null that became text', { clear: ['b', 1, 'null'] }],
  ['columns that moved together', { clear: ['b1', null] }],
  ['a column less', { clear: ['b', 1] }],
  ['a column more', { clear: ['b', 1, null, null] }],
  ['no column', { clear: [] }],
  ['a column that moved into the id', { id: 'a","b', clear: [1, null] }],
])('refuses another %s', async (_, change) => {
  const sealer = createSealer(await someDataKeys());
  expect(await reasonOf(() => sealer.open({ ...label, ...change }, sealer.seal(label, 'x')))).toBe('damaged');
});

it('refuses each single flipped bit, each cut, and each added byte', async () => {
  const sealer = createSealer(await someDataKeys());
  const sealed = sealer.seal(label, { clientInfo: 'María' });
  for (let bit = 0; bit < sealed.length * 8; bit += 1) {
    const flipped = Buffer.from(sealed);
    flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    expect([bit, await reasonOf(() => sealer.open(label, flipped))]).toEqual([bit, 'damaged']);
  }
  for (let length = 0; length < sealed.length; length += 1) {
    expect(await reasonOf(() => sealer.open(label, sealed.subarray(0, length)))).toBe('damaged');
  }
  expect(await reasonOf(() => sealer.open(label, Buffer.concat([sealed, Buffer.of(0)])))).toBe('damaged');
  expect(sealer.open(label, sealed)).toEqual({ clientInfo: 'María' });
});

it('encrypts differently each time, and shows nothing of the content', async () => {
  const sealer = createSealer(await someDataKeys());
  const value = { name: 'a-name-that-stands-out' };
  const [one, two] = [sealer.seal(label, value), sealer.seal(label, value)];
  expect(one.equals(two)).toBe(false);
  expect(one.includes('stands-out')).toBe(false);
  expect(one.length).toBe(1 + 16 + 12 + 16 + JSON.stringify(value).length);
});

it('distinguishes an absent key from damage', async () => {
  const keys = await someDataKeys();
  const sealer = createSealer(keys);
  const sealed = sealer.seal(label, 'x');
  expect(sealer.keyOf(sealed)).toBe(keys.current().id);
  const stranger = await givenDataKeys();
  expect(await reasonOf(() => createSealer(stranger).open(label, sealed))).toBe('damaged');
  expect(await reasonOf(() => createSealer({ ...stranger, find: () => 'absent' }).open(label, sealed))).toBe('key-absent');
  expect(await reasonOf(() => sealer.keyOf(Buffer.alloc(3)))).toBe('damaged');
});
