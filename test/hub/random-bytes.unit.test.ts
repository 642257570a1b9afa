import { expect, test } from 'vitest';
import { takeRandomBytes } from '../../hub/random-bytes.ts';

test('no two keys, salts or nonces have a part in common, also where the supply is renewed', () => {
  const taken = Array.from({ length: 900 }, (_, at) => takeRandomBytes([32, 16, 12][at % 3] as number));
  expect(taken.map(({ length }) => length)).toEqual(taken.map((_, at) => [32, 16, 12][at % 3]));
  const all = Buffer.concat(taken).toString('latin1');
  const parts = Array.from({ length: Math.floor(all.length / 6) }, (_, at) => all.slice(at * 6, at * 6 + 6));
  expect(new Set(parts).size).toBe(parts.length);
  const places = taken.map(({ buffer, byteOffset, length }) => ({ buffer, from: byteOffset, to: byteOffset + length }));
  for (const [at, { buffer, to }] of places.slice(0, -1).entries()) {
    const next = places[at + 1];
    if (next?.buffer === buffer) expect(next.from).toBe(to);
  }
});

test('more bytes than a supply has are all there', () => {
  expect(takeRandomBytes(10_000).length).toBe(10_000);
  expect(takeRandomBytes(5_000).length).toBe(5_000);
});
