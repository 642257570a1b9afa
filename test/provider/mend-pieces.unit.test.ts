/** What undici gets of a body in pieces, however the network cut it. The answers are in `answer-forms.test.ts`. */
import { expect, it } from 'vitest';
import { createPieceMender } from '../support/doors/provider.ts';
import { fc } from '../support/runner/property.ts';

/** Each byte or some bytes at a time, by the sizes. */
function mended(body: Buffer, sizes: readonly number[]): Buffer {
  const mend = createPieceMender();
  const parts: Buffer[] = [];
  for (let at = 0, turn = 0; at < body.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1;
    parts.push(mend(body.subarray(at, at + size)));
    at += size;
  }
  return Buffer.concat(parts);
}

const blank = fc.constantFrom('', ' ', '\t ');
const piece = fc.record({
  bytes: fc.uint8Array({ minLength: 1, maxLength: 40 }),
  before: fc.constantFrom('', '0', ' 00'),
  behind: fc.tuple(blank, fc.constantFrom('', ';a', ' ; a="b"')).map((texts) => texts.join('')),
  ends: fc.tuple(fc.constantFrom('\r\n', '\n'), fc.constantFrom('\r\n', '\n')),
});
const sizes = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 5 });

it('has the same pieces, with plain sizes', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 5 }), sizes, (pieces, by) => {
      const hex = (bytes: Uint8Array) => bytes.length.toString(16);
      const received = pieces.flatMap(({ bytes, before, behind, ends }) => [before + hex(bytes) + behind + ends[0], bytes, ends[1]]);
      const plain = pieces.flatMap(({ bytes, before }) => [`${before.trim()}${hex(bytes)}\r\n`, bytes, '\r\n']);
      const joined = (parts: (string | Uint8Array)[], last: string) => Buffer.concat([...parts, last].map((part) => Buffer.from(part)));
      expect(mended(joined(received, '0 \r\nX: y\r\n\r\n'), by)).toEqual(joined(plain, '0\r\nX: y\r\n\r\n'));
    }),
  );
});

it.each([
  ['a size that is none', 'zz\r\nabc\r\n0 \r\n'],
  ['a piece that is longer than its size', '2\r\nabc\r\n0 \r\n'],
  ['an empty line in place of a size', '\r\n1 \r\n'],
  ['a line without an end', `1${' '.repeat(10_000)}\r\n`],
])('leaves what follows %s as it is', (_, body) => {
  fc.assert(
    fc.property(sizes, (by) => {
      expect(mended(Buffer.from(body), by).toString()).toBe(body);
    }),
  );
});

it('returns the bytes themselves when nothing is to be mended', () => {
  const bytes = Buffer.from('3\r\nabc\r\n0\r\n\r\n');
  expect(createPieceMender()(bytes)).toBe(bytes);
});
