/** Parts of encrypted content: any part is the slice of the whole, and no part of anything that was changed is handed out. */
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createEncryptingStream, DamagedFile, headerSize, openEncryptedRange } from '../support/doors/storage.ts';
import { between, fc } from '../support/runner/property.ts';
import { runs } from '../support/runner/soak.ts';

const chunk = 64 * 1024;
const encryptedChunk = chunk + 16;
const key = randomBytes(32);
const otherKey = randomBytes(32);

/** Without a period of the chunk's size, so that no two chunks are alike. */
const content = (length: number) => Buffer.alloc(length, Buffer.from(Array.from({ length: 251 }, (_, n) => n)));

function encrypt(bytes: Buffer, by = key): Buffer {
  const stream = createEncryptingStream(by, 'it');
  return Buffer.concat([stream.header, ...stream.push(bytes), stream.end()]);
}

/** What was handed out, how it ended, and which places of the encrypted bytes were read. */
async function openPart(encrypted: Buffer, start: number, end: number, boundTo = 'it') {
  const out: Buffer[] = [];
  const places: number[] = [];
  const read = async (at: number, length: number) => {
    places.push(at);
    return encrypted.subarray(at, at + length);
  };
  try {
    for await (const piece of openEncryptedRange({ size: encrypted.length, read }, key, boundTo, { start, end })) out.push(piece);
    return { bytes: Buffer.concat(out), ended: 'whole', places };
  } catch (thrown) {
    if (!(thrown instanceof DamagedFile)) throw thrown;
    return { bytes: Buffer.concat(out), ended: 'damaged', places };
  }
}

const sizes = fc.oneof(
  fc.constantFrom(1, chunk - 1, chunk, chunk + 1, 2 * chunk, 2 * chunk + 1, 3 * chunk),
  fc.integer({ min: 1, max: 3 * chunk }),
);
const edge = fc.constantFrom(-1, 0, 1).chain((by) => fc.nat(3).map((n) => n * chunk + by));
/** A size and a part of it; often at the border of a chunk. */
const parts = sizes.chain((size) => {
  const byte = fc.oneof(fc.nat(size - 1), edge).map((at) => Math.min(Math.max(at, 0), size - 1));
  return fc.tuple(byte, byte).map(([one, two]) => ({ size, start: Math.min(one, two), end: Math.max(one, two) }));
});
const flip = (encrypted: Buffer, bit: number) => {
  const flipped = Buffer.from(encrypted);
  flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
  return flipped;
};

it('any part of any content equals its slice, and only its chunks are read', async () => {
  await fc.assert(
    fc.asyncProperty(parts, async ({ size, start, end }) => {
      const bytes = content(size);
      const opened = await openPart(encrypt(bytes), start, end);
      expect(opened.ended).toBe('whole');
      expect(opened.bytes.equals(bytes.subarray(start, end + 1))).toBe(true);
      const chunks = Math.floor(end / chunk) - Math.floor(start / chunk) + 1;
      expect(opened.places).toEqual([
        0,
        ...Array.from({ length: chunks }, (_, n) => headerSize + (Math.floor(start / chunk) + n) * encryptedChunk),
      ]);
    }),
    { numRuns: runs(150) },
  );
});

it('a flipped bit in the header or in a chunk that is read is refused, and nothing wrong is returned', async () => {
  await fc.assert(
    fc.asyncProperty(parts, between(0, 0.999_999), async ({ size, start, end }, where) => {
      const bytes = content(size);
      const encrypted = encrypt(bytes);
      const from = headerSize + Math.floor(start / chunk) * encryptedChunk;
      const to = Math.min(encrypted.length, headerSize + (Math.floor(end / chunk) + 1) * encryptedChunk);
      const at = Math.floor(where * (headerSize + to - from));
      const byte = at < headerSize ? at : from + at - headerSize;
      const opened = await openPart(flip(encrypted, byte * 8 + (at % 8)), start, end);
      expect(opened.ended).toBe('damaged');
      expect(opened.bytes.equals(bytes.subarray(start, start + opened.bytes.length))).toBe(true);
    }),
    { numRuns: runs(150) },
  );
});

describe('a stream of three chunks', () => {
  const bytes = content(2 * chunk + 500);
  const encrypted = encrypt(bytes);
  const header = encrypted.subarray(0, headerSize);
  const [one, two, three] = [0, 1, 2].map((n) =>
    encrypted.subarray(headerSize + n * encryptedChunk, headerSize + (n + 1) * encryptedChunk),
  );
  if (!one || !two || !three) throw new Error('three chunks');
  const nothing = Buffer.alloc(0);
  const ending = (opened: { bytes: Buffer; ended: string }) => ({ bytes: opened.bytes, ended: opened.ended });

  it.each([
    0,
    10,
    headerSize - 1,
    headerSize,
    headerSize + 15,
    headerSize + encryptedChunk,
    headerSize + 2 * encryptedChunk,
    encrypted.length - 1,
  ])('cut to %i bytes is refused when its end is read', async (length) => {
    const opened = await openPart(encrypted.subarray(0, length), bytes.length - 10, bytes.length - 1);
    expect(ending(opened)).toEqual({ bytes: nothing, ended: 'damaged' });
  });

  it('cut at the border of a chunk, its new last chunk does not open', async () => {
    const cut = encrypted.subarray(0, headerSize + 2 * encryptedChunk);
    expect(ending(await openPart(cut, chunk, chunk + 9))).toEqual({ bytes: nothing, ended: 'damaged' });
    expect((await openPart(cut, 0, 9)).bytes).toEqual(bytes.subarray(0, 10));
  });

  it.each([
    ['moved', Buffer.concat([header, two, one, three])],
    ['repeated', Buffer.concat([header, one, one, three])],
    [
      'of another stream',
      Buffer.concat([header, one, encrypt(bytes, otherKey).subarray(headerSize + encryptedChunk, headerSize + 2 * encryptedChunk), three]),
    ],
  ])('with a chunk %s is refused', async (_, changed) => {
    expect(ending(await openPart(changed, chunk + 5, chunk + 9))).toEqual({ bytes: nothing, ended: 'damaged' });
  });

  it('with bytes added is refused when its end is read', async () => {
    for (const added of [Buffer.of(0), three, Buffer.alloc(encryptedChunk)])
      expect((await openPart(Buffer.concat([encrypted, added]), bytes.length - 1, bytes.length - 1)).ended).toBe('damaged');
  });

  it('opens for what it was bound to only, and not past its end', async () => {
    expect(ending(await openPart(encrypted, 0, 0, 'other'))).toEqual({ bytes: nothing, ended: 'damaged' });
    expect(ending(await openPart(encrypted, 0, bytes.length))).toEqual({ bytes: nothing, ended: 'damaged' });
  });
});

it('an empty content has no part', async () => {
  expect((await openPart(encrypt(content(0)), 0, 0)).ended).toBe('damaged');
});
